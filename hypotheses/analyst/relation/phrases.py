"""Where the phrases around a cue begin and end, and whether a verb's form stands as a noun."""

from __future__ import annotations

from hypotheses.analyst.grammar import words
from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.reading import Reading, Span

_OF = words("shared.of")
_BE = words("shared.be")
IN = words("relation.in")
AND = words("relation.and")
_BEFORE_NOUN = words("relation.determiners") | words("relation.prepositions")
_CONTINUOUS = _BE | words("relation.continuous")
_JOINS = words("relation.joins")
_ASIDES = frozenset(("window_prepositions", "comparators", "measured_by", "statistics"))
_COMPARING = frozenset(("comparators",))
_STOPS = frozenset(",:")
_GRADES = words("relation.grades")
_NO_CLAUSE_END = words("relation.no_clause_end")


def first(reading: Reading, among: frozenset[str], span: Span) -> int | None:
    """The first token of a span whose key is among some words."""
    start, end = span[0], min(span[1], reading.size)
    if not among.isdisjoint(reading.held):
        for index in range(start, end):
            if reading.keys[index] in among:
                return index
    return None


def clause_end(reading: Reading, start: int, end: int) -> int:
    """Where the phrase that starts at `start` stops: at how it is measured, compared or timed."""
    stops = [
        cue.start
        for cue in reading.all("measured_by", "comparators", "conditionals", "passive_relations")
        if start < cue.start < end and reading.keys[cue.start] not in _NO_CLAUSE_END
    ]
    if reading.opens(_COMPARING, start) and reading.keys[start] not in _NO_CLAUSE_END:
        return start  # `falls RELATIVE TO the years before`
    return min(stops, default=end)


def clause_start(reading: Reading, start: int, end: int) -> int:
    """Where the phrase that ends at `end` begins: after `that`, `whether`, or the last comma."""
    end = _before_aside(reading, start, end)
    begin = start
    for cue in reading.inside("claim_openers", (start, end)):
        if reading.has_content((cue.end, end)):
            begin = cue.end
    if _STOPS.isdisjoint(reading.held):
        return begin
    for index in range(begin, end):
        if reading.keys[index] in _STOPS and reading.has_content((index + 1, end)):
            begin = index + 1
    return begin


def _before_aside(reading: Reading, start: int, end: int) -> int:
    """`A, in kilometres, correlates`: where the phrase before an aside ends, or the end."""
    if end - 1 <= start or reading.keys[end - 1] != ",":
        return end
    commas = [place for place in range(start, end - 1) if reading.keys[place] == ","]
    if not commas or not reading.opens(_ASIDES, commas[-1] + 1):
        return end
    return commas[-1] if reading.has_content((start, commas[-1])) else end


def population_start(reading: Reading, start: int, end: int) -> int:
    """Where `in <unit>` begins after a first phrase, or the end."""
    if "units" not in reading.cues or IN.isdisjoint(reading.held):
        return end
    for index in range(start + 1, end - 1):
        if reading.keys[index] in IN and opens_population(reading, index + 1, end):
            return index
    return end


def opens_population(reading: Reading, start: int, end: int) -> bool:
    """Whether a unit stands among the first words of a span."""
    return any(reading.starting("units", place) for place in range(start, min(start + 3, end)))


def adjunct(reading: Reading, span: Span) -> int | None:
    """The first word of an adjunct in a span: `increases NEAR the end of the sprint`."""
    starts = [cue.start for cue in reading.inside("adjuncts", span)]
    starts = [s for s in starts if reading.keys[s] not in _OF or s == span[0]]
    return min(starts, default=None)


def is_noun(reading: Reading, cue: Cue) -> bool:
    """Whether a word that may be a verb stands as a noun: `the increase of`, `a melhora`."""
    before = reading.keys[cue.start - 1] if cue.start > 0 else ""
    if reading.words.folds[cue.start] == "baixa" and before in _GRADES:
        return True  # `mais BAIXA`: the adjective
    if is_gerund(reading, cue):
        return before not in _CONTINUOUS
    if _joined_infinitive(reading, cue, before):
        return True
    after = reading.keys[cue.end] if cue.end < reading.size else ""
    return before == "" or before in _BEFORE_NOUN or (after in _OF and before not in _BE)


def is_gerund(reading: Reading, cue: Cue) -> bool:
    """`reducing`, `reduzindo`; not `bring`, which ends so in its base form."""
    folded = reading.words.folds[cue.start]
    return folded.endswith(("ing", "ndo")) and folded != cue.entries[0].data


def _joined_infinitive(reading: Reading, cue: Cue, before: str) -> bool:
    """`comprar e MANTER`: an infinitive behind another names an action, it claims nothing."""
    return (
        reading.lexicon.language == "pt"
        and before in _JOINS
        and reading.words.folds[cue.start].endswith("r")
        and reading.words.folds[cue.start - 2].endswith("r")
    )
