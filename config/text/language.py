"""Tells whether a text is in English or Portuguese, and says so when it is neither or both."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from config.sayable import N_, SayableError

from .words import Words, fold, split

Language = Literal["en", "pt"]
LANGUAGES: tuple[Language, ...] = ("en", "pt")
Known = Callable[[str], tuple[frozenset[str], Callable[[str], str]]]
"""A language's vocabulary, and how a word is looked up in it."""

_FILE = Path(__file__).parent / "languages.toml"


class LanguageError(SayableError):
    """The language cannot be told; forcing one helps."""

    messages = {
        "unsupported": N_("%(given)s is no language of Crivo: auto, en or pt"),
        "no_words": N_("the text holds no words"),
        "foreign": N_(
            "the text looks like %(language)s; Crivo reads English and Portuguese: "
            "write it in one of them, or force one (en or pt)"
        ),
        "script": N_(
            "the text is not in the Latin alphabet; Crivo reads English and Portuguese: "
            "write it in one of them"
        ),
        "mixed": N_(
            "the text mixes English and Portuguese: write it in one of them, "
            "or force one (en or pt)"
        ),
        "unknown": N_(
            "the text gives no clue to its language: add a few words, or force one (en or pt)"
        ),
    }


class Tongue(NamedTuple):
    """What tells a language; `function_words` as they are written."""

    function_words: tuple[str, ...]
    telling: frozenset[str]
    endings: tuple[str, ...]


@cache
def _lists() -> dict[str, dict[str, str]]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


def _folded(text: str) -> frozenset[str]:
    return frozenset(map(fold, text.split()))


@cache
def tongue(language: str) -> Tongue:
    """Of `en` or `pt`."""
    lists = _lists()[language]
    return Tongue(
        tuple(dict.fromkeys(lists["function_words"].split())),
        _folded(lists["telling_words"]),
        tuple(lists["endings"].split()),
    )


def _telling(language: str) -> frozenset[str]:
    return tongue(language).telling


@cache
def _own(language: str) -> frozenset[str]:
    """The words that tell a language and are no function words of the other: not `do`, `as`."""
    (other,) = set(LANGUAGES) - {language}
    return _telling(language) - {fold(word) for word in tongue(other).function_words}


@cache
def _others() -> dict[str, frozenset[str]]:
    """The words that tell each other language: neither English nor Portuguese ones."""
    ours = _telling("en") | _telling("pt")
    return {name: _folded(words) - ours for name, words in _lists()["others"].items()}


@cache
def _all_others() -> frozenset[str]:
    return frozenset().union(*_others().values())


def _nothing(_language: str) -> tuple[frozenset[str], Callable[[str], str]]:
    return frozenset(), fold


def detect(text: str, known: Known = _nothing) -> Language:
    """The text's language. Raises LanguageError when it is another, mixed or cannot be told.

    Without a telling word `known` vocabulary tells it, and how words end.
    """
    words = split(text)
    tokens = [f for f in words.folds if f[0].isalpha() or f == "é"]
    if not tokens:
        raise LanguageError("no_words")
    if not any(token[0].isascii() for token in tokens):
        raise LanguageError("script")
    scores = {language: _score(tokens, language) for language in LANGUAGES}
    high, low = sorted(LANGUAGES, key=lambda language: -scores[language])
    if sum(map(_all_others().__contains__, tokens)) > scores[high]:
        other, foreign = _foreign(tokens)
        if foreign > scores[high] and (foreign > 1 or not _listed_words(tokens, known)):
            raise LanguageError("foreign", language=other)
    if scores[low] > 1 and _mixed(words):  # each language tells itself by two words or more
        raise LanguageError("mixed")
    if scores[high] > scores[low]:
        return high
    return _by_vocabulary(tokens, known)


def _score(tokens: list[str], language: str) -> int:
    """How many tokens tell a language."""
    return sum(map(_telling(language).__contains__, tokens))


def _foreign(tokens: list[str]) -> tuple[str, int]:
    """The other language that most tokens tell, and how many do."""
    counts = {name: sum(map(words.__contains__, tokens)) for name, words in _others().items()}
    best = max(sorted(counts), key=lambda name: counts[name])
    return best, counts[best]


def _listed_words(tokens: list[str], known: Known) -> bool:
    """Whether English or Portuguese vocabulary knows most of the longer words."""
    longer = [token for token in tokens if len(token) > 2]
    for language in LANGUAGES:
        listed, key = known(language)
        if longer and sum(key(token) in listed for token in longer) >= 0.6 * len(longer):
            return True
    return False


def _mixed(words: Words) -> bool:
    """Whether whole stretches are in either language."""
    found: set[str] = set()
    stretch: list[str] = []
    for index, token in enumerate(words.folds):
        if index and words.sentence[index] != words.sentence[index - 1]:
            found |= _clear(stretch)
            stretch = []
        stretch.append(token)
    found |= _clear(stretch)
    if len(found) > 1:
        return True
    scores = sorted(sum(map(_own(language).__contains__, words.folds)) for language in LANGUAGES)
    return scores[0] >= 4 and scores[0] >= 0.5 * scores[1]


def _clear(tokens: list[str]) -> set[str]:
    """The language of a stretch, if it is beyond doubt."""
    for language, other in (("en", "pt"), ("pt", "en")):
        ours, theirs = _score(tokens, language), _score(tokens, other)
        if ours >= 2 and theirs <= ours / 4 and len(tokens) > 4:
            return {language}
    return set()


def _by_vocabulary(tokens: list[str], known: Known) -> Language:
    """For texts without a telling word (`TDD reduz bugs`): known words and word endings."""
    scores: dict[Language, float] = {}
    for language in LANGUAGES:
        listed, key = known(language)
        endings = tongue(language).endings
        scores[language] = sum(
            (key(token) in listed) + 0.5 * token.endswith(endings)
            for token in tokens
            if len(token) > 1
        )
    if scores["en"] == scores["pt"]:
        raise LanguageError("unknown")
    return "en" if scores["en"] > scores["pt"] else "pt"
