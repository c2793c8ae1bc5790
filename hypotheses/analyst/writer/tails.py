"""Which proposed parts a question says at its end: `, measured by ...`, `, compared with ...`.

A proposal stands in the frame, where its author confirms it. The question says it, too, only where
it reads well: behind one short clause that asks whether something is so.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import takewhile

from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.sign import words_of
from hypotheses.analyst.syntax.tokens import split
from hypotheses.analyst.syntax.tree import Tree
from hypotheses.analyst.writer.places import placed
from hypotheses.domain.claim import CLOSING, Claim, SlotName

_TAILS: tuple[SlotName, ...] = ("comparator", "measure", "approach")  # what matters most, first
_ROOM = 16  # words of a clause that a tail may follow
_FURTHER = 4  # words fewer for each further tail
_STEM = 4  # letters that the forms of one word share: `diagnosed`, `diagnosis`
_SHORT = 4  # letters that a word needs to have content

Write = Callable[[Claim], str | None]


def with_tails(write: Write, claim: Claim, source: str) -> str | None:
    """The question that `write` makes of a claim, without the proposed tails that it cannot
    carry."""
    whole = write(claim)
    proposed = [name for name in _TAILS if _is_proposed(claim, name, source)]
    if whole is None or not proposed:
        return whole
    bare, own = claim, whole
    for name in proposed:
        left = write(bare.with_slot(name, None))
        if left is not None and _is_behind(whole, left):
            bare, own = bare.with_slot(name, None), left
    tails = 0
    for name in proposed:
        slot = claim.slot(name)
        if slot is None or bare.slot(name) is not None or not _carries(own, tails):
            continue
        if name == "approach" or (name == "measure" and _repeats(slot.text, own)):
            continue  # what people do is asked, whatever its study does
        bare, tails = bare.with_slot(name, slot), tails + 1
    return write(bare) or own if tails else own


def _is_proposed(claim: Claim, name: SlotName, source: str) -> bool:
    slot = claim.slot(name)
    return slot is not None and slot.origin not in CLOSING and placed(slot, source) is None


def _is_behind(whole: str, left: str) -> bool:
    """Whether a question only lacks an end of a clause of another one: `, compared with no
    coffee`."""
    body, whole = left.rstrip(" ?."), whole.rstrip(" ?.")
    both = zip(body, whole, strict=False)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], both))
    same = len(body[:shared].rstrip(" ,("))  # the tail may stand before another comma
    return whole[same:].lstrip()[:1] in (",", "(") and whole.endswith(body[same:])


def _carries(question: str, tails: int) -> bool:
    """Whether a question is one short clause that asks whether something is so, with room for one
    more tail behind `tails`."""
    room = _ROOM - _FURTHER * tails
    if re.search(r"[,:;–—]", question) or len(question.split()) > room:
        return False
    tree = parsed(split(question))
    if any(_is_clause(tree, at) for at in range(len(tree.tags))):
        return False
    words = [at for at, tag in enumerate(tree.tags) if tag != "PUNCT"]
    asks = any(
        tree.tags[at] == "WH" and tree.relations[at] != "fixed" and is_of_main(tree, at)
        for at in words
    )  # `do | que` compares
    asks |= tree.words.lower[0] == "como"
    return not asks and len(words) <= room


def _is_clause(tree: Tree, at: int) -> bool:
    """Whether a word leads an adverbial clause with a verb: `while they sleep`, not `than men`."""
    verbs = ("V", "AUX", "MD")
    return tree.relations[at] == "advcl" and any(
        tree.tags[each].startswith(verbs) for each in tree.below(at)
    )


def is_of_main(tree: Tree, at: int) -> bool:
    """Whether a word is part of the main clause, and of no clause in it: `those | who smoke`."""
    while at >= 0 and tree.relations[at] != "root":
        if tree.relations[at] in _CLAUSES:
            return False
        at = tree.heads[at]
    return True


_CLAUSES = frozenset("acl acl:relcl advcl ccomp csubj xcomp".split())


def _repeats(tail: str, question: str) -> bool:
    """Whether most words of a tail say again what the question says: `the share of smokers that
    quit`, behind `do smokers quit`."""
    said = {word[:_STEM] for word in words_of(question)}
    own = [word[:_STEM] for word in words_of(tail) if len(word) >= _SHORT]
    return bool(own) and 2 * sum(word in said for word in own) >= len(own)
