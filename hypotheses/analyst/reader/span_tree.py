"""Spans of a text with the trees of its sentences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hypotheses.analyst.reader.spans import Span
from hypotheses.analyst.syntax.sign import is_comparative
from hypotheses.analyst.syntax.tree import Tree

_PHRASE = ("compound", "amod", "nmod", "nummod", "flat", "acl", "acl:relcl", "nmod:poss", "fixed")


@dataclass(slots=True)
class SpanTree:
    """Spans in the order of their words, and the words' trees."""

    tree: Tree
    spans: list[Span]

    def first(self, *wanted: str) -> Span | None:
        return next((span for span in self.spans if span.tag in wanted), None)

    def put(self, made: Iterable[Span], instead_of: Iterable[Span]) -> None:
        gone = list(instead_of)
        kept = [span for span in self.spans if span not in gone]
        words = (span for span in made if span.first < span.end)  # a rule may leave nothing of one
        self.spans = sorted((*kept, *words), key=lambda span: span.first)

    def within(self, first: int, end: int) -> list[Span]:
        return [span for span in self.spans if span.first < end and span.end > first]

    def top(self, span: Span) -> int:
        return self.tree.top(span.first, span.end)

    def clauses(self, marks: frozenset[str]) -> list[int]:
        """The words that head a clause which one of these words opens."""
        tree = self.tree
        return [
            at
            for at, relation in enumerate(tree.relations)
            if relation in ("advcl", "acl")
            and any(
                tree.words.lower[mark] in marks
                for mark in tree.children(at, "mark", "advmod", "case")
                if mark < at
            )
        ]

    def object(self, verb: int, until: int) -> tuple[int, int] | None:
        """The object of a verb before a position, without its article and preposition."""
        tree = self.tree
        found = [at for at in tree.children(verb, "obj", "obl", "nsubj:pass") if at < until]
        direct = [at for at in found if tree.relations[at] == "obj"] or found
        if not direct:
            return None
        return self.phrase(direct[0])

    def phrase(self, word: int) -> tuple[int, int]:
        """A noun with its dependents, without the words that open it."""
        tree = self.tree
        places = {word}
        for at in tree.children(word, *_PHRASE):
            places |= set(tree.below(at))
        first, end = min(places), max(places) + 1
        return first, end

    def degree(self, verb: int) -> int | None:
        """The comparative of a clause: `more` in `makes more errors`, `worse` in `sleeps worse`."""
        tree = self.tree
        near = [verb, *tree.children(verb, "advmod", "obj", "xcomp", "obl")]
        for at in near:
            for word in (at, *tree.children(at, "amod", "advmod", "det")):
                if is_comparative(tree.words.lower[word]) or tree.is_degree(word):
                    return word
        return None

    def near(self, span: Span) -> set[int]:
        """The verbs that a span depends on."""
        return set(self.tree.above(self.top(span)))
