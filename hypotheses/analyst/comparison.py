"""What a claim is held against: a comparator, or another group."""

from __future__ import annotations

from hypotheses.analyst.categories import CLAIM_VERBS, COMPARED
from hypotheses.analyst.grammar import words
from hypotheses.analyst.levels import opens_clause
from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.qualifying import bounds
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.sections import Sections

_TO = words("comparison.to")
_HALVES = words("comparison.halves")
_MATCHES = words("comparison.matches")
_NEEDS_COMPARATIVE = words("comparison.needs_comparative")
_BEFORE = words("comparison.before")
_AND = words("comparison.and")
_BETWEEN = words("comparison.between")
_DIFFERS = words("comparison.differs")
_OF = words("shared.of")
_CONTROL = words("comparison.control")
_ABOUT = (["em", "relacao"], ["in", "relation"])
_VERBAL = CLAIM_VERBS | {"participle_up", "participle_down", "participle_link"}
_COMPARATIVES = COMPARED | {"equivalence"}
_ASKING = words("comparison.asking")
_THAN_REACH = 14


def find(sections: Sections, set_level: Span | None) -> Span | None:
    """The words that compare; `set_level` is the text's `level`."""
    for cue in sections.claimed("comparators"):
        if not _with_number(sections.reading, cue) and _compares(sections.reading, cue):
            return cue[:2]
    return (
        set_level
        or _than(sections)
        or _equal_to(sections)
        or _beaten(sections)
        or _groups(sections)
    )


def _with_number(reading: Reading, cue: Cue) -> bool:
    """`higher than 60`, `than or equal to 34`: a bound, not a group to compare with."""
    if reading.keys[cue.end - 1] not in _HALVES or _hyphened(reading, cue.end):
        return False
    return reading.is_number(cue.end + 1) or bounds(reading, cue.end - 1)


def _hyphened(reading: Reading, index: int) -> bool:
    """`than 30-SECOND ones`: the number belongs to what is compared with."""
    if index + 1 >= reading.size or not reading.is_number(index):
        return False
    words = reading.words
    return words.text[words.ends[index] : words.starts[index + 1]] == "-"


def _compares(reading: Reading, cue: Cue) -> bool:
    """Bare words such as `before` or `que na` compare only behind a comparison."""
    if _only_about(reading, cue) or _controls(reading, cue):
        return False
    if len(reading.quote(cue[:2])) > 8:
        return True
    first = reading.keys[cue.start]
    if first in _NEEDS_COMPARATIVE:
        if _reports(reading, cue.start):
            return False
        start = reading.sentence_span(cue.start)[0]
        return reading.holds(_COMPARATIVES, (start, cue.start)) or (
            reading.keys[cue.start : cue.end] == ["que", "nao"]
        )
    if first in _BEFORE:
        return cue.end < reading.size and reading.keys[cue.end] in _AND
    return True


def _reports(reading: Reading, index: int) -> bool:
    """`sugerindo QUE a`, `, ou seja, QUE o`: a `que` that opens a clause."""
    before = reading.words.folds[index - 1] if index else ","
    return reading.keys[index] == "que" and (before == "," or before.endswith("ndo"))


def _only_about(reading: Reading, cue: Cue) -> bool:
    """`Em relação à postura, ...` at the start of a sentence: what it is about."""
    opens = cue.start == reading.sentence_span(cue.start)[0]
    return opens and reading.keys[cue.start : cue.start + 2] in _ABOUT


def _controls(reading: Reading, cue: Cue) -> bool:
    """`the control of pain`, `o controle postural`: what is controlled, not a group."""
    if reading.keys[cue.end - 1] not in _CONTROL or cue.end >= reading.size:
        return False
    if reading.keys[cue.end] in _OF:
        return True
    portuguese = reading.lexicon.language == "pt" and cue.end - cue.start == 2
    return portuguese and reading.is_content(cue.end) and not reading.opens(_VERBAL, cue.end)


def _than(sections: Sections) -> Span | None:
    """Portuguese `mais A que B`: a `que` behind a comparative that opens no clause."""
    reading = sections.reading
    if reading.lexicon.language != "pt":
        return None
    for cue in sections.claimed("more", "less"):
        end = min(reading.sentence_span(cue.start)[1], cue.end + _THAN_REACH)
        for place in range(cue.end, end - 1):
            if reading.keys[place] == "que" and not (
                reading.keys[place - 1] in _ASKING  # `saber DE que modo`
                or _reports(reading, place)
                or bounds(reading, place)
                or opens_clause(reading, place + 1)
            ):
                return place, place + 2
    return None


def _equal_to(sections: Sections) -> Span | None:
    """An equivalence names two sides: `equivalent to those of ...`."""
    reading = sections.reading
    for cue in sections.claimed("equivalence", "verb_equal"):
        single = cue.end - cue.start == 1
        if bounds(reading, cue.end - (not single)):
            continue  # `equal to 3`
        if not single and reading.keys[cue.end - 1] in _TO:
            return cue[:2]
        verb = single and reading.starting("equivalence", cue.start) is None
        if verb and reading.keys[cue.start][:5] not in _MATCHES:
            continue
        end = min(reading.sentence_span(cue.start)[1], cue.end + _THAN_REACH)
        for place in range(cue.end, end):
            if reading.keys[place] in _TO:
                return cue.start, place + 1
    return None


def _beaten(sections: Sections) -> Span | None:
    """The object of `outperforms` is what is compared with."""
    reading = sections.reading
    for cue in sections.claimed("verb_beat"):
        if reading.has_content((cue.end, reading.sentence_span(cue.start)[1])):
            return cue[:2]
    return None


def _groups(sections: Sections) -> Span | None:
    """`differs between A and B`: the groups are the comparison."""
    reading = sections.reading
    for cue in sections.claimed("between_groups"):
        if reading.keys[cue.start] not in _BETWEEN:
            continue
        start, end = reading.sentence_span(cue.start)
        if not _DIFFERS.isdisjoint(reading.keys[start : cue.start]):
            return cue.start, min(end, cue.end + 4)
    return None
