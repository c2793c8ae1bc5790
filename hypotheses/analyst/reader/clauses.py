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
from hypotheses.analyst.syntax.sign import is_comparative, is_turn
from hypotheses.analyst.syntax.tokens import Words
from hypotheses.analyst.syntax.tree import Tree
from hypotheses.domain.types import Language

_PREPOSITIONS = ("ADP", "PD.")
_ARTICLES = ("D.", "DET", "PD.")
_NOMINAL = ("N", "J", "D", "PD.", "ADP", "PRON")
_INFINITIVES = ("VI", "VG")
_FINITE = ("V0", "V3", "VD", "VF")
_THAN = frozenset("than que do".split())
_EFFECTS = frozenset(
    "effect effects impact influence benefit efeito efeitos impacto influência benefício".split()
)
_AT = frozenset("at in em".split())
_WITHOUT = frozenset(("without", "sem"))
_APART = frozenset(("unit", "bound", "comparator", "window", "measure"))
"""Parts that a clause with `without` does not absorb."""
_WHEN = frozenset("when if whenever quando se".split())
_HELPS = ("help", "work", "matter", "ajud", "funcion", "adiant", "import")
_CAUSES = ("deix", "torn", "faz", "fez", "mak", "made", "leav", "keep", "render")
_FROM = frozenset("from using pelo pela pelos pelas".split())
_PREDICTS = ("predict", "prever", "prevê", "previ", "foresee", "forecast")
_MORE = frozenset(("more", "less", "mais", "menos"))


