"""Words of a sentence that belong to no slot and that its tree places all the same."""

from __future__ import annotations

from dataclasses import replace

from hypotheses.analyst.proposals.sentences import Place, place_of
from hypotheses.analyst.syntax.clause import clause_of
from hypotheses.analyst.syntax.tree import Tree
from hypotheses.domain.claim import Claim, Slot, SlotName

_ADVERBIALS = ("obl", "obl:tmod", "obl:npmod", "advmod", "advcl", "nmod:tmod")


# Who says so: `according to the union`.
_SOURCES = frozenset("segundo conforme according".split())
_ALSO = frozenset("also too também".split())
_BESIDE: tuple[SlotName, ...] = ("window", "measure", "qualifiers", "leftover", "comparator")


def without_other_clauses(claim: Claim, text: str) -> Claim:
    """The claim without words of a clause that says what else is so: `the paper changed, too`.

    Such a clause names another explanation. No time and no measure in it is the claim's.
    """
    core = [each for slot in (claim.exposure, claim.outcome)
            if (each := place_of(slot, text)) is not None]  # fmt: skip
    if not core:
        return claim
    tree = core[0].tree
    held = {at for each in core for at in tree.above(each.top)}
    for name in _BESIDE:
        slot = claim.slot(name) if name != "measure" else claim.measure
        place = place_of(slot, text) if slot is not None and slot.origin == "user" else None
        head = clause_of(tree, place.top) if place is not None else None
        if head is None or head in held:
            continue
        if any(tree.words.lower[at] in _ALSO for at in tree.children(head)):
            claim = _with_rival(claim.with_slot(name, None), tree, head)
    return claim


def _with_rival(claim: Claim, tree: Tree, head: int) -> Claim:
    """The claim with a clause as another explanation, where it is none yet."""
    first, end = tree.extent(head)
    while first < head and (tree.relations[first] == "cc" or tree.tags[first] == "PUNCT"):
        first += 1
    words = tree.quote(first, end).strip(" .,;:!?")
    known = any(words in each or each in words for each in claim.rivals)
    return claim if known else replace(claim, rivals=(*claim.rivals, words))


def with_conditions(claim: Claim, text: str) -> Claim:
    """The claim with what no slot took as its condition, where it says when, where or how.

    `every week`, `with the same income`: an adverbial of the claim's verb qualifies it, and its
    author has nothing to decide. Who said so (`says the ranger`) is no part of the claim.
    """
    lost = claim.leftover
    place = place_of(lost, text) if lost is not None and lost.origin == "user" else None
    if lost is None or place is None:
        return claim
    tree, top = place.tree, place.top
    if tree.relations[top] == "parataxis" or _says_so(claim, place, text):
        return claim.with_slot("leftover", None)
    if not _SOURCES.isdisjoint(tree.words.lower[at] for at in tree.below(top)):
        return claim.with_slot("leftover", None)
    below = {at for at in tree.below(top) if tree.tags[at] != "PUNCT"}
    whole = below <= set(range(place.first, place.end)) | _outer(claim, text)
    if tree.relations[top] not in _ADVERBIALS or not whole:
        return claim
    held = claim.qualifiers
    words = f"{held.text}, {lost.text}" if held else lost.text
    made = Slot(words) if held else replace(lost, sure=True)
    return claim.with_slot("leftover", None).with_slot("qualifiers", made)


def _says_so(claim: Claim, place: Place, text: str) -> bool:
    """Whether the whole claim is what these words tell: `..., says the ranger`."""
    outcome = place_of(claim.outcome, text)
    told = place.tree.children(place.top, "ccomp")
    return outcome is not None and any(at in set(place.tree.above(outcome.top)) for at in told)


def _outer(claim: Claim, text: str) -> set[int]:
    """The words that the other slots hold."""
    places = (place_of(slot, text) for name, slot in claim.items() if name != "leftover")
    return {at for each in places if each is not None for at in range(each.first, each.end)}
