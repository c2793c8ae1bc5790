"""Finds every listed phrase in a text in one pass over its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import zip_longest
from typing import Any, NamedTuple

from hypotheses.analyst.text import Words, fold, split

_END = ""  # the key under which a node keeps its entries; no word is empty


class Entry(NamedTuple):
    """What a phrase means: the field that lists it, its data and whether it must be in capitals."""

    field: str  # first, because two entries of one phrase mostly differ in it
    data: Any
    capitals: bool


# By category: how many words a phrase has, its meanings, and whether the first is in capitals.
Meant = dict[str, tuple[int, list[Entry], bool]]
_NOTHING: dict[str, Any] = {}
_NEW = tuple.__new__  # a cue without the detour over its keyword arguments


class Cue(NamedTuple):
    """A phrase found: tokens `start` up to and without `end`, and its meanings."""

    start: int
    end: int
    entries: list[Entry]

    @property
    def data(self) -> Any:
        return self.entries[0].data


class Matcher:
    """A tree of phrases, word by word; the longest phrase of each category wins."""

    def __init__(self, key: Callable[[str], str], function_words: frozenset[str]) -> None:
        self._key = cache(lambda word: key(fold(word)))
        self._function_words = function_words
        self._root: dict[str, Any] = {}
        self.vocabulary: set[str] = set()

    def add(self, term: str, category: str, data: Any = None, field: str = "") -> None:
        """List a phrase under a category."""
        keys = [self._key(word) for word in _cut(term)]
        capitals = field != "" and len(keys) == 1 and self._is_short(term, keys[0], category)
        self.add_keys(keys, category, Entry(field, data, capitals))

    def _is_short(self, term: str, key: str, category: str) -> bool:
        """Whether a word is an abbreviation, which small letters do not tell from another word."""
        symbol = category == "symbols"
        return (
            len(key) < (2 if symbol else 3)
            or key in self._function_words
            or (not symbol and term.isupper() and len(term) < 5)
        )

    def add_keys(self, keys: Sequence[str], category: str, entry: Entry) -> None:
        """List a phrase given by its keys."""
        node = self._root
        for key in keys:
            behind = node.get(key)
            if behind is None:
                behind = node[key] = {}
                self.vocabulary.add(key)
            node = behind
        meant: Meant = node.setdefault(_END, {})
        _, meanings, _ = meant.setdefault(category, (len(keys), [], entry.capitals))
        if entry not in meanings:
            meanings.append(entry)

    def find(self, words: Words, keys: Sequence[str]) -> dict[str, list[Cue]]:
        """All phrases by category, in order of their place; within a category none overlap."""
        return self.place(words, keys)[0]

    def place(
        self, words: Words, keys: Sequence[str]
    ) -> tuple[dict[str, list[Cue]], dict[int, dict[str, Cue]]]:
        """All phrases by category, and by the word they start at."""
        found: dict[str, list[Cue]] = {}
        placed: dict[int, dict[str, Cue]] = {}
        root = self._root
        for start, (key, after) in enumerate(zip_longest(keys, keys[1:])):
            if key not in root:
                continue
            node = root[key]
            meant = _longest(node, keys, start) if after in node else node.get(_END)
            if meant is None:
                continue
            here: dict[str, Cue] = {}
            for category, (length, meanings, capitals) in meant.items():
                cues = found.get(category)
                if cues is not None and cues[-1][1] > start:
                    continue
                if capitals and not _abbreviated(words, start):
                    continue
                here[category] = cue = _NEW(Cue, (start, start + length, meanings))
                if cues is None:
                    found[category] = [cue]
                else:
                    cues.append(cue)
            if here:
                placed[start] = here
        return found, placed


def _longest(node: dict[str, Any], keys: Sequence[str], start: int) -> Meant:
    """The longest phrase of each category that starts at a word, whose node is given."""
    meant: Meant = node.get(_END, _NOTHING)
    for place in range(start + 1, len(keys)):
        node = node.get(keys[place], _NOTHING)
        if not node:
            break
        if _END in node:
            meant = {**meant, **node[_END]}
    return meant


def _cut(term: str) -> list[str]:
    """The words of a listed term; most hold nothing but letters and need no cutting."""
    return term.split() if term.replace(" ", "").isalpha() else split(term).folds


def _abbreviated(words: Words, index: int) -> bool:
    """Whether an abbreviation is meant: `DO`, not `do`; in a text without capitals `rmse`, too."""
    raw = words.raw(index)
    return raw.isupper() or (len(raw) > 2 and raw.isascii() and words.text.islower())


def listed(matcher: Matcher, terms: Iterable[str], category: str, field: str = "") -> None:
    """Add many terms of one category."""
    for term in terms:
        matcher.add(term, category, None, field)
