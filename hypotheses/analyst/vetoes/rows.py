"""The frames of `frames.toml` ready to be matched against a text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hypotheses.analyst.grammar.frames import Frame, Phrase, Place
from hypotheses.analyst.lexicon.compile import Lexicon

LETTERS = 3  # of a stem, by which a frame that holds one is looked up


class Step(NamedTuple):
    """A place ready to be matched: what may follow a word, stems, endings, phrases from a stem."""

    gap: int
    optional: bool
    words: dict[str, list[Phrase]]
    stems: tuple[str, ...]
    endings: tuple[str, ...]
    stemmed: tuple[Phrase, ...]
    categories: tuple[str, ...]


class Heads(NamedTuple):
    """Keys of words, and the first letters of folded ones."""

    keys: frozenset[str]
    stems: frozenset[str]


class Row(NamedTuple):
    """A frame ready to be matched; of each of the heads, the rarest first, its
    text has to hold one.
    """

    kind: str
    steps: tuple[Step, ...]
    opening: bool
    needs: tuple[Heads, ...]

    def may_stand(self, held: Heads) -> bool:
        """Whether a text with these heads may hold the frame."""
        for keys, stems in self.needs:  # the quickest way, and often taken
            if keys.isdisjoint(held.keys) and stems.isdisjoint(held.stems):
                return False
        return True


def row(lexicon: Lexicon, kind: str, frame: Frame) -> Row:
    """A frame ready to be matched."""
    steps = tuple(_step(lexicon, place) for place in frame.places)
    needs = filter(None, (heads(step) for step in steps[1:] if not step.optional))
    return Row(kind, steps, frame.opening, tuple(sorted(needs, key=_chances)))


def _chances(heads: Heads) -> int:
    return len(heads.keys) + len(heads.stems)


def heads(step: Step) -> Heads | None:
    """The heads of which a place needs one to be filled; None if other words may fill it, too."""
    stems = (*step.stems, *(phrase[0] for phrase in step.stemmed))
    if step.gap or step.endings or step.categories or any(len(s) < LETTERS for s in stems):
        return None
    return Heads(frozenset(step.words), frozenset(stem[:LETTERS] for stem in stems))


def behind(steps: Sequence[Step]) -> Heads | None:
    """The heads one of which stands where these places begin; None if any word may stand there."""
    first = heads(steps[0]) if steps else None
    if first is None or not steps[0].optional:
        return first
    later = behind(steps[1:])
    return later and Heads(first.keys | later.keys, first.stems | later.stems)


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
