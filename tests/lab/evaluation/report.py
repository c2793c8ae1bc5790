"""The evaluation for a reader: a table of targets, the whole document, JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args

from django.utils.translation import gettext as _
from django.utils.translation import override

from config.runs.console import table
from hypotheses.domain.types import LANGUAGES, Language, Verdict

from . import labels, prose
from .figures import ALL_ITEMS, Figure, Target
from .pairs import PairSet
from .run import Evaluation
from .speed import MEMORY_RATIO, TEXTS_A_SECOND, Speed
from .tables import NOTHING, counted, interval, share
from .trials import ITEMS

UNREAD = "unread"


def targets_table(evaluation: Evaluation) -> str:
    """Every figure that has a target, and whether it is met."""
    head = [
        _("measured on"), _("figure"), _("language"), _("target"), _("measured"),
        _("hits"), _("95 % interval"), _("result"),
    ]  # fmt: skip
    return table(head, [_target_row(figure) for figure in evaluation.figures if figure.target])


def _target_row(figure: Figure) -> list[str]:
    value = figure.value
    return [
        labels.part(figure.part), labels.name(figure.name), figure.language,
        _bound(figure.target), share(value), f"{value.hits}/{value.total}", interval(value),
        _result(figure.met),
    ]  # fmt: skip


def _bound(target: Target | None) -> str:
    if target is None:
        return NOTHING
    return f"{'<=' if target.at_most else '>='} {target.bound:g}"


def _result(met: bool | None) -> str:
    return NOTHING if met is None else _("met") if met else _("missed")


def document(evaluation: Evaluation, speed: Speed | None) -> str:
    """docs/evaluation.md: in English whatever the reader's language, as all documents are."""
    with override("en"):
        parts = [prose.HEAD, targets_table(evaluation)]
        for pairs in evaluation.sets:
            parts += _pairs(evaluation, pairs)
        parts += _trials(evaluation)
        if speed:
            parts += [prose.SPEED, speed_table(speed), prose.machine()]
    return "\n\n".join(parts) + "\n"


def _pairs(evaluation: Evaluation, pairs: PairSet) -> Iterator[str]:
    figures = [figure for figure in evaluation.figures if figure.part == pairs.name]
    whole = [figure for figure in figures if not figure.group]
    yield f"## {labels.part(pairs.name).capitalize()}"
    yield prose.checked(pairs)
    yield _by_language(whole, [*LANGUAGES, "both"])
    for language in LANGUAGES:
        yield f"### Verdicts, {language}"
        yield _confusion(evaluation, pairs.name, language)
    for kind in ("field", "noise"):
        grouped = [figure for figure in figures if figure.group.startswith(f"{kind}:")]
        yield f"### Same verdict as the label, by {kind}"
        yield _by_language(grouped, LANGUAGES)


def _by_language(figures: Sequence[Figure], columns: Sequence[str]) -> str:
    """One row a figure (or a group), one column a language."""
    cells: dict[str, dict[str, str]] = {}
    for figure in figures:
        row = figure.group.partition(":")[2] or labels.name(figure.name)
        cells.setdefault(row, {})[figure.language] = counted(figure.value)
    rows = [[row, *(of.get(column, NOTHING) for column in columns)] for row, of in cells.items()]
    return table(["", *columns], rows)


def _confusion(evaluation: Evaluation, part: str, language: Language) -> str:
    counts = evaluation.confusions[part, language]
    verdicts = get_args(Verdict)
    rows = [
        [label, *(str(counts[label, found]) for found in (*verdicts, UNREAD))] for label in verdicts
    ]
    return table(["label", *(f"found {found}" for found in (*verdicts, UNREAD))], rows)


def _trials(evaluation: Evaluation) -> Iterator[str]:
    yield prose.trials(evaluation.trials)
    if evaluation.trials is None:
        return
    for kind in (*ITEMS, ALL_ITEMS):
        yield f"### {labels.part(kind).capitalize()}"
        found = [figure for figure in evaluation.figures if figure.part == kind]
        yield _by_language(found, [*LANGUAGES, "both"])


def speed_table(speed: Speed) -> str:
    rate, ratio = speed.texts_a_second, speed.memory_ratio
    lines, peak = _("%(count)s lines, seconds"), _("%(count)s lines, peak memory, MB")
    small, large = speed.small, speed.large
    rows = [
        (_("texts a second"), f"{rate:.0f}", TEXTS_A_SECOND, rate),
        (_("texts a second, each round"), ", ".join(f"{r:.0f}" for r in speed.rates), None, 0),
        (_("texts a second of processor time"), f"{speed.texts_a_cpu_second:.0f}", None, 0),
        (_("start-up, seconds"), f"{speed.startup:.2f}", None, 0),
        *((lines % {"count": one.lines}, f"{one.seconds:.2f}", None, 0) for one in speed.timings),
        (peak % {"count": small.lines}, f"{small.peak_bytes / 1e6:.0f}", None, 0),
        (peak % {"count": large.lines}, f"{large.peak_bytes / 1e6:.0f}", None, 0),
        (_("peak memory, ratio"), f"{ratio:.2f}", MEMORY_RATIO, ratio),
    ]
    return table(
        [_("figure"), _("measured"), _("target"), _("result")],
        [
            [name, shown, _bound(target), _result(target.met(value) if target else None)]
            for name, shown, target, value in rows
        ],
    )
