"""A text's words as trees, one a sentence (Universal Dependencies: Nivre et al. 2020)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hypotheses.analyst.syntax.tokens import Words

ROOT = -1


@dataclass(frozen=True, eq=False)
class Tree:
    """The tag, the head (`ROOT`: none) and the relation to it, for each word."""

    words: Words
    tags: tuple[str, ...]
    heads: tuple[int, ...]
    relations: tuple[str, ...]

    @cached_property
    def _children(self) -> tuple[tuple[int, ...], ...]:
        made: list[list[int]] = [[] for _ in self.heads]
        for at, head in enumerate(self.heads):
            if head != ROOT:
                made[head].append(at)
        return tuple(tuple(each) for each in made)

    def children(self, word: int, *relations: str) -> tuple[int, ...]:
        """The dependents of a word, of these relations or of any."""
        found = self._children[word]
        if not relations:
            return found
        return tuple(at for at in found if self.relations[at] in relations)

    def child(self, word: int, *relations: str) -> int | None:
        """The first dependent of a word with one of these relations."""
        return next(iter(self.children(word, *relations)), None)

    @cached_property
    def _below(self) -> tuple[tuple[int, ...], ...]:
        made: list[tuple[int, ...]] = [()] * len(self.heads)
        depths = [sum(1 for _ in self.above(word)) for word in range(len(self.heads))]
        for word in sorted(range(len(self.heads)), key=lambda at: -depths[at]):
            inner = (made[each] for each in self._children[word])
            made[word] = (word, *itertools.chain.from_iterable(inner))
        return tuple(made)

    def below(self, word: int) -> tuple[int, ...]:
        """A word and all its descendants, in no order."""
        return self._below[word]

    def above(self, word: int) -> Iterator[int]:
        """A word and its ancestors, the nearest first."""
        while word != ROOT:
            yield word
            word = self.heads[word]

    def extent(self, word: int) -> tuple[int, int]:
        """The first and one past the last word of the subtree of a word."""
        places = self.below(word)
        return min(places), max(places) + 1

    def is_degree(self, word: int) -> bool:
        """Whether a word is a comparative by its form or means more or less: `sharper`, `mais`."""
        return self.tags[word] in ("JC", "RC") or self.words.lower[word] in ("mais", "menos")

    def top(self, first: int, end: int) -> int:
        """The word of a stretch that the others depend on: the one nearest to the root."""
        return min(range(first, end), key=lambda at: (sum(1 for _ in self.above(at)), at))

    def quote(self, first: int, end: int) -> str:
        """The text of a stretch, verbatim."""
        return self.words.quote(first, end)


def spanning(scores: NDArray[np.float32]) -> list[int]:
    """The tree with the greatest sum of scores (Chu & Liu 1965, Edmonds 1967), as heads.

    `scores[d, h]` rates `h` as the head of `d`; 0 is the root, and its own head is 0. Exactly one
    word depends on the root: each further one costs more than all other scores can add.
    """
    sums = scores.astype(np.float64)
    found = _spanning(sums)
    if found[1:].count(0) > 1:
        sums[1:, 0] -= 2 * np.abs(sums).max() * len(sums)
        return _spanning(sums)
    return found


def _spanning(scores: NDArray[np.float64]) -> list[int]:
    scores = scores.copy()
    np.fill_diagonal(scores, -np.inf)
    scores[0] = -np.inf
    heads = scores.argmax(axis=1)
    heads[0] = 0
    loop = _loop(heads)
    if not loop:
        return [int(each) for each in heads]
    inside = sorted(loop)
    outside = [at for at in range(len(heads)) if at not in loop]
    small = np.full((len(outside) + 1, len(outside) + 1), -np.inf)
    small[:-1, :-1] = scores[np.ix_(outside, outside)]
    held = scores[inside, heads[inside]]
    into = scores[np.ix_(inside, outside)] - held[:, None]
    entered = into.argmax(axis=0)
    small[-1, :-1] = into.max(axis=0)
    out = scores[np.ix_(outside, inside)]
    left = out.argmax(axis=1)
    small[:-1, -1] = out.max(axis=1)
    solved = _spanning(small)
    made = [int(each) for each in heads]
    for at, word in enumerate(outside):
        head = solved[at]
        made[word] = inside[int(left[at])] if head == len(outside) else outside[head]
    made[0] = 0
    door = solved[len(outside)]
    made[inside[int(entered[door])]] = outside[door]
    return made


def _loop(heads: NDArray[np.int64]) -> set[int]:
    """The words of a cycle, if there is one."""
    for start in range(1, len(heads)):
        seen: list[int] = []
        at = start
        while at != 0 and at not in seen:
            seen.append(at)
            at = int(heads[at])
        if at != 0:
            return set(seen[seen.index(at) :])
    return set()
