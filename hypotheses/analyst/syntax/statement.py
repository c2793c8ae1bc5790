"""The words of a text that say what is asked, claimed or studied, apart from those around them: who
says so, an announcement, background, a motive.

The reader's encoder gives each word three scores: that it is among these words, that it is the
first one, and that it is the last one. The stretch with the greatest sum is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from hypotheses.analyst.syntax import encoding
from hypotheses.analyst.syntax.encoder import Product
from hypotheses.analyst.syntax.encoding import PATH
from hypotheses.analyst.syntax.indirect import WHETHER
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tokens import ENDS, Words, split

_JOINTS = frozenset("and but so or e mas então ou".split())
LEAST = 11.0
"""How much greater a sum must be for words at a text's edge to be left out. Of 364 texts kept apart
the cut at the beginning is right, to the word, in .89 above it and in .29 below it, the one at the
end in .63 and .46."""
FURTHER = (("or",), ("ou",), ("as", "well", "as"), ("bem", "como"), ("assim", "como"))
"""What joins another question, by one word or more."""
_OPENS = frozenset("and or e ou".split())
_EXTENT = (("extent", "to", "which"), ("degree", "to", "which"))
_SHORTEST = 2  # words of a statement
_WITHIN = 0.3  # the weight of a word among them, beside those of the first and the last word


def best(scores: NDArray[np.float64]) -> range:
    """The stretch with the greatest sum, of a text without its final mark; it begins and ends with
    the text where that costs less than `LEAST`.

    `scores` has a row for each word: within, first, last.
    """
    within, first, last = scores.T
    before = np.concatenate([[0.0], np.cumsum(within * _WITHIN)])
    begins, ends = first - before[:-1], last + before[1:]
    behind = np.maximum.accumulate(ends[::-1])[::-1]  # the best end at or behind each word
    sums = begins + behind
    start = int(sums.argmax())
    if sums[start] - sums[0] < LEAST:
        start = 0
    stop = start + 1 + int(ends[start:].argmax())
    return range(start, len(scores) if ends[stop - 1] - ends[-1] < LEAST else stop)


@cache
def _scored() -> Product:
    return encoding.product(
        encoding.arrays(PATH, lambda name: name.startswith("statement.")), "statement"
    )


@lru_cache(maxsize=64)
def statement(words: Words) -> range:
    """The positions of the words that state what a text claims."""
    read = encoding.load(PATH)
    rows = [read.read(window)[list(window.firsts)] for window in read.windows(words)]
    size = len(words)
    while size > 1 and words.lower[size - 1] in ENDS:
        size -= 1
    found = best(_scored()(np.concatenate(rows)[:size]).astype(np.float64))
    if _is_remark(words, found):
        return range(len(words))
    found = joined(words, found)
    return found if len(found) >= _SHORTEST else range(len(words))


def _is_remark(words: Words, found: range) -> bool:
    """Whether a few words without a verb stand among others, which say what they are about:
    `I sleep longer since we moved. | Coincidence | ?`"""
    if len(found) > _REMARK or len(words) < _TELLING or "\n" in words.text:
        return False
    return not any(tag.startswith(FINITE) for tag in parsed(words).tags[found.start : found.stop])


_REMARK, _TELLING = 3, 12  # words of a remark, and of a text that tells more


def joined(words: Words, statement: range) -> range:
    """A statement with what its sentence joins to it: `we put the bin out and | people waste less`,
    `attendance rises | and so grades improve`."""
    first, last = _sentence(words, statement)
    start, stop = statement.start, statement.stop
    while stop - start > _SHORTEST and _only_opens(words, start):
        start += 1  # `whether | or not it rains`
    start = _behind_extent(words, start, stop)
    tree = parsed(words)
    tags = tree.tags
    behind_verb = start > first and tags[start - 1].startswith(("V", "AUX"))
    if behind_verb and words.lower[start] in WHETHER and stop - start > _SHORTEST:
        start += 1  # `what I want to know is if | coming early helps`
    asks = tags[start] == "WH" or words.lower[start] in ("que", "qual", "quais")
    if start > first and asks and tree.relations[start - 1] == "case":
        start -= 1  # `de | que forma`; of `find | out | which` it is a part of the verb
    start = _behind_title(words, tags, start, stop)
    if not any(tag.startswith(FINITE) for tag in tags[start:stop]) and "\n" in words.text:
        return range(max(stop, last))  # notes: a line for each part
    if (other := _second_question(words, tags, start, last)) is not None:
        return range(start, other)
    before = words.lower[start - 1] if start > first else ""
    if before in WHETHER and (other := _further_question(words, start, last)):
        return range(start, other)  # `whether it is real | or whether it is a myth`
    if before in WHETHER and _asks_again(words, start, last):
        return range(first, last)  # `whether A helps, | and whether B does`
    if before in _JOINTS:
        start = first
    behind = stop + (stop < last and words.lower[stop] == ",")
    if (
        last > behind + 1
        and words.lower[behind] in _JOINTS
        and words.lower[behind + 1] not in WHETHER
        and not _leads_elsewhere(words, range(start, stop), range(behind + 1, last))
    ):
        stop = last
    return range(start, stop)


def _only_opens(words: Words, at: int) -> bool:
    """Whether a word at the beginning of a statement says nothing of it; `whether | not sleeping
    slows them` does."""
    before = words.lower[at - 1] if at else ""
    return words.lower[at] in _OPENS or (words.lower[at] == "not" and before in _OPENS)


def _behind_extent(words: Words, start: int, stop: int) -> int:
    """Where a statement begins behind words that only ask how far it is so: `the extent to which |
    rents follow wages`."""
    first = start + (words.lower[start] == "the")
    asks = words.lower[first : first + 3] in _EXTENT
    return first + 3 if asks and stop - first > 3 + _SHORTEST else start


def _leads_elsewhere(words: Words, stating: range, behind: range) -> bool:
    """Whether joined words go on with what announces the statement, not with what it says: `we
    examine the effect of A on B | and investigate how ...`."""
    tree = parsed(words)
    joined = (at for at in behind if tree.relations[at] == "conj" and tree.heads[at] not in behind)
    return any(tree.heads[at] < stating.start for at in joined)


def _behind_title(words: Words, tags: Sequence[str], start: int, stop: int) -> int:
    """Where a question begins behind a title that says nothing of what it names: `Native bees and
    the yield of coffee: does it ...?`, `Guest comfort — is there ...?`."""
    ends = next((at for at in range(start, stop) if words.lower[at] in ENDS), stop)
    asks = words.lower[min(ends, len(words) - 1)] == "?"
    colon = next((at for at in range(start, min(ends, stop - 1)) if _is_colon(words, at)), None)
    if colon is None or not asks:
        return start
    says = any(tag.startswith(FINITE) for tag in tags[start:colon])
    chooses = tags[colon + 1] == "WH"  # `gas or induction: which is safer?`
    return start if says or chooses else colon + 1


def _is_colon(words: Words, at: int) -> bool:
    """A colon, or a dash that stands apart: `Customers — does ...?`, but not `self-esteem`."""
    if words.lower[at] == ":":
        return True
    apart = 0 < at < len(words) - 1 and "" not in (words.gap(at - 1), words.gap(at))
    return words.lower[at] in _DASHES and apart


FINITE = ("V0", "V3", "VD", "VF", "AUX", "MD")
_DASHES = frozenset("—–-")
OF_THE = frozenset("do da dos das".split())


def _asks_again(words: Words, first: int, last: int) -> bool:
    """Whether a further indirect question is joined within a stretch."""
    lower = words.lower
    return any(lower[at] in _JOINTS and lower[at + 1] in WHETHER for at in range(first, last - 1))


def _second_question(words: Words, tags: Sequence[str], start: int, last: int) -> int | None:
    """Where a question ends that is joined to another one with a verb of its own: `which lamps help
    |, and how do they work`."""
    lower = words.lower
    if not (
        tags[start] == "WH" or tags[start].startswith(("AUX", "MD")) or lower[start] in _ASKING
    ):
        return None
    for at in range(start + _LEAST_ASKED, last - 2):
        if lower[at] == "or" and lower[at + 1] in _AUXILIARIES and lower[at + 2] in _POINTING:
            return at - (lower[at - 1] == ",")  # `or is it just age`
        if lower[at] not in _ANDS or not (tags[at + 1] == "WH" or lower[at + 1] in _ASKING):
            continue
        verbs = range(at + 2, last) if lower[at] == "e" else (at + 2,)
        has_verb = any(tags[each].startswith(FINITE) for each in verbs)
        if has_verb and any(tags[each].startswith(FINITE) for each in range(start, at)):
            return at - (lower[at - 1] == ",")
    return None


_ANDS = frozenset(("and", "e"))
_AUXILIARIES = frozenset("do does did is are was were has have".split())
_POINTING = frozenset("it they this that he she my i".split())
_ASKING = frozenset("qual quais como quando quanto quantos quantas".split())
_LEAST_ASKED = 4  # words of a question


def _further_question(words: Words, start: int, last: int) -> int | None:
    """Where another indirect question is joined by more than `and`: `or whether`, `as well as
    whether`."""
    lower = words.lower
    for mark in range(start + 2, last):
        if lower[mark] not in WHETHER:
            continue
        for joint in FURTHER:
            at = mark - len(joint)
            if at > start and lower[at:mark] == joint:
                return at - (lower[at - 1] == ",")
    return None


def _sentence(words: Words, statement: range) -> tuple[int, int]:
    """Where the sentence of a statement begins, and where the one in which it ends ends."""
    first, last = statement.start, statement.stop
    while first and words.lower[first - 1] not in ENDS:
        first -= 1
    while last < len(words) and words.lower[last - 1] not in ENDS:
        last += 1
    return first, last


def cut(words: Words, statement: range) -> str:
    """A text with blanks for all but what states its claim, so that each word keeps its place; the
    mark that ends its sentence stands behind it. Of an article that is joined to a preposition
    before it only the article stays: `(análise) d | o perfil`."""
    start, end = words.starts[statement.start], words.ends[statement.stop - 1]
    joint = statement.start > 0 and words.lower[statement.start] in OF_THE
    start += joint and parsed(words).tags[statement.start].startswith("PD")
    mark = next((word for word in words.lower[statement.stop - 1 :] if word in ENDS), "")
    letters = [
        letter if start <= at < end or letter == "\n" else " "
        for at, letter in enumerate(words.text)
    ]
    if mark and end < len(letters):
        letters[end] = mark
    return "".join(letters)


def stated(text: str) -> str:
    """A text with blanks for all but what states its claim."""
    words = split(text)
    return cut(words, statement(words)) if len(words) else text
