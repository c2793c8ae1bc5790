"""Whether a text holds a frame: a row of words, with gaps, by which a kind of veto is told."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from hypotheses.analyst.grammar import frames
from hypotheses.analyst.grammar.frames import Phrase, Place
from hypotheses.analyst.lexicon.compile import Lexicon
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.vetoes.listed import LONG

_LETTERS = 3  # of a stem, by which frames that open with one are looked up
_REACH = 2  # sentences of a long text that state its idea


class Step(NamedTuple):
    """A place ready to be matched: what may follow a word, stems, longer phrases behind a stem."""

    gap: int
    optional: bool
    words: dict[str, list[Phrase]]
    stems: tuple[str, ...]
    stemmed: tuple[Phrase, ...]
    categories: tuple[str, ...]


class Row(NamedTuple):
    """A frame ready to be matched."""

    kind: str
    steps: tuple[Step, ...]
    opening: bool
    bare: bool


Index = dict[str, list[Row]]


@cache
def _index(lexicon: Lexicon) -> Index:
    """All frames by what they may open with: a word, a stem's letters, a category."""
    index: Index = {}
    for kind, frame in frames.frames(lexicon.language):
        steps = tuple(_step(lexicon, place) for place in frame.places)
        row = Row(kind, steps, frame.opening, frame.bare)
        stems = (*steps[0].stems, *(phrase[0] for phrase in steps[0].stemmed))
        heads = {*steps[0].words, *("*" + stem[:_LETTERS] for stem in stems)}
        for head in heads | {"#" + category for category in steps[0].categories}:
            index.setdefault(head, []).append(row)
    return index


def _step(lexicon: Lexicon, place: Place) -> Step:
    words: dict[str, list[Phrase]] = {}
    stems: list[str] = []
    stemmed: list[Phrase] = []
    for phrase in place.phrases:
        first, rest = phrase[0], tuple(w if "*" in w else lexicon.key(w) for w in phrase[1:])
        if not first.endswith("*"):
            words.setdefault(lexicon.key(first), []).append(rest)
        elif rest:
            stemmed.append((first[:-1], *rest))
        else:
            stems.append(first[:-1])
    return Step(
        place.gap, place.optional, words, tuple(stems), tuple(stemmed), place.categories
    )


def find(reading: Reading, measured: bool) -> dict[str, Span]:
    """The first frame of each kind; in a long text, in the sentences that state its idea."""
    index = _index(reading.lexicon)
    found: dict[str, Span] = {}
    for start, head in _heads(reading, index):
        for row in index.get(head, ()):
            if row.kind in found or (row.bare and measured):
                continue
            end = _match(reading, row, start)
            if end is not None:
                found[row.kind] = start, end
    return found


def _heads(reading: Reading, index: Index) -> Iterator[tuple[int, str]]:
    """The tokens at which frames may open, and how those are looked up."""
    stop = reading.size
    if reading.last_sentence > LONG:
        stop = sum(number < _REACH for number in reading.words.sentence)
    for start in range(stop):
        yield start, reading.keys[start]
        yield start, "*" + reading.words.folds[start][:_LETTERS]
    for head in index:
        if head.startswith("#"):
            for cue in reading.all(head.removeprefix("#")):
                if cue.start < stop:
                    yield cue.start, head


def _match(reading: Reading, row: Row, start: int) -> int | None:
    if row.opening and reading.sentence_span(start)[0] != start:
        return None
    return _rest(reading, row.steps, start, _block_end(reading, start))


def _rest(reading: Reading, steps: tuple[Step, ...], at: int, limit: int) -> int | None:
    """Where a row of places that starts at a token ends, or None."""
    if not steps:
        return at
    gap = range(at, min(limit, at + steps[0].gap) + 1)
    for end in gap if steps[0].gap else _ends(reading, steps[0], at, limit):
        found = _rest(reading, steps[1:], end, limit)
        if found is not None:
            return found
    return None


def _ends(reading: Reading, step: Step, at: int, limit: int) -> Iterator[int]:
    """Where a phrase of a place that starts at a token may end."""
    if at < limit:
        folded = reading.words.folds[at]
        rests = step.words.get(reading.keys[at], ())
        for rest in rests:
            if _follow(reading, rest, at + 1, limit):
                yield at + 1 + len(rest)
        if folded.startswith(step.stems):
            yield at + 1
        for stem, *rest in step.stemmed:
            if folded.startswith(stem) and _follow(reading, rest, at + 1, limit):
                yield at + 1 + len(rest)
        for category in step.categories:
            cue = reading.starting(category, at)
            if cue is not None:
                yield cue.end
    if step.optional:
        yield at


def _follow(reading: Reading, words: Phrase | list[str], at: int, limit: int) -> bool:
    return at + len(words) <= limit and all(
        _is(reading, at + offset, word) for offset, word in enumerate(words)
    )


def _is(reading: Reading, index: int, word: str) -> bool:
    if word[-1] == "*":
        return reading.words.folds[index].startswith(word[:-1])
    return reading.keys[index] == word


def _block_end(reading: Reading, index: int) -> int:
    """The end of the sentence around a token; a semicolon ends none."""
    end = reading.sentence_span(index)[1]
    while end < reading.size and reading.keys[end - 1] == ";":
        end = reading.sentence_span(end)[1]
    return end
