"""Where a claim's words stand in the tree of the author's sentence, and what stands beside them.

Some words belong to no slot. The tree still gives them a part: a condition, or a clause that names
another explanation.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax.clause import SUBJECTS, clause_of, is_predicate
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tokens import split
from hypotheses.analyst.syntax.tree import ROOT, Tree
from hypotheses.domain.claim import Claim, Slot, SlotName

_PHRASE = ("compound", "amod", "flat", "flat:name", "fixed", "nummod", "nmod")
_SMALL = ("det", "case", "nmod:poss", "punct", "cc", "mark")
_LINKS = frozenset("of de do da dos das".split())
_MORE = frozenset("more less fewer many mais menos maior maiores menor menores melhor pior".split())
_TIMES = frozenset("manhã tarde noite madrugada dia".split())


@dataclass(frozen=True, slots=True)
class Place:
    """The words `first` to `end` of a tree; `top` is the one that the others depend on."""

    tree: Tree
    first: int
    end: int

    @property
    def top(self) -> int:
        """The word that the others depend on."""
        return self.tree.top(self.first, self.end)

    def holds(self, word: int) -> bool:
        """Whether a word is among them."""
        return self.first <= word < self.end


def place_of(slot: Slot | None, source: str) -> Place | None:
    """The place of a slot's words in the tree of a text; None where they are not in it."""
    if slot is None or not slot.text or not source:
        return None
    first, end = slot.start or 0, slot.end or 0
    if source[first:end] != slot.text:
        found = re.search(rf"(?<!\w){re.escape(slot.text)}(?!\w)", source, re.IGNORECASE)
        if found is None:
            return None
        first, end = found.span()
    tree = parsed(split(source))
    own = [at for at, start in enumerate(tree.words.starts) if first <= start < end]
    return Place(tree, own[0], own[-1] + 1) if own else None


def subject_of(place: Place) -> int | None:
    """The subject of the clause that contains words, or of the verb that governs it: `seem`.

    What helps somebody to do something does not do it: `camomile helps to | sleep`.
    """
    tree, head = place.tree, clause_of(place.tree, place.top)
    for at in tree.above(place.top):
        if tree.relations[at] == "xcomp" and _HELPS.match(tree.words.lower[tree.heads[at]]):
            return None
    while True:
        found = [at for at in tree.children(head, *SUBJECTS) if tree.relations[at] != "expl"]
        if found or tree.relations[head] not in ("xcomp", "conj") or tree.heads[head] == ROOT:
            return found[0] if found else None
        head = tree.heads[head]


_HELPS = lazy_regex(r"help(?:s|ed|ing)?$|ajud(?:a|am|ou|aria|ariam|ar|ando)$")


def noun_phrase(tree: Tree, noun: int, barred: frozenset[int] = frozenset()) -> str:
    """A noun with what names it, without article and owner: `tomato seedlings`, `posto de saúde`.

    Words of `barred` are excluded.
    """
    taken = {noun}
    for at in tree.children(noun, *_PHRASE):
        if tree.tags[at] in ("WH", "JC", "ADV") or tree.words.lower[at] in _MORE:
            continue  # `more beer`, `how many pieces`, `how categorically listeners hear it`
        below = set(tree.below(at))
        if tree.relations[at] == "amod":
            below = {at, *tree.children(at, "advmod", "amod", "punct")}
            for part in tree.children(at, "compound"):
                below |= set(tree.below(part))  # `immigrant-owned`
        cases = {tree.words.lower[case] for case in tree.children(at, "case")}
        if below & barred or (tree.relations[at] == "nmod" and not cases <= _LINKS):
            continue
        if tree.relations[at] == "nmod" and tree.children(at, "det", "nmod:poss"):
            continue  # `the price of the bread`: of one that is there
        if tree.words.lower[at] in _TIMES:
            continue  # `regar a horta | de manhã`
        taken |= below
    first, end = min(taken), max(taken) + 1
    while first < noun and (tree.relations[first] in _SMALL or first in barred):
        first += 1
    if set(range(first, end)) - taken:
        first, end = noun, noun + 1
    return tree.quote(first, end)


