"""Whether a text holds a frame: a row of words, with gaps, by which a kind of veto is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hypotheses.analyst.grammar.frames import Phrase
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.vetoes import opening
from hypotheses.analyst.vetoes.listed import LONG
from hypotheses.analyst.vetoes.opening import Index, Marked, Numbers
from hypotheses.analyst.vetoes.rows import LETTERS, Heads, Row, Step

_REACH = 2  # sentences of a long text that state its idea


def find(reading: Reading, measured: bool) -> dict[str, Span]:
    """The first frame of each kind; in a long text, in the sentences that state its idea."""
    found: dict[str, Span] = {}
    index = opening.index(reading.lexicon, measured)
    letters = [folded[:LETTERS] for folded in reading.words.folds]
    mended = [key[:LETTERS] for key in reading.mended.values()]
    held = Heads(reading.held, frozenset((*letters, *mended)))
    for start, opened in _openings(reading, index, letters):
        for number in opening.numbers(opened):
            row = index.rows[number]
            if row.kind in found or not row.may_stand(held):
                continue
            end = _match(reading, row, start)
            if end is not None:
                found[row.kind] = start, end
    return found


def _openings(reading: Reading, index: Index, letters: list[str]) -> Iterator[tuple[int, Numbers]]:
    """The tokens at which frames may open, with the numbers of those frames."""
    stop = reading.size
    if reading.last_sentence > LONG:
        stop = sum(number < _REACH for number in reading.words.sentence)
    keys, words, stems = reading.keys, index.words, index.stems
    for start in range(stop):
        if keys[start] in words:
            yield start, _behind(reading, words[keys[start]], letters, start + 1)
        if letters[start] in stems:
            yield start, _behind(reading, stems[letters[start]], letters, start + 1)
    for category, opened in index.categories.items():
        yield from ((cue.start, opened) for cue in reading.all(category) if cue.start < stop)


def _behind(reading: Reading, marked: Marked, letters: list[str], index: int) -> Numbers:
    """The frames that may go on with a token, of those that open with the one before it."""
    found = marked.free[0]
    if index == reading.size:
        return found
    if (key := reading.keys[index]) in marked.keys:
        found |= marked.keys[key]
    if (stem := letters[index]) in marked.stems:
        found |= marked.stems[stem]
    if index in reading.mended and (stem := key[:LETTERS]) in marked.stems:
        found |= marked.stems[stem]
    return found


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


def _ends(reading: Reading, step: Step, at: int, limit: int) -> list[int]:
    """Where a phrase of a place that starts at a token may end."""
    ends = _filled(reading, step, at, limit) if at < limit else []
    if step.optional:
        ends.append(at)
    return ends


def _filled(reading: Reading, step: Step, at: int, limit: int) -> list[int]:
    """Where a phrase of a place ends that stands at a token."""
    folded, rests = reading.words.folds[at], step.words.get(reading.keys[at], ())
    ends = [at + 1 + len(rest) for rest in rests if _follow(reading, rest, at + 1, limit)]
    if (
        folded.startswith(step.stems)
        or folded.endswith(step.endings)
        or (at in reading.mended and reading.mended[at].startswith(step.stems))
    ):
        ends.append(at + 1)
    for stem, *after in step.stemmed:
        if folded.startswith(stem) and _follow(reading, after, at + 1, limit):
            ends.append(at + 1 + len(after))
    for category in step.categories:
        cue = reading.starting(category, at)
        if cue is not None:
            ends.append(cue.end)
    return ends


def _follow(reading: Reading, words: Phrase | list[str], at: int, limit: int) -> bool:
    if at + len(words) > limit:
        return False
    for offset, word in enumerate(words):  # noqa: SIM110  # the quickest way, and often taken
        if not _is(reading, at + offset, word):
            return False
    return True


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
