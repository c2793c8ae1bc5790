"""The noun that a pronoun stands for, by agreement and by the roles of the clause before.

Of the nouns that agree with the pronoun the subject is taken, then the objects (the preference of
centering: Grosz, Joshi & Weinstein 1995, Computational Linguistics 21:203).
"""

from __future__ import annotations

from collections.abc import Iterator

from hypotheses.analyst.syntax.tree import Tree
from hypotheses.domain.types import Language

ANY = "any"
FORMS: dict[Language, dict[str, str]] = {
    "en": {"it": "NS", "they": "NP", "them": "NP"},
    "pt": {"ele": "m.s", "ela": "f.s", "eles": "m.p", "elas": "f.p", "isso": ANY, "isto": ANY},
}
"""The number, in Portuguese with the gender, of what each pronoun stands for."""
SUBJECTS = ("nsubj", "nsubj:pass")
_CLAUSES = ("xcomp", "ccomp")
_PLURAL = ("NP", "m.p", "f.p")
_OWN = frozenset("my our meu minha meus minhas nosso nossa nossos nossas".split())
_LONGEST = 10  # words of a noun phrase that is put for a pronoun, with a clause about it


POINTERS = frozenset("it they them this that these those isso isto ele ela eles elas lo la".split())


def points_back(tree: Tree) -> bool:
    """Whether a pronoun stands before all nouns of a sentence: it is of an earlier sentence."""
    nouns = (at for at, tag in enumerate(tree.tags) if tag.startswith("N"))
    return not POINTERS.isdisjoint(tree.words.lower[: next(nouns, None)])


def agrees(tag: str, form: str) -> bool:
    """Whether a noun with this tag can be what a pronoun of this form stands for."""
    if form == ANY:
        return True
    return tag == form or tag.endswith(f".{form}") or (tag == "NAME" and form not in _PLURAL)


def antecedent(tree: Tree, verb: int, end: int, form: str) -> int | None:
    """The noun of a verb's clause that agrees with a pronoun at or behind `end`."""
    return next(_fitting(tree, verb, end, form), None)


def is_only_one(tree: Tree, verb: int, end: int, form: str) -> bool:
    """Whether no second noun at the verb itself agrees: not `a choir sings in a church`, `it`."""
    own = {verb, *tree.children(verb), *(each for at in tree.children(verb, *_CLAUSES)
                                         for each in tree.children(at))}  # fmt: skip
    return len(own.intersection(_fitting(tree, verb, end, form))) < 2


def _fitting(tree: Tree, verb: int, end: int, form: str) -> Iterator[int]:
    """The nouns of a verb's clause before `end` that agree, the likeliest first."""
    for at in _nouns(tree, verb):
        several = form in _PLURAL and bool(tree.children(at, "conj"))
        fits = several or agrees(tree.tags[at], form)
        if at < end and fits and tree.tags[at].startswith(("N", "NAME")):
            yield at


def _nouns(tree: Tree, verb: int) -> Iterator[int]:
    """The nouns of a clause: its subject, what it says of its author's own, its objects, what they
    are of."""
    subjects = tree.children(verb, *SUBJECTS)
    copula = tree.child(verb, "cop") is not None
    for at in subjects:
        own = any(tree.words.lower[each] in _OWN for each in tree.children(at))
        if not (own and (copula or len(subjects) > 1)):
            yield at
    if tree.tags[verb].startswith("N"):
        yield verb
    objects = [*tree.children(verb, "obj", "iobj")]
    for at in tree.children(verb, *_CLAUSES):
        objects += tree.children(at, *SUBJECTS, "obj")
        objects += [each for inner in tree.children(at, *_CLAUSES)
                    for each in tree.children(inner, *SUBJECTS, "obj")]  # fmt: skip
    objects += tree.children(verb, "obl", "nmod")
    yield from objects
    for at in objects:
        yield from tree.children(at, "nmod")


def noun_phrase(tree: Tree, head: int, end: int) -> tuple[int, int]:
    """The words of a noun before `end`, with its article and what describes it, without the
    preposition before it; without a clause about it, where they are many."""
    first, stop = _phrase(tree, head, end, ())
    return (first, stop) if stop - first <= _LONGEST else _phrase(tree, head, end, _ABOUT)


_ABOUT = ("acl", "acl:relcl")


def _phrase(tree: Tree, head: int, end: int, without: tuple[str, ...]) -> tuple[int, int]:
    """`noun_phrase`, without the dependents of the noun with one of these relations."""
    places = {head}
    for child in tree.children(head):
        if tree.relations[child] in without:
            continue
        later = tree.relations[child] in ("case", "cop", "punct", "advcl", "parataxis", "nsubj")
        if not later and not (tree.relations[child] == "advmod" and child < head):
            places |= {at for at in tree.below(child) if at < end}
    first, stop = min(places), max(places) + 1
    while tree.tags[first] in ("ADP", "PUNCT") and first < head:
        first += 1
    stop = next((at for at in range(head, stop) if at not in places), stop)
    while stop - 1 > head and tree.tags[stop - 1].startswith(("PUNCT", "CC", "ADP", "PD", "D")):
        stop -= 1
    return first, stop
