"""What an exposure is set against by the tree of its sentence: the other option that stands there,
the time before it, or its clause denied.
"""

from __future__ import annotations

from collections.abc import Sequence

from hypotheses.analyst.proposals.denials import denied_clause
from hypotheses.analyst.proposals.sentences import Place, place_of
from hypotheses.analyst.syntax import english
from hypotheses.analyst.syntax.clause import AUXILIARIES, clause_of
from hypotheses.analyst.syntax.tagging.tagger import Token
from hypotheses.analyst.syntax.tree import Tree
from hypotheses.analyst.writer.portuguese import infinitive_of_past
from hypotheses.domain.claim import Claim
from hypotheses.domain.types import Language

_OR = frozenset(("or", "ou"))
# `instead of B`, `rather than B`, `em vez de B`, `A vs B`: with the words that may stand before.
_AGAINST = frozenset(("instead", "rather", "vs", "versus", "vez", "invés", "lugar"))
_FIXED = frozenset("of than de do da em ao no x .".split())
_EVENTS = frozenset("since after desde depois após".split())
_LEADS = frozenset("when whenever where if while quando se onde enquanto".split())


def other_option(claim: Claim, source: str) -> str | None:
    """The option that the sentence itself sets against the exposure: `oat milk`, `overhead`."""
    place = place_of(claim.exposure, source)
    if place is None:
        return None
    tree = place.tree
    inner = set(tree.below(clause_of(tree, place.top))) | set(range(place.first, place.end))
    for at in sorted(inner):
        small = _lead(tree, at)
        if not _AGAINST.isdisjoint(tree.words.lower[each] for each in small):
            return _without(tree, at, small)
        joint = tree.child(at, "cc")
        either = joint is not None and tree.words.lower[joint] in _OR
        if either and tree.relations[at] == "conj" and _is_option(claim, place, at):
            return _without(tree, at, [joint] if joint is not None else [])
    return None


def _lead(tree: Tree, word: int) -> list[int]:
    """The small words before one that say how it is joined: `instead of`."""
    direct = tree.children(word, "case", "mark", "cc", "advmod")
    return [each for at in direct if at < word for each in tree.below(at)]


def _is_option(claim: Claim, place: Place, word: int) -> bool:
    """Whether a word behind `or` is the other one of two that are compared, and no reason."""
    first = place.tree.heads[word]
    compared = claim.design in ("comparative", "unknown") or claim.direction == "difference"
    return compared and place.holds(first) and place.tree.child(word, "mark") is None


def _without(tree: Tree, word: int, small: Sequence[int]) -> str | None:
    """The words below one, without the small ones that lead to it, where they stand together."""
    left = sorted(set(tree.below(word)) - set(small))
    while left and (tree.words.lower[left[0]] in _FIXED or tree.tags[left[0]] == "PUNCT"):
        left = left[1:]
    while left and tree.tags[left[-1]] == "PUNCT":
        left = left[:-1]
    if not left or left != list(range(left[0], left[-1] + 1)):
        return None
    return tree.quote(left[0], left[-1] + 1)


def is_event(claim: Claim, source: str) -> bool:
    """Whether the exposure is something that happened, so that the time before is the comparison.

    A clause behind `since` or `after` (`since our school banned phones`), or a noun there whose
    clause tells what came to be: `the bill fell after the roof's repair`.
    """
    place = place_of(claim.exposure, source)
    if place is None:
        return False
    tree, top = place.tree, place.top
    marks = {tree.words.lower[at] for at in _joints(tree, top) if at <= top}
    if _EVENTS.isdisjoint(marks):
        return False
    if tree.relations[top] == "advcl":
        return True
    return tree.tags[top].startswith("N") and _is_told(tree, clause_of(tree, top))


def _joints(tree: Tree, word: int) -> list[int]:
    """The words that join one to its clause; of `depois da reforma` the adverb above it."""
    found = list(tree.children(word, "mark", "case"))
    above = tree.heads[word]
    if above >= 0 and tree.relations[above] == "advmod":
        found.append(above)
    return found


def _is_told(tree: Tree, verb: int) -> bool:
    """Whether a clause tells what happened: its verb is in the past."""
    return any(
        (tree.tags[at] in ("VD", "VN") and (tree.words.lower[at].endswith("ed")
                                            or english.is_past(tree.words.lower[at])))
        or (tree.tags[at].startswith("VF") and bool(infinitive_of_past(tree.words.lower[at])))
        for at in (verb, *tree.children(verb, *AUXILIARIES))
    )  # fmt: skip


def not_so(claim: Claim, language: Language, source: str) -> str | None:
    """The clause of the exposure denied: `when the judge does not`, `routes where ... does not`."""
    place = place_of(claim.exposure, source)
    if place is None:
        return None
    tree = place.tree
    for at in tree.above(place.top):
        lead = next((each for each in tree.children(at, "mark", "advmod", "obl")
                     if tree.words.lower[each] in _LEADS and each < at), None)  # fmt: skip
        if tree.relations[at] == "advcl" and lead is not None:
            return denied_clause(tree.words.lower[lead], _tokens(tree, at, lead), language)
        if at == place.top and tree.relations[at] not in ("advcl", "acl:relcl"):
            break
    return _in_other(place, language)


def _in_other(place: Place, language: Language) -> str | None:
    """A noun with a clause of place or time, denied: `routes where the driver does not`."""
    tree, noun = place.tree, place.top
    if not tree.tags[noun].startswith("N"):
        return None
    for at in tree.children(noun, "acl:relcl", "acl"):
        lead = next((each for each in tree.children(at, "mark", "advmod", "obl")
                     if tree.words.lower[each] in _LEADS and each < at), None)  # fmt: skip
        denied = lead is not None and denied_clause(
            tree.words.lower[lead], _tokens(tree, at, lead), language
        )
        if denied:
            case = tree.child(noun, "case")
            first = case if case == place.first - 1 else place.first
            return f"{tree.quote(first, lead or noun + 1).lower()} {denied}"
    return None


def _tokens(tree: Tree, head: int, lead: int) -> list[Token]:
    """The words of a clause behind the one that joins it."""
    places = [at for at in sorted(tree.below(head)) if at > lead]
    while places and tree.tags[places[-1]] == "PUNCT":
        places.pop()
    words = tree.words
    return [
        Token(words.quote(at, at + 1), tree.tags[at], words.starts[at], words.ends[at])
        for at in places
    ]
