"""Whether a text holds a frame: a row of words, with gaps, by which a kind of veto is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hypotheses.analyst.grammar.frames import Phrase
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.vetoes import rows
from hypotheses.analyst.vetoes.listed import LONG
from hypotheses.analyst.vetoes.rows import LETTERS, Index, Row, Step

_REACH = 2  # sentences of a long text that state its idea


def find(reading: Reading, measured: bool) -> dict[str, Span]:
    """The first frame of each kind; in a long text, in the sentences that state its idea."""
    found: dict[str, Span] = {}
    index = rows.index(reading.lexicon, measured)
    held = rows.heads(reading.keys, [*reading.words.folds, *reading.mended.values()])
    likely = index.likely(held)
    for start, opened in _openings(reading, index):
        for number in sorted(opened & likely):
            row = index.rows[number]
            if row.kind in found or any(map(held.isdisjoint, row.needs)):
                continue
            end = _match(reading, row, start)
            if end is not None:
                found[row.kind] = start, end
    return found


def _openings(reading: Reading, index: Index) -> Iterator[tuple[int, set[int]]]:
    """The tokens at which frames may open, with the numbers of those frames."""
    stop = reading.size
    if reading.last_sentence > LONG:
        stop = sum(number < _REACH for number in reading.words.sentence)
    keys, folds = reading.keys, reading.words.folds
    for start in range(stop):
        if keys[start] in index.words:
            yield start, index.words[keys[start]]
        if folds[start][:LETTERS] in index.stems:
            yield start, index.stems[folds[start][:LETTERS]]
    for category, opened in index.categories.items():
        yield from ((cue.start, opened) for cue in reading.all(category) if cue.start < stop)


def _match(reading: Reading, row: Row, start: int) -> int | None:
    if row.opening and reading.sentence_span(start)[0] != start:
        return None
    return _rest(reading, row.steps, start, _block_end(reading, start))


def _rest(reading: Reading, steps: tuple[Step, ...], at: int, limit: int) -> int | None:
    """Where a row of places that starts at a token ends, or None."""
    if not steps:
        return at
    step, behind = steps[0], steps[1:]
    if step.gap:
        ends: Iterable[int] = range(at, min(limit, at + step.gap) + 1)
    else:
        ends = _ends(reading, step, at, limit)
    for end in ends:
        found = _rest(reading, behind, end, limit)
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
        if (
            folded.startswith(step.stems)
            or folded.endswith(step.endings)
            or (at in reading.mended and reading.mended[at].startswith(step.stems))
        ):
            yield at + 1
        for stem, *after in step.stemmed:
            if folded.startswith(stem) and _follow(reading, after, at + 1, limit):
                yield at + 1 + len(after)
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
