"""A development as a document that its reader takes along, in their language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from config.desk.documents import Block, Document, Grid
from trading.models import Backtest, Decision, GateOutcome, Strategy, Variant
from trading.presenting.code_names import ADVICE, word
from trading.presenting.gates import GateLine, Stage, stages
from trading.presenting.numbers import NONE, figure, number, p_value
from trading.presenting.variant import rules
from trading.services.marks import marks_of
from trading.services.wording import objective, reader_language, wording

SEGMENTS = ("train", "validation", "holdout")
FIGURES = ("sharpe_ratio", "annual_return", "volatility", "total_return", "max_drawdown",
           "win_rate", "profit_factor", "total_trades")  # fmt: skip


@dataclass(frozen=True)
class SegmentFigures:
    """A figure on each segment that was played; `values` is in the order of the segments."""

    name: str
    values: Sequence[float | None]


@dataclass(frozen=True)
class Judged:
    """A variant with its gates and figures, and what must be said of those on sealed bars."""

    variant: Variant
    gates: Sequence[GateOutcome]
    stages: Sequence[Stage]
    segments: Sequence[str]
    figures: Sequence[SegmentFigures]
    parameters: Mapping[str, object]
    rules: Sequence[str]
    marks: Sequence[str]


def judged(variants: Sequence[Variant]) -> list[Judged]:
    """The variants of `judged_variants`, ready to be shown."""
    marks = marks_of(variants)
    return [_judged(variant, marks.get(variant.pk, ())) for variant in variants]


def _judged(variant: Variant, marks: Sequence[str]) -> Judged:
    played = {row.segment: row for row in variant.backtests.all()}
    segments = [name for name in SEGMENTS if name in played]
    gates = list(variant.gates.all())
    return Judged(
        variant=variant,
        gates=gates,
        stages=stages(gates),
        segments=segments,
        figures=list(_figures([played[name] for name in segments])),
        parameters=variant.parameters,
        rules=rules(variant),
        marks=marks,
    )


def _figures(rows: Sequence[Backtest]) -> Iterator[SegmentFigures]:
    for name in FIGURES:
        yield SegmentFigures(name, [getattr(row, name) for row in rows])


MAX_FINDINGS = 200
"""Of research, those that are significant first."""


def strategy_document(
    strategy: Strategy, context: dict[str, Any], variants: Sequence[Judged]
) -> Document:
    """The document of a development, from the context of its page and its judged variants."""
    decisions: list[Decision] = list(context["decisions"])
    made = max([strategy.created_at, *(row.created_at for row in decisions)])
    blocks = tuple(
        block
        for block in _blocks(strategy, context, variants, decisions)
        if block.paragraphs or block.points or block.grid
    )
    title = _("Strategy %(n)s: %(ticker)s") % {"n": strategy.pk, "ticker": strategy.ticker}
    return Document(title, reader_language(), made, blocks)


def _blocks(
    strategy: Strategy,
    context: dict[str, Any],
    variants: Sequence[Judged],
    decisions: Sequence[Decision],
) -> Iterator[Block]:
    verdict = context["verdict"]
    told = [verdict.said, wording(strategy).text] if strategy.final_message else [verdict.said]
    yield Block(_("Verdict"), tuple(told))
    yield Block(_("What was asked"), (objective(strategy).text,), tuple(_asked(strategy, context)))
    for one in variants:
        yield from _variant(one)
    yield Block(_("Trials"), points=tuple(_trials(context["trials"])))
    yield Block(_("Rounds"), grid=_rounds(context["rounds"], strategy))
    if research := context.get("research"):
        overall = research.overall
        yield Block(
            _("Research"),
            (wording(overall, strategy).text,) if overall else (),
            grid=_findings(research, strategy),
        )
    yield Block(_("Decisions"), points=tuple(_decision(row, strategy) for row in decisions))
    yield Block(_("Note"), (str(ADVICE),))


def _asked(strategy: Strategy, context: dict[str, Any]) -> Iterator[str]:
    dataset = strategy.dataset
    yield f"{_('data')}: {dataset}: {context['data']}; SHA-256 {dataset.sha256}; {dataset.source}"
    yield from (f"{fact.title}: {fact.text}" for fact in context["facts"])


def _variant(one: Judged) -> Iterator[Block]:
    variant = one.variant
    name = f"{variant.iteration}.{variant.index + 1} {wording(variant).text}"
    title = _("Variant %(name)s") % {"name": name}
    parameters = ", ".join(f"{key} = {value}" for key, value in one.parameters.items())
    yield Block(title, (*one.marks, parameters), tuple(one.rules))
    head = (_("Figure"), *(word(segment, "segment") for segment in one.segments))
    rows = tuple(
        (word(line.name, "figure"), *(figure(value, line.name) for value in line.values))
        for line in one.figures
    )
    yield Block(_("Figures by segment"), grid=Grid(head, rows) if one.segments else None)
    yield Block(_("Gates"), grid=_gates(one))


def _gates(one: Judged) -> Grid | None:
    head = (_("Gate"), _("Segment"), _("Value"), _("required"), _("Result"))
    rows = tuple(
        (
            word(gate.name, "figure"),
            word(gate.segment, "segment"),
            line.value,
            line.asked,
            _("passed") if gate.passed else _("not passed"),
        )
        for gate in one.gates
        for line in [GateLine(gate)]
    )
    return Grid(head, rows) if rows else None


def _trials(found: Any) -> Iterator[str]:
    yield _("parameter sets on real prices: %(own)s own, %(inherited)s inherited") % {
        "own": number(found.own, 0),
        "inherited": number(found.inherited, 0),
    }
    if found.luck is not None:
        yield _("Sharpe ratio that luck alone reaches in so many: %(luck)s") % {
            "luck": figure(found.luck)
        }


def _rounds(lines: Sequence[Any], strategy: Strategy) -> Grid | None:
    head = ("№", _("carried out"), _("best variant"), _("gate score"), _("Sharpe ratio"),
            _("decided"))  # fmt: skip
    rows = tuple(
        (
            str(line.row.number),
            word(line.row.action, "action"),
            wording(line.row.best_variant, strategy).text if line.row.best_variant else NONE,
            figure(line.row.best_score),
            figure(line.row.best_sharpe),
            word(line.row.next_action, "action"),
        )
        for line in lines
    )
    return Grid(head, rows) if rows else None


def _findings(research: Any, strategy: Strategy) -> Grid | None:
    head = (_("agent"), _("finding"), _("adjusted p"))
    rows = tuple(
        (line.agent, wording(line.row, strategy).text, p_value(line.adjusted))
        for card in research.cards
        for line in card.lines
    )
    return Grid(head, rows[:MAX_FINDINGS]) if rows else None


def _decision(row: Decision, strategy: Strategy) -> str:
    when = date_format(timezone.localtime(row.created_at), "SHORT_DATETIME_FORMAT")
    back = f" ({_('taken back at once')})" if row.withdrawn_at else ""
    after, source = row.get_after_display(), row.get_source_display()
    return f"{when}: {after} ({source}){back}. {wording(row, strategy).text}"
