"""Aspect `testability`: a direction (or equivalence), and something to hold it against."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.relation import BE, OF
from hypotheses.analyst.sections import Sections
from hypotheses.analyst.variables import Variables

_DIRECTIONS = (
    "verb_up",
    "verb_down",
    "verb_beat",
    "more",
    "less",
    "change_up_nouns",
    "change_down_nouns",
    "signs",
    "equivalence",
    "verb_equal",
    "participle_up",
    "participle_down",
)
_CLAIMING = (
    "verb_up",
    "verb_down",
    "verb_change",
    "verb_beat",
    "more",
    "less",
    "effect_nouns",
    "pair_nouns",
)
_AGE_FROM = 15
_HAVE = frozenset("has have had tem ter tinha foram foi ha was".split())
_BEFORE_BOUND = frozenset("or ou pelo ao at no".split())
_BOUNDING = frozenset(
    "than que do de da dos a ao ou or igual equal to superior inferior maior menor".split()
)
_LOOSE = frozenset("in em by at of de".split())
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


def find(reading: Reading, sections: Sections, variables: Variables | None = None) -> Testability:
    """Score whether a text's claim could fail; what only lists criteria is left out."""
    heard = _Heard(reading, sections)
    hedges = tuple(
        c[:2]
        for c in heard.all("hedges")
        if not reading.negated(c.start, 1)
        and _in_claim(reading, c.start)
        and not (c.start and reading.words.raw(c.start) == "May")  # the month
    )
    direction = _direction(heard, variables)
    comparator = _comparator(heard)
    window = _window(heard)
    score = min(2, bool(direction) + bool(comparator or window))
    code = ""
    if score < 2:
        code = "missing" if score == 0 else "no_comparator" if direction else "no_direction"
        if hedges:
            code = "hedged"
    return Testability(score, code, direction, comparator, window, hedges)


def _in_claim(reading: Reading, index: int) -> bool:
    """Whether a word stands in the first sentence, or in one that claims a change or a relation."""
    span = reading.sentence_span(index)
    return span[0] == 0 or any(reading.inside(category, span) for category in _CLAIMING)


class _Heard:
    """A reading without the sentences that list criteria."""

    def __init__(self, reading: Reading, sections: Sections) -> None:
        self.reading = reading
        self._sections = sections

    def all(self, *categories: str) -> list[Cue]:
        """The cues of some categories, in order of place."""
        return [c for c in self.reading.all(*categories) if not self._sections.criteria(c.start)]


def _direction(heard: _Heard, variables: Variables | None) -> Span | None:
    reading = heard.reading
    for cue in heard.all(*_DIRECTIONS):
        if not (
            (_compared(reading, cue) and _is_threshold(reading, cue))
            or _plain_noun(reading, cue)
            or _adjective(reading, cue)
            or _anatomical(reading, cue)
            or _outcome_itself(reading, cue, variables)
        ):
            return cue[:2]
    return _above(heard)


def _outcome_itself(reading: Reading, cue: Cue, variables: Variables | None) -> bool:
    """`affects GROWTH`, `effect on YIELD`: the outcome's name, not its direction."""
    relation = variables.relation if variables else None
    if relation is None or relation.dependent is None or relation.form not in ("verb", "effect"):
        return False
    directed = any(
        reading.starting(category, relation.at[0])
        for category in ("verb_up", "verb_down", "verb_beat")
    )
    inside = relation.dependent[0] <= cue.start < relation.dependent[1]
    return (
        inside
        and not directed
        and cue.start == relation.dependent[0] + _leading(reading, relation.dependent)
    )


def _leading(reading: Reading, span: Span) -> int:
    """How many words of a span come before its first content word."""
    return next((i - span[0] for i in range(*span) if reading.is_content(i)), 0)


def _compared(reading: Reading, cue: Cue) -> bool:
    """Whether the cue is a comparative: `more than 10` bounds, `a reduction of 10` claims."""
    return any(reading.starting(category, cue.start) for category in ("more", "less"))


