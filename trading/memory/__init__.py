"""Lessons: what developments leave for later ones, recalled as a frozen snapshot.

A development's lessons are written once, when it has ended. All their figures are of train and
validation: none is of a holdout.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction

from trading.market.clock import moment
from trading.memory.recall_search import recall, snapshot_hash
from trading.memory.sentences import (
    LANGUAGES,
    finding_in_words,
    follow,
    search_words,
    sentence,
    sentences,
)
from trading.memory.trials import (
    LessonOrigin,
    TrialNumbers,
    VariantOutcome,
    lineage,
    outcomes,
    trial_count,
)
from trading.models import Domain, Finding, Iteration, Lesson, Strategy, Variant
from trading.storage import load

__all__ = [
    "LessonOrigin",
    "TrialNumbers",
    "evidence_end",
    "lineage",
    "recall",
    "remember",
    "snapshot_hash",
    "trial_count",
]


@transaction.atomic
def remember(*, strategy: Strategy, state: Mapping[str, Any]) -> list[Lesson]:
    """Write the lessons of a development that ended; existing ones are unchanged.

    Lessons are significant findings, the best variant of each approach with its performance, and
    each cause of failure. Everything comes from the rows of the run, on train and validation alone.
    Returns the new lessons. Raises ValueError for a development that has not ended.
    """
    if not (state.get("final_status") or strategy.final_status):
        raise ValueError(f"strategy {strategy.pk} has not ended: there is nothing to remember yet")
    until = evidence_end(strategy)
    written = [_write(strategy, draft, until) for draft in drafts(strategy)]
    lessons = [lesson for lesson in written if lesson is not None]
    for lesson in lessons:
        follow(lesson)
    return lessons


def evidence_end(strategy: Strategy) -> datetime:
    """The time of the last bar before a strategy's holdout."""
    frame = load(strategy.dataset, strategy.date_from, strategy.date_to, auxiliary=()).frame
    return moment(frame.index[-1])


def _write(strategy: Strategy, draft: LessonDraft, until: datetime) -> Lesson | None:
    sentences = {language: _say(strategy, draft, language) for language in LANGUAGES}
    lesson, made = Lesson.objects.get_or_create(
        strategy=strategy,
        kind=draft.kind,
        key=draft.key,
        defaults={
            "ticker": strategy.ticker,
            "frequency": strategy.dataset.frequency,
            "approach": draft.approach,
            "code": draft.code,
            "values": dict(draft.values),
            "text": sentences[strategy.language],
            "language": strategy.language,
            "words": _words(draft, sentences),
            "evidence_until": until,
            "variant": draft.variant,
        },
    )
    if not made:
        return None
    lesson.findings.set(draft.findings)
    return lesson


def _say(strategy: Strategy, draft: LessonDraft, language: str) -> str:
    where = {"ticker": strategy.ticker, "frequency": strategy.dataset.frequency}
    if draft.text and language == strategy.language:
        return sentences(language).placed(draft.text, **where)
    if draft.sentence:
        return finding_in_words(draft.sentence, language, **where)
    return sentence(
        language, code=draft.code, approach=draft.approach, values=draft.values, **where
    )


def _words(draft: LessonDraft, sentences: Mapping[str, str]) -> str:
    named = [draft.approach, str(draft.values.get("template", ""))]
    names = [name for name in named if name]
    return search_words(code=draft.code, names=names, texts=list(sentences.values()))


logger = logging.getLogger(__name__)

MAX_FINDINGS = 10
MAX_STRATEGIES = 5

COUNTS = ("luck", "best_train", "kinds", "rounds", "failed", "of")
"""The numbers behind a failure's cause, none of them of a holdout."""

GENERAL = frozenset({"errors", "no_trades", "no_edge", "nothing_works", "luck", "random_entries"})
"""Causes that concern the ticker, not one rule."""

APPROACHES = frozenset(
    {"untried_edge", "overfit", "drawdown", "few_trades", "near_miss", "weak"}
    | {"look_ahead", "too_few_trades", "short_record", "overfitted_line", "overfit_forward"}
    | {"near_plateau", "peak", "entries_by_chance", "costs", "luck_forward"}
    | {"luck_beyond"}
)
"""Causes that concern the best variant's rule."""

UNTOLD = frozenset({"holdout_failed", "no_variants", "unjudged", "too_dear"})
"""Causes without a lesson: they would reveal the holdout, or concern the request and not the
prices; a failure that could not be judged teaches nothing."""


@dataclass(frozen=True)
class LessonDraft:
    """A lesson to be written; `text` is an existing sentence, `sentence` the same by code and
    values."""

    kind: str
    key: str
    code: str
    values: Mapping[str, Any]
    approach: str = ""
    text: str = ""
    sentence: Mapping[str, Any] = field(default_factory=dict)
    variant: Variant | None = None
    findings: Sequence[Finding] = field(default_factory=tuple)


def drafts(strategy: Strategy) -> Iterator[LessonDraft]:
    """All lessons of a development, in a fixed order."""
    results = outcomes(strategy)
    yield from _findings(strategy)
    yield from _strategies(results)
    yield from _lessons(strategy, {result.variant.pk: result for result in results})


