"""Words of a claim that point at something which its author's text never names."""

from __future__ import annotations

from hypotheses.analyst.proposals.sentences import place_of
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.statement import stated
from hypotheses.analyst.syntax.tokens import split
from hypotheses.analyst.syntax.tree import ROOT, Tree
from hypotheses.domain.claim import CLOSING, Claim, Slot

_THESE = frozenset(
    """this that these those esse essa esses essas este esta estes estas aquele aquela aqueles
    aquelas desse dessa desses dessas deste desta destes destas nesse nessa nesses nessas
    neste nesta nestes nestas daquele daquela daqueles daquelas tal tais""".split()
)
_THEY = frozenset("it they them he she him her ele ela eles elas".split())
_STEM = 5  # letters that two forms of a word share
_SUBJECTS = ("nsubj", "nsubj:pass")
_DETERMINING = ("det", "case", "amod")


def pointed_at(slot: Slot | None, source: str) -> str:
    """The words of a slot that point at a thing which the text names nowhere else: `those wounds`;
    empty where there are none."""
    place = place_of(slot, source) if slot is not None and slot.origin == "user" else None
    if place is None:
        return ""
    tree, lower = place.tree, place.tree.words.lower
    outside = [at for at in range(len(lower)) if not place.holds(at)]
    if place.end - place.first == 1 and lower[place.first] in _THEY:
        named = any(tree.tags[at].startswith("N") for at in outside if at < place.first)
        return "" if named else tree.quote(place.first, place.end)
    for at in range(max(place.first - 1, 0), place.end):  # with an article before the slot
        noun = tree.heads[at]
        if _points(tree, at) and place.holds(noun) and _is_new(tree, at, noun):
            return tree.quote(at, noun + 1)
    return ""


def unnamed(source: str) -> str:
    """The words of a statement that point back at a thing before it names any, or at one of a kind:
    `does | that rule | protect`, `those who ask for | such a rule`; empty where there are none."""
    tree, claimed = parsed(split(source)), stated(source)
    said = [at for at, start in enumerate(tree.words.starts) if not claimed[start].isspace()]
    named = False
    for at in said:
        noun = tree.heads[at]
        if tree.words.lower[at : at + 2] == ("such", "a") and noun == at + 2:
            return tree.quote(at, noun + 1) if _is_new(tree, at, noun) else ""
        if not named and _points(tree, at) and not _stands_apart(tree, noun):
            return tree.quote(at, noun + 1) if _is_new(tree, at, noun) else ""
        named |= tree.tags[at].startswith("N")
    return ""


def _points(tree: Tree, at: int) -> bool:
    """Whether a word points at what its noun stands for; not `that time | in which all read`."""
    noun = tree.heads[at]
    led = tree.words.lower[at] in _THESE and tree.relations[at] in _DETERMINING and at < noun
    return led and tree.tags[noun].startswith("N") and tree.child(noun, "acl:relcl") is None


def _is_new(tree: Tree, at: int, noun: int) -> bool:
    """Whether a noun is in no other place of its text."""
    lower = tree.words.lower
    others = {lower[each][:_STEM] for each in range(len(lower)) if each < at or each > noun}
    return lower[noun][:_STEM] not in others


def _stands_apart(tree: Tree, noun: int) -> bool:
    """Whether a noun is the text itself, which says what it studies, or what leads to that: `this
    thesis asks whether`, `in this study`."""
    if tree.relations[noun].startswith("obl"):
        return True
    verb = tree.heads[noun]
    subject = verb != ROOT and tree.relations[noun] in _SUBJECTS
    return subject and tree.child(verb, "ccomp", "xcomp") is not None


def nameless(claim: Claim, source: str) -> str:
    """A pronoun in the words that state a claim, behind no noun of the text that it could stand
    for: `I think | they sleep less`; empty where there is none. `It` may stand for a clause that
    follows, `it is known that`."""
    tree, claimed = parsed(split(source)), stated(source)
    for at, word in enumerate(tree.words.lower):
        if tree.tags[at].startswith("N"):
            return ""
        stands = tree.child(tree.heads[at], "ccomp", "csubj", "xcomp") is not None and word == "it"
        if word in _THEY and tree.relations[at] in (*_SUBJECTS, "obj") and not stands:
            said = not claimed[tree.words.starts[at]].isspace()
            known = claim.unit is not None and claim.unit.origin in CLOSING
            return tree.quote(at, at + 1) if said and not known else ""
    return ""
