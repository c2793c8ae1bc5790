"""Reasons to reject an idea whatever its scores, each with its quote."""

from __future__ import annotations

from hypotheses.analyst.grammar import words
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.testability import Testability
from hypotheses.analyst.variables import Variables
from hypotheses.analyst.vetoes import (
    belief,
    circular,
    frames,
    immunity,
    minds,
    tautology,
    vagueness,
    value,
)
from hypotheses.analyst.vetoes.listed import LONG

_NONE = words("immunity.none")
_REACH = 4

Found = tuple[str, Span | None]


def find(
    reading: Reading, variables: Variables, measured: bool, testability: Testability
) -> list[tuple[str, Span]]:
    """The vetoes of a text as (kind, span), at most one of a kind."""
    framed = frames.find(reading, measured)
    if reading.keys[-1:] == ["?"]:
        framed.pop("tautology", None)  # `do prices rise, fall or stay?`
    found: list[Found] = []
    if not _is_weighed(reading):
        found = _claimed(reading, measured, framed)
    found.append(("tautology", tautology.find(reading, variables) or framed.get("tautology")))
    if not measured and not any(span for _, span in found):
        found.append(_empty(reading, variables, testability, framed.get("vagueness")))
    return [(kind, span) for kind, span in found if span and _in_idea(reading, span)]


def _is_weighed(reading: Reading) -> bool:
    """`contrary to ...`, `we test whether`: the belief is weighed; not `no one can refute it`."""
    return any(
        _NONE.isdisjoint(reading.keys[max(0, cue.start - _REACH) : cue.start])
        for cue in reading.all("contrasts")
    )


def _claimed(reading: Reading, measured: bool, framed: dict[str, Span]) -> list[Found]:
    """What a text claims that no data can settle."""
    found: dict[str, Span | None] = {
        "popular_belief": belief.find(reading, measured, framed.get("popular_belief")),
        "value_judgement": value.find(reading, measured),
        "unfalsifiable": immunity.find(reading),
        "metaphysics": None if measured else minds.find(reading, framed.get("minds")),
    }
    for kind in ("value_judgement", "unfalsifiable", "metaphysics"):
        found[kind] = found[kind] or framed.get(kind)
    return list(found.items())


def _empty(
    reading: Reading, variables: Variables, testability: Testability, framed: Span | None
) -> Found:
    """What a text says, when it says nothing or one thing twice."""
    same = tautology.same_thing(reading, variables) or circular.find(reading)
    if same is not None or testability.comparator is not None:
        return "tautology", same
    return "vagueness", vagueness.find(reading, variables, testability, framed)


def _in_idea(reading: Reading, span: Span) -> bool:
    """Whether a span stands where a text states its idea: in a long one, the first sentences."""
    return reading.last_sentence <= LONG or reading.sentence(span[0]) <= 1
