"""The essence of a text as the guard compares it: key terms of both variables, and direction."""

from __future__ import annotations

from hypotheses.analyst.assess import Findings
from hypotheses.analyst.reading import Reading, Span
from hypotheses.domain.essence import Essence

_UP = ("verb_up", "more", "change_up_nouns", "participle_up")
_DOWN = ("verb_down", "less", "change_down_nouns", "participle_down")

_NO_TERMS = ("hedges", "hedge_verbs", "verb_link", "more", "less", "verb_up", "verb_down")


def essence(findings: Findings) -> Essence:
    """What a refinement must keep."""
    relation, reading = findings.variables.relation, findings.reading
    if relation is None:
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
    if span is None:
        return ()
    return tuple(
        reading.keys[i]
        for i in range(*span)
        if reading.is_content(i) and not any(reading.starting(c, i) for c in _NO_TERMS)
    )


def _direction(findings: Findings) -> str:
    """`up` or `down` as the first directed word says; empty without one."""
    span = findings.testability.direction
    if span is None:
        return ""
    for name, categories in (("up", _UP), ("down", _DOWN)):
        if any(findings.reading.starting(category, span[0]) for category in categories):
            return name
    return ""
