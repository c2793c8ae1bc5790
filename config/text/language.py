"""Whether a text is in English or Portuguese; an error when it is neither or both."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from config.error_texts import N_, TranslatableError

from .tokens import TokenizedText, fold, split

Language = Literal["en", "pt"]
LANGUAGES: tuple[Language, ...] = ("en", "pt")
EVIDENCE = Path(__file__).parent / "language_evidence.txt"
"""A word, or `~` and three letters of one, and its weight: above 0 for English."""

_FILE = Path(__file__).parent / "languages.toml"
_LEAST_EVIDENCE = 10  # about one word that is three times as frequent in one of the languages
_SHORT = 2  # letters: words of one or two stand in many languages
_MOST = 0.6  # the share of longer words that is known in a text of ours; the rest may be names
# A text is mixed when the rarer language has this many words of its own, and this share of the
# other's.
_MIXED_WORDS, _MIXED_SHARE = 4, 0.5
# A stretch is in one language from this length on, with this many telling words, this many times
# the other's.
_STRETCH, _STRETCH_WORDS, _STRETCH_RATIO = 5, 2, 4


class LanguageError(TranslatableError):
    """The language cannot be found; naming it helps."""

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
    """The data that tell a language; `function_words` as they are written."""

    function_words: tuple[str, ...]
    telling: frozenset[str]


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
    )


def _telling(language: str) -> frozenset[str]:
    return tongue(language).telling


@cache
def _own(language: str) -> frozenset[str]:
    """The words that tell the language and are no function words of the other: not `do`, `as`."""
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


def detect(text: str) -> Language:
    """The text's language. Raises LanguageError when it is another, mixed or cannot be found."""
    words = split(text)
    tokens = _spoken(words)
    if not tokens:
        raise LanguageError("no_words")
    if not any(token[0].isascii() for token in tokens):
        raise LanguageError("script")
    scores = {language: _score(tokens, language) for language in LANGUAGES}
    low, high = sorted(scores.values())
    if sum(map(_all_others().__contains__, tokens)) > high:
        other, foreign = _foreign(tokens)
        if foreign > high and (foreign > 1 or not _mostly_known(tokens)):
            raise LanguageError("foreign", language=other)
    if low > 1 and _mixed(words):  # each language needs at least two words
        raise LanguageError("mixed")
    evidence = sum(map(_evidence, tokens))
    if abs(evidence) < _LEAST_EVIDENCE:
        raise LanguageError("unknown")
    return "en" if evidence > 0 else "pt"


def spoken(text: str) -> list[str]:
    """The folded words of a text, without numbers and signs."""
    return _spoken(split(text))


def _spoken(words: TokenizedText) -> list[str]:
    return [folded for folded in words.folds if folded[0].isalpha() or folded == "é"]


def letter_groups(word: str) -> Iterator[str]:
    """Each three neighbouring letters of a folded word, with its edges marked."""
    edged = f"^{word}$"
    return (edged[at : at + 3] for at in range(max(1, len(edged) - 2)))


@cache
def _weights() -> dict[str, int]:
    lines = EVIDENCE.read_text(encoding="utf-8").splitlines()
    return {key: int(weight) for key, weight in (line.split() for line in lines)}


def _evidence(word: str) -> int:
    """How much a word indicates English (above 0) or Portuguese; an unknown word by its letters."""
    weights = _weights()
    known = weights.get(word)
    if known is not None:
        return known
    found = [weights[key] for group in letter_groups(word) if (key := f"~{group}") in weights]
    return sum(found) // 2 if len(found) > len(word) // 2 else 0


def _score(tokens: list[str], language: str) -> int:
    """The number of tokens that tell a language."""
    return sum(map(_telling(language).__contains__, tokens))


def _foreign(tokens: list[str]) -> tuple[str, int]:
    """The other language that most tokens tell, and their number."""
    counts = {name: sum(map(words.__contains__, tokens)) for name, words in _others().items()}
    best = max(sorted(counts), key=lambda name: counts[name])
    return best, counts[best]


def _mostly_known(tokens: list[str]) -> bool:
    """Whether most of the longer words are known from English or Portuguese texts."""
    longer = [token for token in tokens if len(token) > _SHORT]
    return sum(token in _weights() for token in longer) >= _MOST * max(1, len(longer))


def _mixed(words: TokenizedText) -> bool:
    """Whether there are long stretches in each language."""
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
    return scores[0] >= _MIXED_WORDS and scores[0] >= _MIXED_SHARE * scores[1]


def _clear(tokens: list[str]) -> set[str]:
    """The language of a stretch; None if there is doubt."""
    for language, other in (("en", "pt"), ("pt", "en")):
        ours, theirs = _score(tokens, language), _score(tokens, other)
        leads = ours >= _STRETCH_WORDS and theirs <= ours / _STRETCH_RATIO
        if leads and len(tokens) >= _STRETCH:
            return {language}
    return set()