def _adjective(reading: Reading, cue: Cue) -> bool:
    """`under PROLONGED ventilation`, `DOUBLE blind`: a word of change that only qualifies."""
    if cue.end < reading.size and reading.keys[cue.end] in ("blind", "cego"):
        return True
    folded = reading.words.folds[cue.start]
    if folded == "baixa":
        return cue.end >= reading.size or reading.keys[cue.end] not in _ARTICLES | OF | {"a", "em"}
    if not folded.endswith(
        ("ed", "ado", "ada", "ados", "adas", "ido", "ida", "idos", "idas", "ing")
    ):
        return False
    before = reading.keys[cue.start - 1] if cue.start else ""
    if reading.sentence_span(cue.start)[0] == cue.start or before == ":":
        return False  # `Reduced pain after ...`, as outcomes are listed
    return (
        before not in BE
        and before not in _HAVE
        and (before == "" or not reading.is_content(cue.start - 1))
    )


def _anatomical(reading: Reading, cue: Cue) -> bool:
    """`molares superiores`: a place, unless something follows that they exceed."""
    if reading.words.folds[cue.start] not in ("superiores", "inferiores"):
        return False
    return cue.end >= reading.size or reading.keys[cue.end] not in ("a", "ao", "aos", "as", "em")


def _plain_noun(reading: Reading, cue: Cue) -> bool:
    """`more` in `one or more`, `help` as a noun and the like say no direction."""
    return cue.start > 0 and reading.keys[cue.start - 1] in _BEFORE_BOUND


def _is_threshold(reading: Reading, cue: Cue) -> bool:
    """`older than 60`, `more than 10 years`: a bound, not a direction."""
    end = cue.end
    while end < reading.size and end < cue.end + 4 and reading.keys[end] in _BOUNDING:
        end += 1
    return end < reading.size and end > cue.end and reading.keys[end][0].isdigit()


def _comparator(heard: _Heard) -> Span | None:
    reading = heard.reading
    for cue in heard.all("comparators"):
        if not _with_number(reading, cue) and _compares(reading, cue):
            return cue[:2]
    return _above(heard) or _than(heard) or _equal_to(heard) or _beaten(heard) or _groups(heard)


def _above(heard: _Heard) -> Span | None:
    """`stays above that of the other classes`: a level set by others, not by a number."""
    reading = heard.reading
    for index in range(1, reading.size - 1):
        if reading.keys[index] not in ("above", "below", "acima", "abaixo"):
            continue
        ahead = range(index + 1, min(reading.size, index + 5))
        verb = any(
            reading.starting(category, place) is not None
            for category in ("verb_equal", "verb_link", "verb_down", "verb_up")
            for place in range(max(0, index - 2), index)
        )
        if verb and not any(reading.is_number(place) for place in ahead):
            return index, min(reading.size, index + 2)
    return None


def _than(heard: _Heard) -> Span | None:
    """Portuguese `mais A que B`: a `que` behind a comparative that opens no clause."""
    reading = heard.reading
    if reading.lexicon.language != "pt":
        return None
    for cue in heard.all("more", "less"):
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


def _equal_to(heard: _Heard) -> Span | None:
    """An equivalence names two sides: `equivalent to those of ...`."""
    reading = heard.reading
    for cue in heard.all("equivalence", "verb_equal"):
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


def _beaten(heard: _Heard) -> Span | None:
    """The object of `outperforms` is what is compared with."""
    reading = heard.reading
    for cue in heard.all("verb_beat"):
        if reading.has_content((cue.end, reading.sentence_span(cue.start)[1])):
            return cue[:2]
    return None


def _with_number(reading: Reading, cue: Cue) -> bool:
    """`higher than 60`: the number is a bound, not a group to compare with."""
    ahead = range(cue.end, min(reading.size, cue.end + 2))
    return reading.keys[cue.end - 1] in _HALVES and any(reading.is_number(i) for i in ahead)


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


