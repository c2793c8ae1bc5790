"""What a claim lacks, found in the structure of its own words.

The tagger finds one side of a relation better than both. What stands in no part often is the other
side; and a claim without anything that varies, whatever kind was read, only describes.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tagging.tagger import tagged
from hypotheses.analyst.syntax.tokens import Words
from hypotheses.analyst.syntax.tree import ROOT, Tree
from hypotheses.domain.claim import Claim, Slot, SlotName
from hypotheses.domain.types import Language

_RELATE = ("causal", "comparative", "correlational", "predictive")
_ARGUMENTS = ("obj", "obl", "nmod", "iobj", "xcomp", "ccomp")
_POPULATION: tuple[SlotName, ...] = ("unit", "bound")
_SIDES: tuple[SlotName, ...] = ("exposure", "outcome")
_ASKING = ("what", "which", "who", "que", "qual", "quais", "quem")


def with_lost_side(made: Claim, words: Words) -> Claim:
    """The claim with the outcome that it lacks, where its words have it in another part, and with
    what only describes a side in that side."""
    return _described(_with_left_side(_of_shared_head(made, words), words), words)


def _described(made: Claim, words: Words) -> Claim:
    """The claim without a unit or bound that is only the adjective of a side: `the price of |
    Dutch | tulips`, `o mercado | brasileiro`."""
    tree = parsed(words)
    for name, side in itertools.product(_POPULATION, _SIDES):
        own, place = _within(words, made.slot(name)), _within(words, made.slot(side))
        loose = own and place and all(tree.tags[at].startswith("J") for at in own)
        near = loose and own[0] in (place[0] - len(own), place[-1] + 1)
        if near and tree.heads[own[0]] in place and (like := made.slot(side)) is not None:
            whole = _slot(words, sorted((*place, *own)), like)
            return made.with_slot(name, None).with_slot(side, whole)
    return made


def _of_shared_head(made: Claim, words: Words) -> Claim:
    """The claim whose options are named by what is compared in them, which is the outcome of both:
    `the gait of | dogs`, `the gait of | wolves`."""
    tree, one, other, held = parsed(words), made.exposure, made.comparator, made.outcome
    if other is None or (one is None and (made.unit is None or held is None)):
        return made
    if held is not None and any(tree.tags[at] != "JC" for at in _within(words, held)):
        rest = _without_head(tree, held, other)
        if rest is None:
            return made
        if one is None and not _belongs(tree, made.unit, held):
            return made
        named = replace(made, exposure=one or made.unit, unit=None if one is None else made.unit)
        return named.with_slot("comparator", rest)
    if one is None:
        return made
    found = _with_common_head(made, tree, one, other)
    if found is made and (whole := _in_its_phrase(tree, one)) is not None:
        found = _with_common_head(made, tree, whole, other)
    if made.unit is not None and (rest := _without_head(tree, one, other)) is not None:
        found = replace(made, outcome=one, exposure=made.unit, unit=None, comparator=rest)
    told = made.relation if held is None or found is made else held.text  # `stronger`
    return replace(found, relation=told)


def _belongs(tree: Tree, unit: Slot | None, held: Slot) -> bool:
    """Whether a unit stands behind what is compared in it: `the hearing range of | owls`."""
    own, head = _within(tree.words, unit), _within(tree.words, held)
    return bool(own and head) and tree.heads[tree.top(own[0], own[-1] + 1)] in head


def _in_its_phrase(tree: Tree, one: Slot) -> Slot | None:
    """An option with the noun that it belongs to: `bite force of | island eels`."""
    own = _within(tree.words, one)
    top = tree.top(own[0], own[-1] + 1) if own else 0
    if not own or tree.relations[top] != "nmod" or tree.heads[top] > own[0]:
        return None
    first = tree.extent(tree.heads[top])[0]
    return _slot(tree.words, range(first, own[-1] + 1), one)


def _without_head(tree: Tree, head: Slot, other: Slot) -> Slot | None:
    """An option without the words that it shares with what is compared: `the gait of | wolves`;
    None where it does not begin with all of them."""
    first, second = _named(tree, head), _named(tree, other)
    same = _shared(tree.words, first, second)
    rest = second[same:]
    if not same or same < len(first) or len(rest) < 2 or not _joins(tree, rest[0]):
        return None
    return _slot(tree.words, rest[1:], other)


def _with_common_head(made: Claim, tree: Tree, one: Slot, other: Slot) -> Claim:
    """The claim with the words that both options begin with, up to their preposition, as its
    outcome."""
    words, first, second = tree.words, _named(tree, one), _named(tree, other)
    same = _shared(words, first, second)
    joint = max((at for at in range(1, same) if _joins(tree, first[at])), default=0)
    if not joint or same == min(len(first), len(second)):
        return made
    return replace(
        made,
        outcome=_slot(words, first[:joint], one),
        exposure=_slot(words, first[joint + 1 :], one),
        comparator=_slot(words, second[joint + 1 :], other),
    )


def _named(tree: Tree, slot: Slot | None) -> list[int]:
    """The words of a slot without an article before them."""
    own = _within(tree.words, slot)
    return own[1:] if own and tree.relations[own[0]] == "det" else own


def _shared(words: Words, first: Sequence[int], second: Sequence[int]) -> int:
    """With how many words in common two stretches begin."""
    pairs = zip(first, second, strict=False)
    same = itertools.takewhile(lambda pair: words.lower[pair[0]] == words.lower[pair[1]], pairs)
    return sum(1 for _ in same)


def _joins(tree: Tree, at: int) -> bool:
    return tree.tags[at].startswith(("ADP", "PD."))


def _with_left_side(made: Claim, words: Words) -> Claim:
    """The claim with words that no part accounts for as the outcome, where they are what the
    relation or its other side governs: `a link between | tides | and the mood of the crew`."""
    lost, known = made.leftover, made.exposure
    if lost is None or known is None or made.outcome is not None:
        return made
    if made.design not in _RELATE:
        return made
    tree, own = parsed(words), _within(words, lost)
    if not own:
        return made
    top = tree.top(own[0], own[-1] + 1)
    while own and (_joins(tree, own[0]) or tree.tags[own[0]].startswith("CC")):
        own = own[1:]
    governed = tree.relations[top].startswith((*_ARGUMENTS, "conj"))
    if not governed or top not in own or not tree.tags[top].startswith(("N", "V")):
        return made
    side = replace(_slot(words, own, lost), sure=False)
    return made.with_slot("leftover", None).with_slot("outcome", side)


def as_description(
    made: Claim, words: Words, designs: Sequence[tuple[str, float]], language: Language
) -> Claim:
    """A claim in which nothing varies, as a description. `designs` are the kinds with how likely
    each is.

    It stays where the kind was plain or its words name a relation, so that both sides were told
    (`the link between`), and where what varies is what is asked for, `which habits protect ...`.
    """
    if made.exposure is not None or made.comparator is not None or made.outcome is None:
        return made
    if made.design not in _RELATE or dict(designs)[made.design] >= _TELLING:
        return made
    if _asks_what(parsed(words)) or _names_relation(made, language):
        return made
    lived = dict(designs)["qualitative"] >= _LIVED
    turns = made.direction in ("increase", "decrease")
    return replace(
        made,
        design="qualitative" if lived else "descriptive",
        direction=made.direction if turns and not lived else "unspecified",
    )


# From this probability on the kind is right more often than not, even where a side is missing.
_TELLING = 0.8
_LIVED = 0.25  # the probability of an experience where what was read as likelier lacks a side


def _names_relation(made: Claim, language: Language) -> bool:
    """Whether a noun stands for the relation: `the link between`, `the effect of`."""
    return any(word.tag.startswith("N") for word in tagged(made.relation, language))


def _asks_what(tree: Tree) -> bool:
    """Whether what is asked for does what the sentence tells: `which habits protect ...`."""
    for at, head in enumerate(tree.heads):
        if tree.relations[at].startswith("nsubj") and head != ROOT:
            lead = {tree.words.lower[each] for each in tree.below(at) if each <= at}
            if not lead.isdisjoint(_ASKING):
                return True
    return False


def _within(words: Words, slot: Slot | None) -> list[int]:
    """The words of a slot, by their places."""
    if slot is None or slot.start is None or slot.end is None:
        return []
    return words.within(slot.start, slot.end)


def _slot(words: Words, own: Sequence[int], like: Slot) -> Slot:
    """The slot of neighbouring words, as sure as another."""
    start, end = words.starts[own[0]], words.ends[own[-1]]
    return Slot(words.text[start:end], like.origin, start, end, like.sure)
