"""Nothing to hold on to: empty words where the variables should be."""

from __future__ import annotations

from hypotheses.analyst.categories import COMPARED
from hypotheses.analyst.grammar import words
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.testability import Testability
from hypotheses.analyst.variables import Variables

_HOLLOW = words("vagueness.hollow")
_SAYS_NOTHING = COMPARED | {"vague_nouns", "empty_nouns", "verb_link", "hedges", "verb_change"}
_FEW = 4
_BOTH = 2  # the score of two definite variables
_FEWEST = 2
_SHORT = 10  # words


def find(
    reading: Reading, variables: Variables, testability: Testability, framed: Span | None
) -> Span | None:
    """The vague phrase, or the whole text where it is all vague."""
    if variables.placeholder or reading.all("measures") or _is_dated(reading, testability):
        return None
    whole = (0, reading.size)
    stated = variables.score == _BOTH and bool(reading.all("passive_relations"))
    if _empty_variable(reading, variables) or (not stated and _undirected(reading, testability)):
        return whole
    if _directs_nothing(reading, testability):
        if _is_hollow(reading):
            return whole
        if framed is not None and _says_little_beside(reading, framed):
            return framed
    if reading.all("factors"):
        return None
    for cue in reading.all("vagueness"):
        return cue[:2]
    return whole if _names_nothing(reading, variables) else None


def _is_dated(reading: Reading, testability: Testability) -> bool:
    """`brings results in 30 DAYS`: poor, but with a date to check it at."""
    window = testability.window
    return window is not None and any(map(reading.is_number, range(*window)))


def _says_little_beside(reading: Reading, framed: Span) -> bool:
    """Whether a text hardly says more than its empty frame."""
    beside = _said(reading, (0, framed[0])) + _said(reading, (framed[1], reading.size))
    return len([index for index in beside if reading.keys[index] not in _HOLLOW]) <= _FEWEST


def _is_hollow(reading: Reading) -> bool:
    """Whether all words but one say nothing: `good practices lead to good results`."""
    if any(reading.keys[unit.start] not in _HOLLOW for unit in reading.all("units")):
        return False
    content = reading.content((0, reading.size))
    full = [i for i in _said(reading, (0, reading.size)) if reading.keys[i] not in _HOLLOW]
    hollow = len(content) - len(full)
    return len(full) <= 1 and hollow > 1 and not any(map(reading.is_name, content))


def _directs_nothing(reading: Reading, testability: Testability) -> bool:
    """Whether a text claims no direction; `leads to good things` claims none."""
    directed = testability.direction
    return directed is None or reading.keys[directed[0]] in _HOLLOW


def _names_nothing(reading: Reading, variables: Variables) -> bool:
    """Whether a text with content words but no listed outcome hardly says anything with them."""
    content = reading.content((0, reading.size))
    if not content or _names_outcome(reading):
        return False
    said = _said(reading, (0, reading.size))
    if reading.all("empty_nouns") and len(said) <= _FEW:
        return True
    return variables.score == 0 and not said


def _undirected(reading: Reading, testability: Testability) -> bool:
    """Whether a text without a direction names at most two things beside vague words."""
    if testability.direction is not None or not reading.all("vague_nouns", "empty_nouns"):
        return False
    if reading.all("units") and _names_outcome(reading):
        return False  # `something on customer loyalty in pharmacies`: a topic
    if reading.all("units") or _names_outcome(reading):
        return bool(reading.all("empty_nouns")) and reading.size <= _SHORT
    return len(_said(reading, (0, reading.size))) <= _FEWEST


def _names_outcome(reading: Reading) -> bool:
    """Whether a text names an outcome that is more than `better`."""
    return any(not reading.starting("more", cue.start) for cue in reading.all("constructs"))


def _empty_variable(reading: Reading, variables: Variables) -> bool:
    """Whether a variable is but `things`, `everything`, `whatever`: `when things go right`."""
    relation = variables.relation
    if relation is None:
        return False
    spans = [relation.independent]
    if not reading.all("units"):  # `does it change anything in the residents?`: poor, not empty
        spans.append(relation.dependent)
    return any(
        span is not None and reading.inside("empty_nouns", span) and len(_said(reading, span)) <= 1
        for span in spans
    )


def _is_cause(reading: Reading, index: int) -> bool:
    """`SLEEP may affect memory`: a listed factor, though it may join other words, too."""
    joins = reading.starting("verb_link", index)
    return joins is not None and reading.starting("factors", index) is not None


def _said(reading: Reading, span: Span) -> list[int]:
    """The words of a span that are neither function words nor vague."""
    return [
        index
        for index in reading.content(span)
        if (not reading.opens(_SAYS_NOTHING, index) or _is_cause(reading, index))
        and not reading.keys[index].endswith(("ly", "mente"))
    ]
