"""Finds every listed phrase in a text in one pass over its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from hypotheses.analyst.text import Words, split

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
        words = split(term)
        keys = [self._key(fold) for fold in words.folds]
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
        root, size = self._root, len(keys)
        for start in range(size):
            node = root.get(keys[start])
            end = start + 1
            best: dict[str, Cue] | None = None
            while node is not None:
                entries = node.get(_END)
                if entries is not None:
                    best = best or {}
                    for category, meanings in entries.items():
                        best[category] = Cue(start, end, meanings)
                if end == size:
                    break
                node = node.get(keys[end])
                end += 1
            if best is not None:
                for category, cue in best.items():
                    if reach.get(category, 0) <= start and _written(cue, words):
                        found.setdefault(category, []).append(cue)
                        reach[category] = cue.end
        return found


def _written(cue: Cue, words: Words) -> bool:
    """Whether an abbreviation is meant: `DO`, not `do`; in a text without capitals `rmse`, too."""
    if not cue.entries[0].capitals:
        return True
    raw = words.raw(cue.start)
    return raw.isupper() or (len(raw) > 2 and raw.isascii() and words.text.islower())


def listed(matcher: Matcher, terms: Iterable[str], category: str, field: str = "") -> None:
    """Add many terms of one category."""
    for term in terms:
        matcher.add(term, category, None, field)
