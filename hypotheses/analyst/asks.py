"""What a version leaves to its author: questions, and slots named in its text."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from hypotheses.analyst.assess import Findings
from hypotheses.analyst.messages import messages_for
from hypotheses.analyst.parts import is_compared
from hypotheses.domain.types import Aspect, Clarification, Language


def asks(findings: Findings, parts: Collection[str]) -> tuple[Clarification, ...]:
    """Questions for the gaps that nothing answers."""
    words = messages_for(findings.reading.lexicon.language)
    tested = findings.testability
    directed = bool(tested.direction) and not tested.hedges
    open_points: tuple[tuple[Aspect, str, bool], ...] = (
        ("population", findings.population.code, "population" in parts),
        ("metrics", findings.metrics.code, "metric" in parts),
        ("variables", findings.variables.code, False),
        ("testability", tested.code, directed and is_compared(findings, parts)),
    )
    return tuple(
        Clarification(aspect, words.question(aspect, code, findings))
        for aspect, code, answered in open_points
        if code and not answered
    )


def slots(open_asks: Sequence[Clarification], language: Language, iteration: int) -> str:
    """What the version leaves to be defined, as its text names it."""
    if not open_asks:
        return ""
    words = messages_for(language)
    named = "; ".join(words.text(f"question.slot_{ask.aspect}") for ask in open_asks)
    return words.text("question.slot_again" if iteration > 1 else "question.slot", value=named)
