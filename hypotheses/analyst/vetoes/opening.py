"""Which frames may stand in a text, and where, told by a few of its words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from hypotheses.analyst.grammar import frames
from hypotheses.analyst.lexicon.compile import Lexicon
from hypotheses.analyst.vetoes import rows
from hypotheses.analyst.vetoes.rows import LETTERS, Heads, Row, Step

# A set of frames is an integer that has the bits of their numbers set: `one & other` is quick.
Numbers = int


class Marked(NamedTuple):
    """Frames by what tells them: a word's key, its first letters, or `free`, which is nothing."""

    free: list[Numbers]
    keys: dict[str, Numbers]
    stems: dict[str, Numbers]

    def mark(self, heads: Heads | None, number: Numbers) -> None:
        """Enter a frame under its heads."""
        if heads is None:
            self.free[0] |= number
            return
        for marks, words in ((self.keys, heads.keys), (self.stems, heads.stems)):
            for word in words:
                marks[word] = marks.get(word, 0) | number


class Index(NamedTuple):
    """Frames; which may open with a word or a stem's first letters, by what has to stand behind
    that; and which may open with a category.
    """

    rows: list[Row]
    words: dict[str, Marked]
    stems: dict[str, Marked]
    categories: dict[str, Numbers]


@cache
def index(lexicon: Lexicon, measured: bool) -> Index:
    """The frames that count in a text whose outcome is, or is not, measured."""
    found = Index([], {}, {}, {})
    for kind, frame in frames.frames(lexicon.language):
        if frame.bare and measured:
            continue
        row, number = rows.row(lexicon, kind, frame), 1 << len(found.rows)
        found.rows.append(row)
        for category in row.steps[0].categories:
            found.categories[category] = found.categories.get(category, 0) | number
        _open(found, row.steps, number)
    return found


def numbers(among: Numbers) -> Iterator[int]:
    """The numbers of a set, the lowest first."""
    while among:
        lowest = among & -among
        yield lowest.bit_length() - 1
        among ^= lowest


def _open(index: Index, steps: tuple[Step, ...], number: Numbers) -> None:
    """Enter a frame under each word and stem it may open with."""
    first, then = steps[0], rows.behind(steps[1:])
    for word, rests in first.words.items():
        for rest in rests:
            index.words.setdefault(word, _marked()).mark(_head(rest) if rest else then, number)
    for stem in first.stems:
        index.stems.setdefault(stem[:LETTERS], _marked()).mark(then, number)
    for stem, *after in first.stemmed:
        index.stems.setdefault(stem[:LETTERS], _marked()).mark(_head(after), number)


def _head(phrase: Iterable[str]) -> Heads | None:
    """The head of a phrase's first word."""
    word = next(iter(phrase))
    if "*" not in word:
        return Heads(frozenset((word,)), frozenset())
    return Heads(frozenset(), frozenset((word[:LETTERS],))) if len(word) > LETTERS else None


def _marked() -> Marked:
    return Marked([0], {}, {})