def mended(
    spans: Sequence[Span], words: Words, tags: Sequence[str], language: Language
) -> list[Span]:
    """The spans of a text as its clauses have them."""
    clause = _Clauses(words, tags, language, list(spans))
    clause.without()
    clause.moderating()
    clause.judged()
    clause.facing()
    clause.helped()
    clause.predicted()
    clause.caused()
    clause.one_name()
    clause.listed()
    clause.turned()
    clause.sided()
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

    def moderating(self) -> None:
        """The group with the larger effect is a condition: `the effect of sleep on grades is larger
        | in girls than in boys`, but not `than that of diet`."""
        other = self._first("comparator")
        if other is None:
            return
        degrees = (at for at in range(other.first - 1, 0, -1) if is_comparative(self._lower[at]))
        degree = next(degrees, 0)
        place = degree + 1
        if not degree or place >= other.first or self._lower[place] in _THAN:
            return
        before = {span.tag for span in self.spans if span.end <= degree}
        effect = not _EFFECTS.isdisjoint(self._lower[:degree])
        led = self.tags[place].startswith(_PREPOSITIONS)
        if led and effect and "exposure" in before and before & set(OUTCOMES):
            self._put([Span("qualifier", place, other.end)], self._within(place, other.end))

    def judged(self) -> None:
        """What somebody is better or worse at is the outcome, where it was read as part of the
        comparison: `worse than the old ones | at taking orders`."""
        other = self._first("comparator")
        if other is None or self._first(*OUTCOMES) is not None:
            return
        turn = next(
            (at for at in range(other.first + 1, other.end - 1) if self._lower[at] in _AT
             and self.tags[at + 1].startswith(_INFINITIVES)), None
        )  # fmt: skip
        if turn is not None:
            self._put([replace(other, end=turn), Span("outcome", turn + 1, other.end)], [other])

    def facing(self) -> None:
        """The words contrasted by the comparison are the exposure, and their subject is the unit:
        `my daughter reads better | on paper | than | on screen`."""
        other, subject = self._first("comparator"), self._first("exposure")
        outcome = self._first(*OUTCOMES)
        if other is None or subject is None or outcome is None:
            return
        than = other.first - 1
        while than > 0 and self._lower[than] in _THAN:
            than -= 1
        end = than + 1
        degrees = (at for at in range(end - 1, outcome.first, -1)
                   if is_comparative(self._lower[at]))  # fmt: skip
        first = next(degrees, end) + 1
        places = range(first, end)
        opposed = (
            len(places) > 1
            and end < other.first
            and all(self.tags[at].startswith(_PREPOSITIONS) for at in (first, other.first))
            and all(self.tags[at].startswith(_NOMINAL) for at in places)
            and all(span.tag == "exposure" for span in self._within(first, end))
        )
        if opposed and subject.end <= outcome.first and self.tags[outcome.first].startswith("V"):
            named = [] if self._first("unit") else [replace(subject, tag="unit")]
            given_way = [subject, *self._within(first, end)]
            self._put([*named, Span("exposure", first, end)], given_way)

    def helped(self) -> None:
        """What helps under a condition is the exposure: `dropout in fine-tuning | helps | when data
        are few`. The sentence does not say what it helps with."""
        subject, condition = self._first(*OUTCOMES), self._first("exposure")
        verb = self._first("relation")
        if subject is None or condition is None or verb is None:
            return
        behind = verb.end <= condition.first and subject.end <= verb.first
        near = verb.end <= condition.first <= verb.end + 2
        led = near and self._lower[verb.end] in _WHEN
        alone = not any(span.first >= verb.end and span.tag in OUTCOMES for span in self.spans)
        if behind and led and alone and self._lower[verb.first].startswith(_HELPS):
            self._put(
                [
                    Span("exposure", subject.first, verb.first),
                    Span("qualifier", verb.end, condition.end),
                ],
                [*self._within(subject.first, verb.first), condition],
            )

    def predicted(self) -> None:
        """What is known in advance, separated from what it predicts: `which patients miss a visit |
        from | the reminders they opened`."""
        outcome = self._first(*OUTCOMES)
        asked = any(word.startswith(_PREDICTS) for word in self._lower)
        if outcome is None or not asked or self._first("exposure") is not None:
            return
        turn = next(
            (at for at in range(outcome.first + 1, outcome.end - 1) if self._lower[at] in _FROM),
            None,
        )
        if turn is not None:
            first = (
                turn + 1 + (self.tags[turn + 1].startswith(_ARTICLES) and turn + 2 < outcome.end)
            )
            self._put([replace(outcome, end=turn), Span("exposure", first, outcome.end)], [outcome])

    def caused(self) -> None:
        """The verb that causes an outcome is no part of it: `microservices | make | deploys`."""
        for before, outcome in zip(self.spans, self.spans[1:], strict=False):
            verb, end = outcome.first, outcome.end
            causes = self.tags[verb].startswith(_FINITE) and self._lower[verb].startswith(_CAUSES)
            follows = before.end == verb and before.tag == "exposure" and outcome.tag in OUTCOMES
            if not causes or not follows:
                continue
            first = verb + 1
            while first < end and self.tags[first].startswith(_ARTICLES):
                first += 1
            if first < end and self.tags[first].startswith("N"):
                made = [Span("relation", verb, verb + 1), replace(outcome, first=first)]
                self._put(made, [outcome])
                return

    def one_name(self) -> None:
        """A noun that ends the name of what is compared is no outcome: `is a moving average |
        crossover | better than`."""
        for name, noun in zip(self.spans, self.spans[1:], strict=False):
            end = noun.end
            near = name.tag == "exposure" and noun.tag in OUTCOMES and name.end == noun.first
            graded = end < len(self._lower) and is_comparative(self._lower[end])
            said = graded and self._lower[end] not in _MORE
            nominal = all(self.tags[at].startswith(("N", "J")) for at in range(noun.first, end))
            lead = name.first - 1 - self.tags[name.first - 1].startswith(_ARTICLES)
            asked = lead >= 0 and self.tags[lead] == "AUX"
            if near and said and nominal and asked and self.language == "en":
                self._put([replace(name, end=end)], [name, noun])
                return

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

    def turned(self) -> None:
        """A verb that says how the outcome changes is the relation, where none was read: `crashes |
        fell`."""
        outcome = self._first(*OUTCOMES)
        if outcome is None or self._first("relation") is not None:
            return
        at = outcome.end - 1
        verb = self.tags[at].startswith(_FINITE) and is_turn(self._lower[at])
        if verb and at > outcome.first and self.tags[at - 1].startswith(("N", "J")):
            self._put([replace(outcome, end=at), Span("relation", at, at + 1)], [outcome])

    def sided(self) -> None:
        """Of two kinds that are named, the one before the verb is compared with the other: `in
        goats, | twins | grow slower than single kids`."""
        other, outcome = self._first("comparator"), self._first(*OUTCOMES)
        if other is None or outcome is None or self._first("exposure") is not None:
            return
        kinds = [span for span in self.spans if span.tag == "unit" and span.end <= outcome.first]
        if len(kinds) > 1 and outcome.first < other.first:
            self._put([replace(kinds[-1], tag="exposure")], [kinds[-1]])


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
