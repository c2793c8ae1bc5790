"""Finds every listed phrase in a text in one pass over its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from hypotheses.analyst.text import Words, fold, split

_END = ""  # the key under which a node keeps its entries; no word is empty


class Entry(NamedTuple):
    """What a phrase means: its data, the field that lists it and whether it must be in capitals."""

    data: Any
    field: str
    capitals: bool


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
        self._key = key
        self._function_words = function_words
        self._root: dict[str, Any] = {}
        self.vocabulary: set[str] = set()

    def add(self, term: str, category: str, data: Any = None, field: str = "") -> None:
        """List a phrase under a category."""
        keys = [self._key(folded) for folded in _folds(term)]
        single = keys[0] if len(keys) == 1 else ""
        short = 2 if category == "symbols" else 3
        capitals = (
            bool(field)
            and single != ""
            and (
                len(single) < short
                or single in self._function_words
                or (category != "symbols" and term.isupper() and len(term) < 5)
            )
        )
        self.add_keys(keys, category, Entry(data, field, capitals))

    def add_keys(self, keys: Sequence[str], category: str, entry: Entry) -> None:
        """List a phrase given by its keys."""
        node = self._root
        for key in keys:
            node = node.setdefault(key, {})
            self.vocabulary.add(key)
        meanings = node.setdefault(_END, {}).setdefault(category, [])
        if entry not in meanings:
            meanings.append(entry)

    def find(self, words: Words, keys: Sequence[str]) -> dict[str, list[Cue]]:
        """All phrases by category, in order of their place; within a category none overlap."""
        found: dict[str, list[Cue]] = {}
        reach: dict[str, int] = {}
        root = self._root
        for start, key in enumerate(keys):
            if key not in root:
                continue
            for category, (end, meanings) in self._longest(keys, start).items():
                if reach.get(category, 0) <= start and _written(meanings, words, start):
                    found.setdefault(category, []).append(Cue(start, end, meanings))
                    reach[category] = end
        return found

    def _longest(self, keys: Sequence[str], start: int) -> dict[str, tuple[int, list[Entry]]]:
        """The longest phrase of each category that starts at a word: its end and meanings."""
        best: dict[str, tuple[int, list[Entry]]] = {}
        node = self._root.get(keys[start])
        end, size = start + 1, len(keys)
        while node is not None:
            if _END in node:
                for category, meanings in node[_END].items():
                    best[category] = end, meanings
            node = node.get(keys[end]) if end < size else None
            end += 1
        return best


def _folds(term: str) -> list[str]:
    """The folded words of a listed term; most hold nothing but letters and need no cutting."""
    words = term.split()
    if all(word.isalpha() for word in words):
        return [fold(word) for word in words]
    return split(term).folds


def _written(meanings: list[Entry], words: Words, index: int) -> bool:
    """Whether an abbreviation is meant: `DO`, not `do`; in a text without capitals `rmse`, too."""
    if not meanings[0].capitals:
        return True
    raw = words.raw(index)
    return raw.isupper() or (len(raw) > 2 and raw.isascii() and words.text.islower())


def listed(matcher: Matcher, terms: Iterable[str], category: str, field: str = "") -> None:
    """Add many terms of one category."""
    for term in terms:
        matcher.add(term, category, None, field)
