"""Mends a word one slip away from a listed one: a letter lost, doubled, changed, swapped."""

from __future__ import annotations

from collections.abc import Iterable

SHORTEST = 6
_ALIKE = tuple(map(frozenset, ("aeiouy", "szcxkq", "gj", "mn", "lu", "vb", "pb", "ij")))


def _deletions(word: str) -> set[str]:
    return {word[:i] + word[i + 1 :] for i in range(len(word))}


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
        self._near: dict[str, list[str]] = {}
        for word in sorted(mendable):
            if len(word) >= SHORTEST and word.isalpha():
                for part in _deletions(word) | {word}:
                    self._near.setdefault(part, []).append(word)

    def mend(self, word: str) -> str:
        """The one listed word that is a slip away and starts alike, or the word itself."""
        if len(word) < SHORTEST - 1 or word in self._known or not word.isalpha():
            return word
        near = {
            candidate
            for part in _deletions(word) | {word}
            for candidate in self._near.get(part, ())
            if candidate[0] == word[0] and one_slip(word, candidate)
        }
        # A change of the last letter alone is more often another form than a slip.
        near = {c for c in near if c[:-1] != word[:-1] and c != word[:-1] and c[:-1] != word}
        return min(near) if near else word