def settings(place: Place) -> Iterator[tuple[int, int]]:
    """The phrases with `in`, `at` or `on` in the clause of words: the case word and the noun.

    Those of a clause within it, as `who rent in buildings`, are no settings of its statement.
    """
    tree, head = place.tree, clause_of(place.tree, place.top)
    for at in sorted(tree.below(head)):
        case = tree.child(at, "case")
        if case is None or tree.relations[at] not in ("obl", "nmod") or case > at:
            continue
        way = itertools.takewhile(head.__ne__, tree.above(at))
        inner = any(tree.relations[each] in _INNER for each in way)
        if not inner and tree.words.lower[case] in _IN and tree.tags[at].startswith("N"):
            yield case, at


_INNER = frozenset(("acl", "acl:relcl", "advcl", "parataxis", "appos"))


_IN = frozenset("in at on inside within among between em no na nos nas num numa entre".split())


_ADVERBIALS = ("obl", "obl:tmod", "obl:npmod", "advmod", "advcl", "nmod:tmod")


# The source of a statement: `according to the union`.
_SOURCES = frozenset("segundo conforme according".split())
_ALSO = frozenset("also too também".split())
_WHEN = frozenset("if when unless se quando caso".split())
_BESIDE: tuple[SlotName, ...] = ("window", "measure", "qualifiers", "leftover", "comparator")


def without_other_clauses(claim: Claim, text: str) -> Claim:
    """The claim without words of a clause about something else that is so: `the paper changed,
    too`.

    Such a clause names another explanation; it holds no time and no measure of the claim. A clause
    about when the claim holds is its condition: `but only if they also lift weights`.
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
        limits = any(tree.words.lower[at] in _WHEN for at in tree.children(head, "mark", "advmod"))
        if not limits and any(tree.words.lower[at] in _ALSO for at in tree.children(head)):
            claim = _with_rival(claim.with_slot(name, None), tree, head)
    return claim


def _with_rival(claim: Claim, tree: Tree, head: int) -> Claim:
    """The claim with a clause as another explanation, unless it already is one."""
    first, end = tree.extent(head)
    while first < head and (tree.relations[first] == "cc" or tree.tags[first] == "PUNCT"):
        first += 1
    words = tree.quote(first, end).strip(" .,;:!?")
    known = any(words in each or each in words for each in claim.rivals)
    return claim if known else replace(claim, rivals=(*claim.rivals, words))


def with_conditions(claim: Claim, text: str) -> Claim:
    """The claim with unassigned words as its condition, where they say when, where or how.

    `every week`, `with the same income`: an adverbial of the claim's verb qualifies it, and its
    author has nothing to decide. The source of a statement (`says the ranger`) is no part of the
    claim.
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
    case = tree.child(top, "case")
    where = case is not None and tree.words.lower[case] in _IN  # `sincerity in the survey`
    if not whole or (tree.relations[top] not in _ADVERBIALS and not where):
        return claim
    held = claim.qualifiers
    words = f"{held.text}, {lost.text}" if held else lost.text
    made = Slot(words) if held else replace(lost, sure=True)
    return claim.with_slot("leftover", None).with_slot("qualifiers", made)


def is_further_clause(slot: Slot | None, text: str) -> bool:
    """Whether words are a clause joined to another one, with a subject of its own: `and | shade
    weakens this link`."""
    place = place_of(slot, text)
    if place is None or place.tree.relations[place.top] not in ("conj", "parataxis"):
        return False
    if place.tree.tags[place.first] == "WH":
        return False  # `who moved, and | why they did`: asked with the rest
    subject = place.tree.child(place.top, *SUBJECTS)
    return subject is not None and place.holds(subject) and is_predicate(place.tree, place.top)


def _says_so(claim: Claim, place: Place, text: str) -> bool:
    """Whether these words attribute the whole claim: `..., says the ranger`."""
    outcome = place_of(claim.outcome, text)
    told = place.tree.children(place.top, "ccomp")
    return outcome is not None and any(at in set(place.tree.above(outcome.top)) for at in told)


def _outer(claim: Claim, text: str) -> set[int]:
    """The words in the other slots."""
    places = (place_of(slot, text) for name, slot in claim.items() if name != "leftover")
    return {at for each in places if each is not None for at in range(each.first, each.end)}
