"""The frames of `frames.toml` ready to be matched against a text."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from hypotheses.analyst.grammar import frames
from hypotheses.analyst.grammar.frames import Phrase, Place
from hypotheses.analyst.lexicon.compile import Lexicon

LETTERS = 3  # of a stem, by which frames that open with one are looked up


class Step(NamedTuple):
    """A place ready to be matched: what may follow a word, stems, endings, phrases from a stem."""

    gap: int
    optional: bool
    words: dict[str, list[Phrase]]
    stems: tuple[str, ...]
    endings: tuple[str, ...]
    stemmed: tuple[Phrase, ...]
    categories: tuple[str, ...]


class Row(NamedTuple):
    """A frame ready to be matched; of each set of heads its text has to hold one."""

    kind: str
    steps: tuple[Step, ...]
    opening: bool
    needs: tuple[frozenset[str], ...]


Numbers = dict[str, set[int]]


class Index(NamedTuple):
    """Frames, and their numbers by what they may open with: a word, a stem's first letters, a
    category; and by the heads of their rarest place behind it, for those that have such a place.
    """

    rows: list[Row]
    words: Numbers
    stems: Numbers
    categories: Numbers
    told: Numbers
    untold: set[int]

    def likely(self, held: frozenset[str]) -> set[int]:
        """The frames whose rarest place a text with such heads may fill."""
        return self.untold.union(*map(self.told.__getitem__, self.told.keys() & held))


@cache
def index(lexicon: Lexicon, measured: bool) -> Index:
    """The frames that count in a text whose outcome is, or is not, measured."""
    found = Index([], {}, {}, {}, {}, set())
    for kind, frame in frames.frames(lexicon.language):
        if frame.bare and measured:
            continue
        steps = tuple(_step(lexicon, place) for place in frame.places)
        row = Row(kind, steps, frame.opening, tuple(filter(None, map(_needed, steps[1:]))))
        number, first = len(found.rows), row.steps[0]
        found.rows.append(row)
        stems = (*first.stems, *(phrase[0] for phrase in first.stemmed))
        _enter(found.words, first.words, number)
        _enter(found.stems, {stem[:LETTERS] for stem in stems}, number)
        _enter(found.categories, first.categories, number)
        if row.needs:
            rarest: frozenset[str] = min(row.needs, key=len)
            _enter(found.told, rarest, number)
        else:
            found.untold.add(number)
    return found


def _enter(numbers: Numbers, heads: Iterable[str], number: int) -> None:
    for head in heads:
        numbers.setdefault(head, set()).add(number)


def _needed(step: Step) -> frozenset[str]:
    """The heads of which a text has to hold one for a place to be filled; none if it may do."""
    stems = (*step.stems, *(phrase[0] for phrase in step.stemmed))
    if step.optional or step.endings or step.categories or any(len(s) < LETTERS for s in stems):
        return frozenset()
    return frozenset(step.words) | {"*" + stem[:LETTERS] for stem in stems}


def heads(keys: Iterable[str], folds: Iterable[str]) -> frozenset[str]:
    """The words of a text and, behind a star, their first letters."""
    return frozenset(keys) | {"*" + fold[:LETTERS] for fold in folds}


def _step(lexicon: Lexicon, place: Place) -> Step:
    words: dict[str, list[Phrase]] = {}
    stems: list[str] = []
    endings: list[str] = []
    stemmed: list[Phrase] = []
    for phrase in place.phrases:
        first, rest = phrase[0], tuple(w if "*" in w else lexicon.key(w) for w in phrase[1:])
        if "*" not in first:
            words.setdefault(lexicon.key(first), []).append(rest)
        elif first[0] == "*":
            endings.append(first[1:])
        elif rest:
            stemmed.append((first[:-1], *rest))
        else:
            stems.append(first[:-1])
    told = (tuple(stems), tuple(endings), tuple(stemmed))
    return Step(place.gap, place.optional, words, *told, place.categories)