def _findings(strategy: Strategy) -> Iterator[LessonDraft]:
    """What research found beyond chance: edges first, then facts, the most certain first.

    A finding that is significant by itself, but not among all tests of edges, is no lesson.
    """
    tests = tested_edges(strategy)
    rows = strategy.findings.filter(significant=True, status__in=("OK", "PROXY"))
    found: dict[str, tuple[bool, float, LessonDraft]] = {}
    for row in rows.order_by("research_iteration", "id"):
        edge = tests.get(key_of(row.research_iteration, row.agent, row.name, row.params))
        if edge is None or edge.significant:
            draft = _finding(row, edge)
            p_value = edge.p_adjusted if edge else row.p_value
            found.setdefault(draft.key, (edge is None, 1.0 if p_value is None else p_value, draft))
    ranked = sorted(found.values(), key=lambda one: one[:2])
    yield from (draft for _fact, _p, draft in ranked[:MAX_FINDINGS])


def _finding(row: Finding, edge: TestedEdge | None) -> LessonDraft:
    names = ("agent", "domain", "name", "value", "unit", "n_obs", "signal", "confidence", "p_value")
    values = {name: getattr(row, name) for name in names} | {"params": row.params}
    if edge is not None:
        values["p_adjusted"] = edge.p_adjusted
    key = f"{row.agent}/{row.name}/{short_hash(row.params)}"
    return LessonDraft(Lesson.Kind.FINDING, key, "edge" if edge else "finding", values,
                 edge.kind if edge else "", text=row.interpretation.strip(),
                 sentence=row.sentence, findings=[row])  # fmt: skip


def _strategies(results: Sequence[VariantOutcome]) -> Iterator[LessonDraft]:
    """The best variant of each rule, best first, with its performance."""
    best: dict[str, VariantOutcome] = {}
    for result in results:
        if result.judged:
            best.setdefault(result.rule, result)
    for result in list(best.values())[:MAX_STRATEGIES]:
        variant = result.variant
        values = {**result.as_values(), "parameters": variant.parameters, "name": variant.name}
        code = "passed" if result.passed else "missed"
        yield LessonDraft(Lesson.Kind.STRATEGY, variant.spec_hash, code, values, variant.approach,
                    variant=variant, findings=list(variant.findings.all()))  # fmt: skip


def _lessons(strategy: Strategy, results: Mapping[int, VariantOutcome]) -> Iterator[LessonDraft]:
    """Each cause of failure, once per rule, as it was the last time."""
    found: dict[str, LessonDraft] = {}
    for row in strategy.iterations.select_related("best_variant").order_by("number"):
        draft = _lesson(row, results)
        if draft is not None:
            found[draft.key] = draft
    yield from found.values()


def _lesson(row: Iteration, results: Mapping[int, VariantOutcome]) -> LessonDraft | None:
    cause = row.failure.get("cause", "")
    if cause not in GENERAL | APPROACHES:
        if cause and cause not in UNTOLD:
            logger.warning("strategy %s: no lesson tells of the cause %r", row.strategy_id, cause)
        return None
    values = {name: row.failure.get("values", {}).get(name) for name in COUNTS}
    result = results.get(row.best_variant_id or 0)
    if cause in GENERAL:
        return LessonDraft(Lesson.Kind.LESSON, cause, cause, values)
    if result is None:
        return None  # its best variant is gone, and with it the values of the cause
    return LessonDraft(
        Lesson.Kind.LESSON,
        f"{cause}/{result.rule}",
        cause,
        {**values, **result.as_values(), **_named(row.failure.get("values", {}))},
        result.variant.approach,
        variant=result.variant,
        findings=list(result.variant.findings.all()),
    )


def _named(values: Mapping[str, Any]) -> dict[str, Any]:
    """The names in a failure's values: figures that were missed, the edge not tried."""
    return {"missed": list(values.get("missed", [])), "edge": str(values.get("edge", ""))}


Key = tuple[int, str, str, str]


class TestedEdge(NamedTuple):
    """A test of an edge: its kind, and its p-value among all tests of its round."""

    kind: str
    p_adjusted: float
    significant: bool


def tested_edges(strategy: Strategy) -> dict[Key, TestedEdge]:
    """Every test of an edge, by the round, agent, figure and parameters of its finding."""
    sheets = strategy.fact_sheets.filter(domain=Domain.OVERALL)
    found = {}
    for number, content in sheets.values_list("research_iteration", "content"):
        for edge in content.get("edges", []):
            for test in edge["evidence"]:
                key = key_of(number, test["agent"], test["name"], test["params"])
                found[key] = TestedEdge(edge["kind"], test["p_adjusted"], test["significant"])
    return found


def key_of(research_iteration: int, agent: str, name: str, params: Any) -> Key:
    """The key of a test."""
    return research_iteration, agent, name, short_hash(params)


def short_hash(document: Any) -> str:
    """A hashable form of plain JSON, to compare the parameters of figures."""
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()[:8]
