"""Mends a word one slip away from a listed one: a letter lost, doubled, changed, swapped."""

from __future__ import annotations

from collections.abc import Iterable

SHORTEST = 6
_ALIKE = tuple(map(frozenset, ("aeiouy", "szcxkq", "gj", "mn", "lu", "vb", "pb", "ij")))


def _parts(word: str) -> set[str]:
    """The word and what is left of it without a letter; the first is never amiss."""
    return {word, *(word[:i] + word[i + 1 :] for i in range(1, len(word)))}


def one_slip(a: str, b: str) -> bool:
    """Whether two different words are one insertion, deletion, likely change or swap apart."""
    if abs(len(a) - len(b)) > 1:
        return False
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    a, b = a[start:], b[start:]
    if len(a) == len(b):
        swapped = a[1:2] == b[:1] and a[:1] == b[1:2] and a[2:] == b[2:]
        return swapped or (a[1:] == b[1:] and any({a[0], b[0]} <= alike for alike in _ALIKE))
    return a[1:] == b if len(a) > len(b) else a == b[1:]


class Typos:
    """Corrections toward `mendable` words. A word of the vocabulary is never changed."""

    def __init__(self, vocabulary: Iterable[str], mendable: Iterable[str]) -> None:
        self._known = set(vocabulary)
        self._mendable: dict[str, list[str]] = {}  # by their first letter
        for word in mendable:
            if len(word) >= SHORTEST and word.isalpha():
                self._mendable.setdefault(word[0], []).append(word)
        self._near: dict[str, dict[str, list[str]]] = {}

    def mend(self, word: str) -> str:
        """The one listed word that is a slip away and starts alike, or the word itself."""
        if len(word) < SHORTEST - 1 or word in self._known or not word.isalpha():
            return word
        listed = self._starting(word[0])
        near = {
            candidate
            for part in _parts(word)
            for candidate in listed.get(part, ())
            if one_slip(word, candidate)
        }
        # A change of the last letter alone is more often another form than a slip.
        near = {c for c in near if c[:-1] != word[:-1] and c != word[:-1] and c[:-1] != word}
        return min(near) if near else word

    def _starting(self, letter: str) -> dict[str, list[str]]:
        """The listed words with a first letter by their parts, put together when first needed."""
        if letter not in self._near:
            near: dict[str, list[str]] = {}
            for word in self._mendable.get(letter, ()):
                for part in _parts(word):
                    near.setdefault(part, []).append(word)
            self._near[letter] = near
        return self._near[letter]
