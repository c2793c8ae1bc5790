"""A claim that is true whatever happens."""

from __future__ import annotations

from hypotheses.analyst.categories import CLAIM_VERBS
from hypotheses.analyst.grammar import words
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.standing import OK, standing
from hypotheses.analyst.variables import Variables
from hypotheses.analyst.vetoes.listed import asserted

_FEW = 4
_OR = frozenset(("or", "ou"))
_THAN = words("value.than")
_UNITS = frozenset(("units",))


def find(reading: Reading, variables: Variables) -> Span | None:
    """`by definition`, or a claim of either one thing or its opposite."""
    listed = asserted(reading, "tautology")
    relation = variables.relation
    if listed and relation and reading.sentence(relation.at[0]) > reading.sentence(listed[0]):
        listed = None  # `By definition, a defect is ... The claim follows.`
    return listed or _either_way(reading)


def _either_way(reading: Reading) -> Span | None:
    """`os preços sobem ou não sobem`, `prices rise or do not rise`."""
    if _OR.isdisjoint(reading.held):
        return None
    for index in range(1, reading.size - 2):
        if reading.keys[index] not in _OR:
            continue
        start, end = reading.sentence_span(index)
        said = reading.content((index + 1, min(end, index + 5)))
        denied = reading.inside("negators", (index + 1, min(end, index + 4)))
        if (
            denied
            and said
            and reading.keys[said[0]] in reading.keys[start:index]
            and reading.opens(CLAIM_VERBS, said[0])
        ):
            return start, said[0] + 1
    return None


def same_thing(reading: Reading, variables: Variables) -> Span | None:
    """The two variables are the same words: `efficient teams are more efficient`."""
    relation = variables.relation
    if relation is None or relation.independent is None or relation.dependent is None:
        return None
    left, right = (_stems(reading, span) for span in (relation.independent, relation.dependent))
    definite = standing(reading, relation.independent) == OK
    apart = relation.independent[1] <= relation.dependent[0] or (
        relation.dependent[1] <= relation.independent[0]
    )
    whole = slice(relation.independent[0], relation.dependent[1])
    if relation.form == "intransitive" or not _THAN.isdisjoint(reading.keys[whole]):
        return None  # `families with debts ... than families without`: two groups
    named = all(reading.opens(_UNITS, i) for i in reading.content(relation.dependent))
    if _numbers(reading, relation.independent) != _numbers(reading, relation.dependent):
        return None  # `a dropout of 0.5 beats a dropout of 0.1`
    if apart and not named and definite and right and right <= left and len(left) <= _FEW:
        ends = sorted((*relation.independent, *relation.dependent))
        return ends[0], ends[-1]
    return None


def _numbers(reading: Reading, span: Span) -> set[str]:
    return {key for key in reading.keys[slice(*span)] if key[0].isdigit()}


def _stems(reading: Reading, span: Span) -> set[str]:
    return {reading.keys[index][:5] for index in reading.content(span)}
