"""The noun phrases of a text, as its trees have them."""

from __future__ import annotations

from collections.abc import Iterator

from hypotheses.analyst.syntax.tree import Tree

_NOUNS = ("N", "PROPN", "NAME")
_HEADS = frozenset(("root", "nsubj", "nsubj:pass", "obj", "conj", "appos", "parataxis"))
# Nouns by their place, which name nothing.
_INDEFINITE = frozenset(
    f"{some}{thing}"
    for some in ("any", "every", "some", "no")
    for thing in ("body", "one", "thing")
) | {"algo", "tudo", "nada", "alguém", "ninguém", "todos", "todas"}
_PARTS = ("compound", "amod", "nmod", "nummod", "flat", "acl", "acl:relcl", "nmod:poss", "fixed")


def noun_phrases(tree: Tree) -> Iterator[tuple[int, int]]:
    """The noun phrases that a claim can be of (no place, time or means of it), each with all that
    belongs to it and without its article; none lies within another one."""
    reached = 0
    for at, relation in enumerate(tree.relations):
        if relation not in _HEADS or not tree.tags[at].startswith(_NOUNS):
            continue
        if tree.words.lower[at] in _INDEFINITE:
            continue
        first, end = _extent(tree, at)
        if first >= reached:
            yield first, end
            reached = end


def _extent(tree: Tree, noun: int) -> tuple[int, int]:
    """The unbroken stretch of words around a noun that belong to it."""
    places = {noun}
    for at in tree.children(noun, *_PARTS):
        places |= set(tree.below(at))
    first = end = noun
    while first - 1 in places:
        first -= 1
    while end + 1 in places:
        end += 1
    return first, end + 1