def _groups(heard: _Heard) -> Span | None:
    """`differs between A and B`: the groups are the comparison."""
    reading = heard.reading
    for cue in heard.all("between_groups"):
        if reading.keys[cue.start] not in ("between", "entre"):
            continue
        start, end = reading.sentence_span(cue.start)
        differs = any(
            reading.keys[place]
            in ("differ", "difference", "difere", "diferem", "diferenca", "compare")
            for place in range(start, cue.start)
        )
        if differs:
            return cue.start, min(end, cue.end + 4)
    return None


def _window(heard: _Heard) -> Span | None:
    for cue in heard.all("windows"):
        return cue[:2]
    for cue in heard.all("time_units"):
        span = _bounded_time(heard.reading, cue)
        if span is not None:
            return span
    return _period(heard.reading)


def _bounded_time(reading: Reading, cue: Cue) -> Span | None:
    """`over six months`, `12-week`, `within a season`; not an age, not a dose of minutes."""
    place = cue.start - 1
    counted = False
    while place >= 0 and (
        reading.is_number(place)
        or reading.keys[place] in _ARTICLES
        or reading.keys[place]
        in (
            "-",
            "–",
            "to",
            "and",
            "a",
            "ate",
            "first",
            "next",
            "primeiro",
            "proximo",
            "consecutive",
            "mesmo",
            "same",
        )
    ):
        counted = counted or reading.is_number(place)
        place -= 1
        if cue.start - place > 5:
            break
    if cue.end < reading.size and reading.keys[cue.end] in _AGE_WORDS:
        return None
    if (
        cue.end + 1 < reading.size
        and reading.keys[cue.end] in OF
        and (reading.keys[cue.end + 1] in _AGE_WORDS)
    ):
        return None
    if _is_age(reading, cue):
        return None
    if (
        place >= 0
        and reading.keys[place] in OF
        and not _long_preposition(reading, place)
        and (not counted or reading.keys[cue.start] in ("ano", "year"))
    ):
        return None  # `adultos de 18 a 40 anos`: an age
    short = reading.keys[cue.end - 1] in ("minute", "minuto", "hour", "hora", "h", "d", "a")
    led = place >= 0 and any(
        reading.starting("window_prepositions", start) is not None
        and reading.starting("window_prepositions", start).end > place  # type: ignore[union-attr]
        for start in range(max(0, place - 3), place + 1)
    )
    dose = cue.end < reading.size and reading.keys[cue.end] in OF
    if short:
        return (
            (place, cue.end)
            if led and counted and not dose and reading.keys[place] != "de"
            else None
        )
    told = counted or place < cue.start - 1
    if led and reading.keys[place] in _LOOSE and not told:
        return None  # `in days`: a unit, not a window
    if led and reading.keys[place] not in ("per", "por", "every", "cada"):
        return place, cue.end
    return (
        (cue.start - 1, cue.end)
        if counted and reading.lexicon.language == "en" and not dose
        else None
    )


def _long_preposition(reading: Reading, place: int) -> bool:
    """Whether the word ends one such as `ao longo de`."""
    return any(
        cue.end == place + 1 and cue.end - cue.start > 1
        for cue in reading.all("window_prepositions")
    )


def _is_age(reading: Reading, cue: Cue) -> bool:
    """`over 18 years`, `entre 20 e 45 anos`: years enough to be an age."""
    number = reading.keys[cue.start - 1] if cue.start else ""
    return (
        reading.keys[cue.start] in ("year", "ano") and number.isdigit() and int(number) >= _AGE_FROM
    )


def _period(reading: Reading) -> Span | None:
    """`2000-2013`, `from 2015 to 2019`: two years apart."""
    years = [index for index in range(reading.size) if _is_year(reading.keys[index])]
    for first, second in itertools.pairwise(years):
        if 0 < second - first <= 3:
            return first, second + 1
    return None


def _is_year(key: str) -> bool:
    return len(key) == 4 and key.isdigit() and key[:2] in ("19", "20")
