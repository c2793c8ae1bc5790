"""Spans that the grammar of a clause gives another part in the claim than the tagger did.

The tagger knows words, not clauses. Here a clause of a known form determines which of its words are
the exposure, the outcome or a condition: `the effect of sleep on grades is larger | in girls than
in boys`, `worse than the old ones at | taking orders`. What a comparison is made with is found in
the sentence's tree: `sells more | on foggy days | than on sunny ones`. In marked claims with
`than`, what is found there is the exposure in 87 of 100, and the exposure or the unit in 94.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from hypotheses.analyst.reader.span_tree import SpanTree
from hypotheses.analyst.reader.spans import OUTCOMES, Span
from hypotheses.analyst.syntax.sign import is_comparative
from hypotheses.analyst.syntax.tokens import Words
from hypotheses.analyst.syntax.tree import Tree
from hypotheses.domain.types import Language

_PREPOSITIONS = ("ADP", "PD.")
_ARTICLES = ("D.", "DET", "PD.")
_INFINITIVES = ("VI", "VG")
_WITHOUT = frozenset(("without", "sem"))
_APART = frozenset(("unit", "bound", "comparator", "window", "measure"))
"""Parts that a clause with `without` does not absorb."""


def mended(
    spans: Sequence[Span], words: Words, tags: Sequence[str], language: Language
) -> list[Span]:
    """The spans of a text as its clauses have them."""
    clause = _Clauses(words, tags, language, list(spans))
    clause.without()
    clause.listed()
    return clause.spans


@dataclass(slots=True)
class _Clauses:
    words: Words
    tags: Sequence[str]
    language: Language
    spans: list[Span]

    @property
    def _lower(self) -> tuple[str, ...]:
        return self.words.lower

    def _first(self, *wanted: str) -> Span | None:
        return next((span for span in self.spans if span.tag in wanted), None)

    def _put(self, made: Sequence[Span], instead_of: Sequence[Span]) -> None:
        kept = [span for span in self.spans if span not in instead_of]
        self.spans = sorted((*kept, *made), key=lambda span: span.first)

    def _within(self, first: int, end: int) -> list[Span]:
        return [span for span in self.spans if span.first < end and span.end > first]

    def without(self) -> None:
        """Something that must not be lost is a condition: `cuts stress | without hurting sales`."""
        outcome = self._first(*OUTCOMES)
        if outcome is None:
            return
        opening = next(
            (at for at in range(outcome.first + 1, len(self._lower) - 1)
             if self._lower[at] in _WITHOUT and self.tags[at + 1].startswith(_INFINITIVES)), None
        )  # fmt: skip
        if opening is None:
            return
        others = (span.first for span in self.spans if span.first > opening and span.tag in _APART)
        marks = (at for at in range(opening, len(self._lower)) if self.tags[at] == "PUNCT")
        end = min([*others, *marks, len(self._lower)])
        while end - opening > 2 and self.tags[end - 1].startswith((*_PREPOSITIONS, *_ARTICLES)):
            end -= 1
        made = [Span("qualifier", opening, end)]
        if outcome.end > opening:
            made.append(replace(outcome, end=opening))
        self._put(made, self._within(opening, end))

    def listed(self) -> None:
        """What a list says there is more of is the outcome, where there is an exposure already:
        `drivers on split shifts: more | sick days`."""
        varies, outcome = self._first("exposure"), self._first(*OUTCOMES)
        if varies is None:
            return
        for degree, more in zip(self.spans, self.spans[1:], strict=False):
            near = degree.tag == "relation" and degree.end == more.first
            graded = near and is_comparative(self._lower[degree.first])
            if graded and more.tag == "exposure" and more is not varies:
                if outcome is not None and outcome.first < more.first:
                    return
                told = ("relation", *OUTCOMES)
                later = [s for s in self.spans if s.tag in told and s.first > more.first]
                self._put([replace(more, tag="outcome")], [more, *later])
                return


_STEM = 5  # letters that forms of a word share
_NEAR = 5  # words from `than` to what is compared with
# Prepositions that are joined with an article.
_JOINED = {
    form: preposition
    for preposition, forms in (
        ("em", "no na nos nas num numa"), ("de", "do da dos das"), ("para", "pra pro pras pros"),
        ("a", "ao à aos às"), ("por", "pelo pela pelos pelas"),
    )
    for form in forms.split()
}  # fmt: skip
_FOR_A_NOUN = frozenset("one ones those that o os a as aquele aqueles aquela aquelas".split())
_MODIFIERS = ("nmod", "obl", "acl", "acl:relcl")
_SUBJECTS = ("nsubj", "nsubj:pass", "csubj")


def contrasted(grammar: SpanTree) -> None:
    """The words compared by `than` are the exposure, where none was read or the subject was taken
    for it: `the museum | sells more cards | on foggy days | than on sunny ones`."""
    other, tree = grammar.first("comparator"), grammar.tree
    word = counterpart(tree, other.first, other.end) if other is not None else None
    if other is None or word is None or tree.tags[word].startswith("V"):
        return
    opening = [at for at in tree.children(word, "case") if at < word]
    first, end = grammar.phrase(word)
    first, end = min([first, *opening]), min(end, than(tree, other.first) or end)
    while end > word + 1 and is_comparative(tree.words.lower[end - 1]):
        end -= 1
    inside, varies = grammar.within(first, end), grammar.first("exposure")
    subject = varies is not None and bool(opening) and _is_subject_of(grammar, varies, word)
    if varies is not None and subject and grammar.first("unit") is None:
        grammar.put([replace(varies, tag="unit")], [varies])
    cut = [span for span in inside if span.tag in OUTCOMES]
    if (varies is not None and not subject) or any(s.first >= first or s.end > end for s in cut):
        return
    made = [replace(span, end=first) for span in cut]
    grammar.put([Span("exposure", first, end), *made], inside)


def _is_subject_of(grammar: SpanTree, varies: Span, word: int) -> bool:
    """Whether a span is the subject of the verb that a word depends on, and precedes it."""
    tree, top = grammar.tree, grammar.top(varies)
    subject = tree.relations[top] == "nsubj" and tree.heads[top] in tree.above(word)
    return subject and varies.end <= word


def than(tree: Tree, first: int) -> int | None:
    """The position of `than` or `do que` directly before the comparator."""
    lower = tree.words.lower
    for at in range(first - 1, max(first - _NEAR, -1), -1):
        if lower[at] == "than":
            return at
        if lower[at] == "que":
            return at - (at > 0 and lower[at - 1] == "do")
    return None


def counterpart(tree: Tree, first: int, end: int) -> int | None:
    """The head of what the words `first` to `end`, after `than`, are compared with."""
    start = than(tree, first)
    if start is None:
        return None
    top = tree.top(first, end)
    opening = _preposition(tree, start, first, end, top)
    (*_, root) = tree.above(top)
    before = [at for at in sorted(tree.below(root)) if at < start]
    if opening is not None:
        alike = [at for at in before if opening in _cases(tree, at) and _names(tree, at)]
        same = [at for at in alike if _same_word(tree, at, top)]
        return next(iter(same or alike[-1:]), None)
    if tree.words.lower[top] in _FOR_A_NOUN:
        found = _described_alike(tree, before, top)
        if found is not None:
            return found
    for at in before:
        if tree.tags[at].startswith("N") and _same_word(tree, at, top):
            return at
    return _subject(tree, top, start)


def _preposition(tree: Tree, start: int, first: int, end: int, top: int) -> str | None:
    """The word that opens the comparison after `than`: `than | in | winter`."""
    led = start + 1 + (tree.words.lower[start] == "do")
    cases = [at for at in tree.children(top, "case") if led <= at <= first]
    cases += [at for at in range(led, min(first + 1, end)) if tree.relations[at] == "case"]
    return _plain(tree.words.lower[cases[0]]) if cases else None


def _plain(preposition: str) -> str:
    return _JOINED.get(preposition, preposition)


def _cases(tree: Tree, word: int) -> set[str]:
    return {_plain(tree.words.lower[at]) for at in tree.children(word, "case") if at < word}


def _names(tree: Tree, word: int) -> bool:
    """Whether a word means something by itself: not `of them`, `in fewer minutes`."""
    pointing = tree.tags[word].startswith(("PRON", "PD", "PPRON", "NUM"))
    return not pointing and not any(is_comparative(tree.words.lower[at]) for at in tree.below(word))


def _same_word(tree: Tree, one: int, other: int) -> bool:
    lower = tree.words.lower
    return lower[one][:_STEM] == lower[other][:_STEM]


def _described_alike(tree: Tree, before: Collection[int], top: int) -> int | None:
    """The noun that `ones` or `those` refers to, by what is said about both: `dogs | in coats`,
    `those | in none`."""
    said = tree.children(top, *_MODIFIERS)
    cases = {case for at in said for case in _cases(tree, at)}
    clause = any(tree.relations[at].startswith("acl") for at in said)
    for at in before:
        own = tree.children(at, *_MODIFIERS)
        alike = [each for each in own if cases & _cases(tree, each)]
        if alike and tree.tags[at].startswith("N"):
            return at
        if alike and tree.tags[at].startswith("V"):
            return alike[-1]  # `bark at people | in shorts`, attached to the verb
        if not cases and clause and any(tree.relations[each].startswith("acl") for each in own):
            return at
    return None


def _subject(tree: Tree, top: int, start: int) -> int | None:
    """The subject of the clause that compares."""
    for verb in list(tree.above(top))[1:]:
        for at in tree.children(verb, *_SUBJECTS):
            if at < start and (tree.tags[at].startswith("N") or tree.relations[at] == "csubj"):
                return at
    return None
