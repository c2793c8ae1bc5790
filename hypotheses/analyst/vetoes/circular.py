"""A claim that says one thing twice: `rich countries are wealthier than poor ones`."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from hypotheses.analyst.categories import CHANGE_VERBS, COMPARED
from hypotheses.analyst.grammar import words
from hypotheses.analyst.reading import Reading, Span

_IDEAS = dict(pair.split("/") for pair in words("circular.ideas"))
_NAMED = frozenset(_IDEAS.values())
_EMPTY = words("circular.empty")
_BECAUSE = words("circular.because")
_DENYING = tuple(sorted(words("circular.denying")))
_BE = words("shared.be")
_ARTICLES = words("population.articles") | {"a", "as", "os"}
_IN = frozenset(("in", "em"))
_ONE = words("circular.one")
_THAN = words("value.than")
_THE = words("circular.the")
_WHO = words("circular.who")
_BEARERS = frozenset(("units", "persons", "settings"))
_SAYS = frozenset(("verb_link", "verb_equal", "negators")) | COMPARED
_SAYING = COMPARED | CHANGE_VERBS  # these say how an idea goes, not which
_DEGREES = ("er", "est")
_ABSTRACT = ("ness", "ing")
_ROOT = 2
_STEM = 5
_MOST = 12  # words that say something: a longer text says more than one thing
_FEW = 3


def find(reading: Reading) -> Span | None:
    """What is said of something is but itself."""
    if not reading.size or reading.last_sentence > 1:
        return None
    span = reading.sentence_span(0)
    return _because(reading, span) or _defined(reading, span) or _one_idea(reading, span)


def _one_idea(reading: Reading, span: Span) -> Span | None:
    """A sentence whose words are one idea, said twice, and who or what bears it."""
    said = [index for index in reading.content(span) if not _is_empty(reading, index)]
    if len(said) > _MOST:
        return None
    ideas = Counter(_idea(reading, index) for index in said)
    twice = [idea for idea, count in ideas.items() if count > 1 and not _bears(reading, said, idea)]
    others = [index for index in said if _idea(reading, index) not in twice]
    if len(twice) > 1 and _idea(reading, said[0]) in twice:
        twice.remove(_idea(reading, said[0]))  # `PROGRAMS without bugs ... PROGRAMS with bugs`
    behind = next((i for i in range(*span) if reading.keys[i] in _THAN), span[1])
    others = [
        i for i in others if i < behind or reading.keys[i] not in _IDEAS
    ]  # `than SHORTER ones`
    if not twice or not all(reading.opens(_BEARERS, i) for i in others):
        return None
    if any(_is_compared(reading, index) for index in others):
        return None  # `vegetarians eat more FIBRE than meat eaters`
    if len(twice) > 1 and not _NAMED.issuperset(twice):
        return None  # `cities with bus lanes have more bus passengers`
    places = [index for index in said if _idea(reading, index) in twice]
    between = (places[0] + 1, places[-1])
    return span if reading.holds(_SAYS | CHANGE_VERBS, between) else None


def _is_compared(reading: Reading, index: int) -> bool:
    """Whether a word stands right behind `more`, `fewer`, `menor`: what differs."""
    before = index - 1
    compared = before >= 0 and reading.opens(COMPARED, before)
    return compared and reading.keys[before] not in _IDEAS and before > 0


def _defined(reading: Reading, span: Span) -> Span | None:
    """`richer countries ARE THOSE THAT amass more wealth`: what defines is what is defined."""
    if _WHO.isdisjoint(reading.held):
        return None
    for index in range(span[0] + 1, span[1] - 2):
        keys = reading.keys[index : index + 4]
        if keys[0] not in _BE or not (
            _are_those(keys[1:]) or _is_one_that(reading, index + 1, span)
        ):
            continue
        before, behind = (
            {_idea(reading, i) for i in reading.content(part) if not _names(reading, i)}
            for part in ((span[0], index), (index + 1, span[1]))
        )
        if before & behind and len(before) <= _FEW:
            return span
    return None


def _names(reading: Reading, index: int) -> bool:
    """Whether a word is empty, or the name of who or what is spoken of."""
    key = reading.keys[index]
    return _is_empty(reading, index) or (key not in _IDEAS and reading.opens(_BEARERS, index))


def _are_those(keys: list[str]) -> bool:
    """`those that`, `the ones who`, `os que`, `aqueles cujo`."""
    place = 1 if keys[0] in _THE and len(keys) > 1 and keys[1] in _ONE else 0
    return keys[place] in _ONE and len(keys) > place + 1 and keys[place + 1] in _WHO


def _is_one_that(reading: Reading, index: int, span: Span) -> bool:
    """`(is) a market in which`, `(são) pessoas que`, `(é) o time que`: a kind, what tells it."""
    while index < span[1] and reading.keys[index] in _ARTICLES:
        index += 1
    if index + 2 >= span[1] or not reading.opens(_BEARERS, index):
        return False
    behind = reading.keys[index + 1 : index + 3]
    return behind[0] in _WHO or (behind[0] in _IN and behind[1] in _WHO)


def _bears(reading: Reading, said: list[int], idea: str) -> bool:
    """Whether an idea is but the name of who or what is spoken of."""
    return idea not in _NAMED and all(
        reading.opens(_BEARERS, i) for i in said if _idea(reading, i) == idea
    )


def _is_empty(reading: Reading, index: int) -> bool:
    key = reading.keys[index]
    return key in _EMPTY or (key not in _IDEAS and reading.opens(_SAYING, index))


def _because(reading: Reading, span: Span) -> Span | None:
    """`... speak two languages because they are bilingual`: the reason is the subject again."""
    if _BECAUSE.isdisjoint(reading.held):
        return None
    for index in range(span[0] + 2, span[1] - 1):
        if reading.keys[index] not in _BECAUSE:
            continue
        reason = [i for i in reading.content((index + 1, span[1])) if not _is_empty(reading, i)]
        before = {_idea(reading, i) for i in reading.content((span[0], index))}
        told = {_idea(reading, i) for i in reason}
        if told and len(reason) <= _FEW and told <= before:
            return span[0], reason[-1] + 1
    return None


def _idea(reading: Reading, index: int) -> str:
    return _idea_of(reading.keys[index])


@lru_cache(maxsize=65_536)
def _idea_of(key: str) -> str:
    """The idea that a word stands for: its synonyms, its opposite and its degrees share it."""
    if key in _IDEAS:
        return _IDEAS[key]
    for ending in _DEGREES:
        if key.endswith(ending) and (base := key[: -len(ending)]) + "e" in _IDEAS:
            return _IDEAS[base + "e"]
        if key.endswith(ending) and base in _IDEAS:
            return _IDEAS[base]
        if key.endswith("i" + ending) and key[: -len(ending) - 1] + "y" in _IDEAS:
            return _IDEAS[key[: -len(ending) - 1] + "y"]
    for ending in _ABSTRACT:
        if key.endswith(ending) and len(base := key[: -len(ending)]) > _ROOT:
            base = base[:-1] + "y" if ending == "ness" and base[-1] == "i" else base
            return _IDEAS.get(base, base[:_STEM])  # `shyness`: `shy`
    for prefix in _DENYING:
        rest = key.removeprefix(prefix)
        if rest != key and len(rest) > _STEM:
            return _IDEAS.get(rest, rest[:_STEM])
    return key[:_STEM]
