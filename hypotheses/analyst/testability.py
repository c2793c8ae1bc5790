"""Aspect `testability`: a direction (or equivalence), and something to hold it against."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.relation import OF

_DIRECTIONS = (
    "verb_up", "verb_down", "verb_beat", "more", "less", "change_up_nouns", "change_down_nouns",
    "signs", "equivalence", "verb_equal", "participle_up", "participle_down",
)
_THAN_REACH = 14
_TO = frozenset("to as than ao a aos quanto que".split())
_MATCHES = frozenset(("equal", "match", "equiv", "igual"))
_HALVES = frozenset("than que do".split())
_ARTICLES = frozenset("a an the one each every um uma o cada os as todo".split())
_AGE_WORDS = frozenset("old age idade experience experiencia".split())


@dataclass(frozen=True, slots=True)
class Testability:
    """Score, gap code (`missing`, `no_comparator`, `no_direction`, `hedged` or empty), spans."""

    __test__ = False

    score: int
    code: str
    direction: Span | None
    comparator: Span | None
    window: Span | None
    hedges: tuple[Span, ...]

    @property
    def span(self) -> Span | None:
        """The span to show as evidence."""
        return self.comparator or self.window or self.direction


def find(reading: Reading) -> Testability:
    """Score whether a text's claim could fail."""
    hedges = tuple(cue[:2] for cue in reading.all("hedges") if not reading.negated(cue.start, 1))
    direction = _direction(reading)
    comparator = _comparator(reading)
    window = _window(reading)
    score = min(2, bool(direction) + bool(comparator or window))
    code = ""
    if score < 2:
        code = "missing" if score == 0 else "no_comparator" if direction else "no_direction"
        if hedges:
            code = "hedged"
    return Testability(score, code, direction, comparator, window, hedges)


def _direction(reading: Reading) -> Span | None:
    for cue in reading.all(*_DIRECTIONS):
        if not _is_threshold(reading, cue) and not _plain_noun(reading, cue):
            return cue[:2]
    return None


def _plain_noun(reading: Reading, cue: Cue) -> bool:
    """`more` in `one or more`, `help` as a noun and the like say no direction."""
    return cue.start > 0 and reading.keys[cue.start - 1] in ("or", "ou")


def _is_threshold(reading: Reading, cue: Cue) -> bool:
    """`older than 60`, `more than 10 years`: a bound, not a direction."""
    end = cue.end
    while end < reading.size and end < cue.end + 2 and reading.keys[end] in _HALVES | OF:
        end += 1
    return end < reading.size and end > cue.end and reading.keys[end][0].isdigit()


def _comparator(reading: Reading) -> Span | None:
    for cue in reading.all("comparators"):
        if not _with_number(reading, cue) and _compares(reading, cue):
            return cue[:2]
    return _than(reading) or _equal_to(reading) or _beaten(reading) or _groups(reading)


def _than(reading: Reading) -> Span | None:
    """Portuguese `mais A que B`: a `que` behind a comparative that opens no clause."""
    if reading.lexicon.language != "pt":
        return None
    for cue in reading.all("more", "less"):
        end = min(reading.sentence_span(cue.start)[1], cue.end + _THAN_REACH)
        for place in range(cue.end, end - 1):
            if reading.keys[place] == "que" and not _verb(reading, place + 1):
                if not reading.keys[place + 1][0].isdigit():
                    return place, place + 2
    return None


def _verb(reading: Reading, index: int) -> bool:
    return reading.keys[index] in ("se", "nao", ",") or any(
        reading.starting(category, index)
        for category in ("verb_up", "verb_down", "verb_change", "verb_link", "verb_equal")
    )


def _equal_to(reading: Reading) -> Span | None:
    """An equivalence names two sides: `equivalent to those of ...`."""
    for cue in reading.all("equivalence", "verb_equal"):
        end = min(reading.sentence_span(cue.start)[1], cue.end + _THAN_REACH)
        if reading.keys[cue.end - 1] in _TO and cue.end - cue.start > 1:
            return cue[:2]
        if cue.end - cue.start == 1 and reading.starting("equivalence", cue.start) is None:
            if reading.keys[cue.start][:5] not in _MATCHES:
                continue
        for place in range(cue.end, end):
            if reading.keys[place] in _TO:
                return cue.start, place + 1
    return None


