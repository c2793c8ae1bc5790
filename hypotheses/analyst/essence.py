"""The essence of a text as the guard compares it: key terms of both variables, and direction."""

from __future__ import annotations

from hypotheses.analyst.assess import Findings
from hypotheses.analyst.categories import COMPARED
from hypotheses.analyst.reading import Reading, Span
from hypotheses.domain.essence import Essence

_UP = frozenset(("verb_up", "more", "change_up_nouns", "participle_up"))
_DOWN = frozenset(("verb_down", "less", "change_down_nouns", "participle_down"))
_NO_TERMS = COMPARED | {"hedges", "hedge_verbs", "verb_link", "verb_up", "verb_down"}


def essence(findings: Findings) -> Essence:
    """What a refinement must keep."""
    relation, reading = findings.variables.relation, findings.reading
    if relation is None or findings.variables.placeholder:  # letters are there to be replaced
        return Essence((), (), _direction(findings))
    return Essence(
        _terms(reading, relation.independent),
        _terms(reading, relation.dependent),
        _direction(findings),
    )


def key_terms(findings: Findings) -> tuple[str, ...]:
    """All content words of a text, by their keys."""
    return _terms(findings.reading, (0, findings.reading.size))


def _terms(reading: Reading, span: Span | None) -> tuple[str, ...]:
    content = reading.content(span) if span else []
    return tuple(reading.keys[i] for i in content if not reading.opens(_NO_TERMS, i))


def _direction(findings: Findings) -> str:
    """`up` or `down` as the first directed word says; empty without one."""
    span = findings.testability.direction
    if span is None:
        return ""
    if findings.reading.opens(_UP, span[0]):
        return "up"
    return "down" if findings.reading.opens(_DOWN, span[0]) else ""
