"""A variant's tear sheet drawn on one page, with the content of the variant's page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from config.desk.documents.pdf import PAGE, Canvas, Point
from config.desk.refusals import Refusal
from trading.models import Variant
from trading.presenting.code_names import ADVICE, segment_word, word
from trading.presenting.gates import verdict_of
from trading.presenting.numbers import figure, number, percent
from trading.presenting.picture import (
    SIZE,
    GridLine,
    Picture,
    SegmentBand,
    Sheet,
    SheetPanel,
    sheet,
)
from trading.presenting.series import Months, months
from trading.presenting.trades import segment_rows, trade_rows
from trading.presenting.variant import KEY, figures
from trading.services.opening_marks import marks_of
from trading.services.replay import Replay, benchmark_of, replay_variant
from trading.services.wording import wording

INK, SOFT, LINE, FIELD = "#1d2326", "#566064", "#dcdfdb", "#7c878a"
OWN, HELD, DARK, BAD = "#1f5f8b", "#8a6a1f", "#2a3033", "#a3271f"
GAIN = ("#e3f2e7", "#c2e4cb", "#97d1a7", "#67b97e")
LOSS = ("#fbe8e5", "#f6cbc5", "#eea89f", "#e38177")
LEFT, RIGHT = 40.0, PAGE[0] - 36.0
HALF = LEFT + (RIGHT - LEFT) * 0.56  # the right end of the curves
GAP = 14.0


@dataclass(frozen=True)
class Content:
    """The content of the sheet's page; `marks` stand beside results on opened sealed bars."""

    variant: Variant
    replay: Replay
    sheet: Sheet
    months: Months
    marks: Sequence[str]


def sheet_file(variant: Variant, ending: str, against: str = "") -> bytes:
    """The sheet of a variant read with its backtests, as `png` or `pdf`, in the reader's language.

    Raises as `content_of`.
    """
    from config.desk.documents.pdf import PdfCanvas, PngCanvas

    content = content_of(variant, against)
    name = f"{variant.iteration}.{variant.index + 1} {wording(variant).text}"
    page = PdfCanvas(name, get_language() or "en") if ending == "pdf" else PngCanvas()
    return draw(content, page)


def content_of(variant: Variant, against: str = "") -> Content:
    """The content of the sheet. Raises what `replay_variant` and `benchmark_of` raise, and
    Refusal where nothing was played."""
    replay = replay_variant(variant=variant)
    benchmark = benchmark_of(strategy=variant.strategy, replay=replay, against=against)
    found = sheet(replay, benchmark)
    if found is None:
        raise Refusal(_("no bar of this variant could be played, so there is no sheet"))
    marks = marks_of([variant]).get(variant.pk, [])
    return Content(variant, replay, found, months(replay, trade_rows(replay)), marks)


def draw(content: Content, page: Canvas) -> bytes:
    """The sheet on a page, as a file."""
    top = _head(page, content)
    curves = _curves(page, content.sheet, top)
    beside = _tables(page, content, top)
    down = _months(page, content.months, max(curves, beside) + GAP)
    _foot(page, content, down + 10)
    return page.finished()


def _head(page: Canvas, content: Content) -> float:
    variant, strategy = content.variant, content.variant.strategy
    page.text(
        (LEFT, 50), _cut(page, wording(variant).text, 16, RIGHT - LEFT), 16, bold=True, colour=INK
    )
    first, last = (date_format(content.replay.times[at], "SHORT_DATE_FORMAT") for at in (0, -1))
    facts = [
        f"№ {variant.iteration}.{variant.index + 1}", strategy.ticker, f"{first} – {last}",
        word(strategy.dataset.frequency, "frequency"),
        _("costs %(costs)s a side") % {"costs": percent(content.replay.money["commission"], 2)},
        f"SHA-256 {strategy.dataset.sha256[:12]}",
    ]  # fmt: skip
    page.text((LEFT, 66), " · ".join(facts), 8, colour=SOFT)
    verdict = verdict_of(variant.gates.all(), strategy.profile.get("pass_score", 1.0))
    page.text((LEFT, 83), verdict.heading, 9, bold=True, colour=INK)
    down = 83.0
    for missed in verdict.obstacles[:2]:
        text = f"{word(missed.gate.name, 'figure')}: {missed.missed}."
        for line in _wrapped(page, text, 8, RIGHT - LEFT):
            down += 12
            page.text((LEFT, down), line, 8, colour=INK)
    return down + 20