def _beaten(reading: Reading) -> Span | None:
    """The object of `outperforms` is what is compared with."""
    for cue in reading.all("verb_beat"):
        if reading.has_content((cue.end, reading.sentence_span(cue.start)[1])):
            return cue[:2]
    return None


def _with_number(reading: Reading, cue: Cue) -> bool:
    """`higher than 60`: the number is a bound, not a group to compare with."""
    return reading.keys[cue.end - 1] in _HALVES and cue.end < reading.size and (
        reading.keys[cue.end][0].isdigit()
    )


def _compares(reading: Reading, cue: Cue) -> bool:
    """Bare words such as `before` or `que na` compare only behind a comparison."""
    if len(reading.words.quote(cue.start, cue.end)) > 8:
        return True
    first = reading.keys[cue.start]
    if first in ("que", "quanto", "than"):
        start = reading.sentence_span(cue.start)[0]
        return any(
            reading.inside(c, (start, cue.start)) for c in ("more", "less", "equivalence")
        ) or reading.keys[cue.start : cue.end] == ["que", "nao"]
    if first in ("before", "antes", "ante"):
        return cue.end < reading.size and reading.keys[cue.end] in ("and", "e", "versus")
    return True


def _groups(reading: Reading) -> Span | None:
    """`differs between A and B`: the groups are the comparison."""
    for cue in reading.all("between_groups"):
        if reading.keys[cue.start] not in ("between", "entre"):
            continue
        start, end = reading.sentence_span(cue.start)
        differs = any(
            reading.keys[place] in ("differ", "difference", "difere", "diferem", "diferenca", "compare")
            for place in range(start, cue.start)
        )
        if differs:
            return cue.start, min(end, cue.end + 4)
    return None


def _window(reading: Reading) -> Span | None:
    for cue in reading.all("windows"):
        return cue[:2]
    for cue in reading.all("time_units"):
        span = _bounded_time(reading, cue)
        if span is not None:
            return span
    return _period(reading)


def _bounded_time(reading: Reading, cue: Cue) -> Span | None:
    """`over six months`, `12-week`, `within a season`; not an age, not a dose of minutes."""
    place = cue.start - 1
    counted = False
    while place >= 0 and (
        reading.is_number(place)
        or reading.keys[place] in _ARTICLES
        or reading.keys[place] in ("-", "–", "to", "and", "a", "ate", "first", "next", "primeiro", "proximo", "consecutive", "mesmo", "same")
    ):
        counted = counted or reading.is_number(place)
        place -= 1
        if cue.start - place > 5:
            break
    if cue.end < reading.size and reading.keys[cue.end] in _AGE_WORDS:
        return None
    if cue.end + 1 < reading.size and reading.keys[cue.end] in OF and (
        reading.keys[cue.end + 1] in _AGE_WORDS
    ):
        return None
    if place >= 0 and reading.keys[place] in OF and not counted:
        return None
    short = reading.keys[cue.end - 1] in ("minute", "minuto", "hour", "hora", "h", "d", "a")
    led = place >= 0 and any(
        reading.starting("window_prepositions", start) is not None
        and reading.starting("window_prepositions", start).end > place  # type: ignore[union-attr]
        for start in range(max(0, place - 3), place + 1)
    )
    dose = cue.end < reading.size and reading.keys[cue.end] in OF
    if short:
        return (place, cue.end) if led and counted and not dose and reading.keys[place] != "de" else None
    if led and reading.keys[place] not in ("per", "por", "every", "cada"):
        return place, cue.end
    return (cue.start - 1, cue.end) if counted and reading.lexicon.language == "en" and not dose else None


def _period(reading: Reading) -> Span | None:
    """`2000-2013`, `from 2015 to 2019`: two years apart."""
    years = [index for index in range(reading.size) if _is_year(reading.keys[index])]
    for first, second in itertools.pairwise(years):
        if 0 < second - first <= 3:
            return first, second + 1
    return None


def _is_year(key: str) -> bool:
    return len(key) == 4 and key.isdigit() and key[:2] in ("19", "20")
