"""Aspect `variables`: an independent and a dependent variable, distinct and with a relation."""

from __future__ import annotations

from typing import NamedTuple

from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.relation import Relation, relations
from hypotheses.analyst.standing import NONE, OK, PLACEHOLDER, VAGUE, is_generic, standing

_STATED = ("verb", "intransitive", "associated")
_RANK = {OK: 3, VAGUE: 2, PLACEHOLDER: 1, NONE: 0}


class Variables(NamedTuple):
    """The best relation found, the standing of each side, and the score with its gap code."""

    score: int
    code: str
    relation: Relation | None
    independent: str
    dependent: str

    stated: bool = False  # in a text of one sentence

    @property
    def placeholder(self) -> bool:
        """Whether a side is a mere letter (X, Y)."""
        return PLACEHOLDER in (self.independent, self.dependent)


def find(reading: Reading) -> Variables:
    """Score a text's variables. Codes: missing, one_side, placeholder, vague_iv, vague_dv."""
    best: Variables | None = None
    for relation in relations(reading):
        found = _judge(reading, relation)
        if found.code == "vague_iv" and relation.form in _STATED:
            return found  # what the sentence itself names as the cause is too general
        if best is None or _quality(found) > _quality(best):
            best = found
    if best is not None:
        return best
    named = reading.all("constructs", "factors", "measures")
    return Variables(1 if named else 0, "one_side" if named else "missing", None, NONE, NONE)


def _quality(variables: Variables) -> tuple[int, int]:
    return variables.score, _RANK[variables.independent] + _RANK[variables.dependent]


def _judge(reading: Reading, relation: Relation) -> Variables:
    independent = standing(reading, relation.independent)
    dependent = standing(reading, relation.dependent)
    if independent == OK and relation.independent and is_generic(reading, relation.independent):
        independent = VAGUE
    score, code = _score(independent, dependent)
    return Variables(score, code, relation, independent, dependent, not reading.last_sentence)


def _score(independent: str, dependent: str) -> tuple[int, str]:
    sides = (independent, dependent)
    if PLACEHOLDER in sides:
        return 1, "placeholder"
    if NONE in sides:
        return (0, "missing") if independent == dependent else (1, "one_side")
    if VAGUE not in sides:
        return 2, ""
    code = "vague_iv" if independent == VAGUE else "vague_dv"
    return 0 if independent == dependent else 1, code


def evidence(reading: Reading, variables: Variables) -> Span | None:
    """The tokens that show the relation: from the first variable to the end of the second."""
    relation = variables.relation
    if relation is None:
        return None
    spans = [relation.at] + [
        reading.trim(span)
        for span in (relation.independent, relation.dependent)
        if span is not None and reading.has_content(span)
    ]
    return min(span[0] for span in spans), max(span[1] for span in spans)