def _curves(page: Canvas, sheet: Sheet, top: float) -> float:
    drawn = sheet.picture
    down = _growth(page, drawn, top, 190)
    down = _panel(page, sheet.drawdown, drawn.columns, _("Drawdown"), down)
    if sheet.rolling:
        title = _("Sharpe ratio of the last %(n)s bars") % {"n": sheet.window}
        down = _panel(page, sheet.rolling, drawn.columns, title, down)
    return down


def _growth(page: Canvas, drawn: Picture, top: float, height: float) -> float:
    _frame(page, drawn.rows, drawn.columns, top, height)
    _curve(page, drawn.benchmark, HELD, top, height, dash=3)
    _curve(page, drawn.own, OWN, top, height)
    for column in drawn.columns:
        x = _across(column.at)
        room = (HALF - LEFT) * _share(column.width) - 2
        page.text((x, top - 3), _cut(page, column.name, 6.5, room), 6.5, colour=SOFT)
        page.text((x, top + height + 9), column.since, 6.5, colour=SOFT)
    key = top + height + 21
    curves = (
        (OWN, 0.0, _("this variant: %(gained)s") % {"gained": percent(drawn.gained, 0)}),
        (HELD, 3.0, f"{drawn.against}: {percent(drawn.hold, 0)}"),
    )
    x = LEFT
    for colour, dash, text in curves:
        page.lines([(x, key - 2.5), (x + 16, key - 2.5)], colour, 1.4, dash)
        page.text((x + 20, key), text, 7.5, colour=INK)
        x += 34 + page.wide(text, 7.5)
    return key + GAP


def _panel(
    page: Canvas, panel: SheetPanel, columns: Sequence[SegmentBand], named: str, top: float
) -> float:
    page.text((LEFT, top + 4), named, 7.5, bold=True, colour=INK)
    _frame(page, panel.rows, columns, top + 10, 62)
    _curve(page, panel.benchmark, HELD, top + 10, 62, dash=3)
    _curve(page, panel.own, OWN, top + 10, 62)
    return top + 10 + 62 + GAP


def _frame(
    page: Canvas,
    rows: Sequence[GridLine],
    columns: Sequence[SegmentBand],
    top: float,
    height: float,
) -> None:
    """The background of the curves: sealed bars, horizontal lines with their values, segments."""
    for row in rows:
        y = top + height * _share(row.at)
        page.lines([(LEFT, y), (HALF, y)], LINE, 0.5)
        page.text((LEFT - 3, y + 2), row.text, 6, colour=SOFT, side="right")
    for column in columns:
        x, wide = _across(column.at), (HALF - LEFT) * _share(column.width)
        if column.sealed:
            corners = [(x, top), (x + wide, top), (x + wide, top + height), (x, top + height)]
            page.area(corners, DARK)
        else:
            page.lines([(x, top), (x, top + height)], FIELD, 0.4, 2)


def _curve(
    page: Canvas, points: str, colour: str, top: float, height: float, dash: float = 0.0
) -> None:
    placed: list[Point] = []
    for pair in points.split():
        x, y = (float(part) for part in pair.split(","))
        placed.append((LEFT + (HALF - LEFT) * x / SIZE, top + height * y / SIZE))
    if len(placed) > 1:
        page.lines(placed, colour, 1.0, dash)


def _across(percentage: str) -> float:
    return LEFT + (HALF - LEFT) * _share(percentage)


def _share(percentage: str) -> float:
    return float(percentage.rstrip("%")) / 100


def _tables(page: Canvas, content: Content, top: float) -> float:
    sheet = content.sheet
    left = HALF + 18
    names = [segment_word(row.segment) for row in segment_rows(content.variant)]
    key = [(word(name, "figure"), [figure(v, name) for v in values])
           for name, values in figures(content.variant) if name in KEY]  # fmt: skip
    down = _table(page, (left, top), _("Key figures"), names, key)
    against = [
        (segment_word(name), [percent(one.alpha), figure(one.beta), figure(one.correlation)])
        for name, one in sheet.relative
    ]
    head = ["alpha", "beta", _("correlation")]
    title = _("Against %(benchmark)s") % {"benchmark": sheet.picture.against}
    down = _table(page, (left, down), title, head, against)
    falls = [
        (percent(fall.depth),
         [*(date_format(day, "SHORT_DATE_FORMAT") for day in (fall.since, fall.lowest)),
          date_format(fall.until, "SHORT_DATE_FORMAT") if fall.until else _("not yet")])
        for fall in sheet.falls
    ]  # fmt: skip
    head = [_("began"), _("deepest"), _("made good")]
    return _table(page, (left, down), _("Worst drawdowns"), head, falls)


def _table(
    page: Canvas,
    at: Point,
    title: str,
    head: Sequence[str],
    rows: Sequence[tuple[str, Sequence[str]]],
) -> float:
    """A table up to the right edge; returns where the next one may begin."""
    left, down = at
    page.text((left, down + 4), title, 8, bold=True, colour=INK)
    down += 15
    step = 46.0
    ends = [RIGHT - step * (len(head) - 1 - n) for n in range(len(head))]
    for end, name in zip(ends, head, strict=True):
        page.text((end, down), _cut(page, name, 6, step - 3), 6, colour=SOFT, side="right")
    room = (ends[0] if ends else RIGHT) - step - left + 8
    for name, values in rows:
        for line in _wrapped(page, name, 6.8, room):
            down += 9.5
            page.text((left, down), line, 6.8, colour=INK)
        for end, value in zip(ends, values, strict=False):
            page.text((end, down), value, 6.8, colour=INK, side="right")
        page.lines([(left, down + 3), (RIGHT, down + 3)], LINE, 0.4)
    return down + GAP + 4


def _months(page: Canvas, months: Months, top: float) -> float:
    page.text((LEFT, top), _("Months and years, in %"), 8, bold=True, colour=INK)
    width = (RIGHT - LEFT - 26) / 13
    down = top + 12
    for n, name in enumerate([*months.names, _("year")]):
        page.text((LEFT + 26 + width * (n + 1) - 3, down), name, 6.5, colour=SOFT, side="right")
    rows = months.rows[-MOST_YEARS:]
    height = min(12.0, (PAGE[1] - 70 - down) / max(1, len(rows)))
    for row in rows:
        y, down = down + 4, down + height
        page.text((LEFT, down), str(row.year), 6.5, colour=INK)
        for n, (value, heat) in enumerate(row.cells):
            _cell(page, (LEFT + 26 + width * n, y), (width, height), value, heat)
        end = (LEFT + 26 + width * 13 - 3, down)
        page.text(end, number(100 * row.total, 1), 6.5, bold=True, colour=INK, side="right")
    if len(months.rows) > MOST_YEARS:
        note = _("The last %(n)s years; the page has all.") % {"n": MOST_YEARS}
        page.text((LEFT + 120, top), note, 6.5, colour=SOFT)
    return down


MOST_YEARS = 30


def _cell(page: Canvas, at: Point, size: Point, value: float | None, heat: str) -> None:
    if value is None:
        return
    (x, y), (width, height) = at, size
    shades = {"p": GAIN, "m": LOSS}.get(heat[:1])
    if shades and heat[1:].isdigit():
        corners = [(x + 1, y), (x + width, y), (x + width, y + height - 1), (x + 1, y + height - 1)]
        page.area(corners, shades[int(heat[1:]) - 1])
    place = (x + width - 3, y + height - 4)
    page.text(place, number(100 * value, 1), 6.5, colour=INK, side="right")


def _foot(page: Canvas, content: Content, top: float) -> None:
    replay = content.replay
    notes = [*content.marks]
    if replay.verified is False:
        notes.append(
            ngettext(
                "Not what was recorded: %(n)s figure comes out differently.",
                "Not what was recorded: %(n)s figures come out differently.",
                len(replay.differences),
            )
            % {"n": len(replay.differences)}
        )
    down = top
    for note in notes:
        for line in _wrapped(page, note, 7, RIGHT - LEFT):
            down += 10
            page.text((LEFT, down), line, 7, colour=BAD)
    for line in _wrapped(page, str(ADVICE), 7, RIGHT - LEFT):
        down += 10
        page.text((LEFT, down), line, 7, colour=SOFT)


def _wrapped(page: Canvas, text: str, size: float, room: float) -> Iterable[str]:
    line = ""
    for part in text.split():
        longer = f"{line} {part}".strip()
        if line and page.wide(longer, size) > room:
            yield line
            longer = part
        line = longer
    yield line


def _cut(page: Canvas, text: str, size: float, room: float) -> str:
    """The text, or as much of it as fits."""
    if page.wide(text, size) <= room:
        return text
    while text and page.wide(f"{text}…", size) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"
