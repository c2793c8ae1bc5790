"""Spans of a claim corrected by the grammar of its sentence.

The tagger of slots knows words. The tree of a sentence knows their dependencies: which clause tells
the time, which one an exception, where a phrase ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from hypotheses.analyst.reader import outcomes
from hypotheses.analyst.reader.clauses import contrasted
from hypotheses.analyst.reader.span_tree import SpanTree
from hypotheses.analyst.reader.spans import OUTCOMES, Span
from hypotheses.analyst.syntax.clause import SUBJECTS, clause_of
from hypotheses.analyst.syntax.sign import is_comparative
from hypotheses.analyst.syntax.tree import Tree

_DO_QUE = ("do", "que")
_OR = frozenset(("or", "ou"))
_BECAUSE = (("because", "of"), ("due", "to"), ("thanks", "to"), ("por", "causa"), ("graças",),
            ("devido",))  # fmt: skip
_NOT = frozenset("not and or não nem".split())
_WHOEVER = frozenset("who whoever quem".split())
_PHRASE = ("compound", "amod", "nmod", "nummod", "flat", "acl", "acl:relcl", "nmod:poss", "fixed")


def mended(spans: Sequence[Span], tree: Tree) -> list[Span]:
    """The spans of a text as the trees of its sentences have them."""
    grammar = _Grammar(tree, list(spans))
    grammar.further()
    contrasted(grammar)
    grammar.cause()
    grammar.either()
    grammar.whoever()
    outcomes.surpassed(grammar)
    outcomes.numbered(grammar)
    outcomes.inclined(grammar)
    outcomes.predicate(grammar)
    outcomes.counted(grammar)
    outcomes.result(grammar)
    outcomes.event(grammar)
    grammar.who()
    grammar.which()
    outcomes.trimmed(grammar)
    grammar.act()
    grammar.whole()
    grammar.within_clause()
    return grammar.spans


class _Grammar(SpanTree):
    """The rules, in no order."""

    def within_clause(self) -> None:
        """A time in a clause within the outcome belongs to the outcome: `a patient they cared for |
        over several weeks`."""
        shown, when = self.first(*OUTCOMES), self.first("window")
        if shown is None or when is None or not 0 <= when.first - shown.end <= 1:
            return
        tree, top = self.tree, self.top(shown)
        above = list(takewhile(lambda at: at != top, tree.above(self.top(when))))
        inner = [at for at in above if shown.first <= at < shown.end]
        if top in tree.above(self.top(when)) and any(
            tree.relations[at] == "acl:relcl" and tree.child(at, *SUBJECTS) for at in inner
        ):
            self.put([replace(shown, end=when.end)], [shown, when])

    def further(self) -> None:
        """A comparison made only in a further clause is not the claim's: `people board slower and
        then it's quicker | than with cash`."""
        other, shown, tree = self.first("comparator"), self.first(*OUTCOMES), self.tree
        if other is None or shown is None:
            return
        clause = clause_of(tree, self.top(shown))
        for at in tree.children(clause, "conj", "parataxis"):
            own = set(tree.below(at))
            apart = self.top(other) in own and self.top(shown) not in own
            if apart and tree.children(at, *SUBJECTS):
                self.put([], [other])
                return

    def either(self) -> None:
        """The second of two options after `whether` is the comparison: `whether garlic is planted
        in | October | or | November`."""
        varies, tree = self.first("exposure"), self.tree
        asks = any(tree.words.lower[at] in ("whether", "se") and relation == "mark"
                   for at, relation in enumerate(tree.relations))  # fmt: skip
        if varies is None or self.first("comparator") is not None or not asks:
            return
        for at in range(varies.first + 1, varies.end - 1):
            if tree.words.lower[at] in _OR and tree.relations[at] == "cc":
                held = replace(varies, end=at)
                self.put([held, Span("comparator", at + 1, varies.end)], [varies])
                return

    def whoever(self) -> None:
        """A clause that stands for the person who acts is the exposure as a whole: `who | lives
        near the tracks | gets used to the noise`, in Portuguese `quem mora perto do trilho`."""
        tree = self.tree
        for at, word in enumerate(tree.words.lower):
            verb = next((one for one in range(at + 1, len(tree.heads))
                         if tree.relations[one] == "csubj"), None)  # fmt: skip
            if (
                word not in _WHOEVER
                or verb is None
                or tree.heads[at] not in (verb, tree.heads[verb])
            ):
                continue
            first, end = at, tree.extent(verb)[1]
            own = (span.end for span in self.within(first, end) if span.tag == "exposure")
            end = max(end, *own, end)
            gone = self.within(first, end)
            core = {span.tag for span in gone} & {"exposure", "unit"}
            others = [span for span in self.spans if span.tag == "exposure" and span not in gone]
            if core and not others and not any(span.tag in OUTCOMES for span in gone):
                self.put([Span("exposure", first, end)], gone)
            return

    def _condition(self, head: int) -> tuple[int, int]:
        """The extent of a clause without a further clause joined to it, and without its last
        mark."""
        tree = self.tree
        out: set[int] = set()
        for at in tree.children(head, "conj", "parataxis", "punct"):
            joint = tree.child(at, "cc")
            both = joint is not None and tree.words.lower[joint] in ("and", "or", "e", "ou")
            if at > head and not both:
                out |= set(tree.below(at))
        places = [at for at in tree.below(head) if at not in out]
        return min(places), max(places) + 1

    def cause(self) -> None:
        """The stated cause is the exposure: `sing higher | because of | the noise`."""
        outcome, varies, tree = self.first(*OUTCOMES), self.first("exposure"), self.tree
        if outcome is None or self.first("comparator") is not None:
            return
        for at in range(1, len(tree.words) - 2):
            opening = next((words for words in _BECAUSE
                            if tree.words.lower[at : at + len(words)] == words), None)  # fmt: skip
            if opening is None or tree.words.lower[at - 1] in _NOT:
                continue
            first = at + len(opening)
            while tree.relations[first] in ("case", "det", "fixed") and first + 1 < len(tree.words):
                first += 1
            top = next(one for one in tree.above(first) if tree.heads[one] <= at)
            _, end = self._condition(top if top > at else first)
            inside = self.within(at, end)
            apart = outcome.first > at or self.top(outcome) not in self._sentence(first)
            if apart or varies in inside or any(span.tag in _SHOWN for span in inside):
                continue
            if tree.tags[first].startswith(("PRON", "PPRON", "PD")):
                continue  # `because of it`
            gone, unit = inside, self.first("unit")
            made = [replace(span, end=at) for span in gone if span.first < at]
            if varies is not None and unit is not None and varies.first == unit.end:
                made.append(replace(varies, tag="bound"))
            gone += [varies] if varies is not None else []
            self.put([Span("exposure", first, end), *made], gone)
            return

    def _sentence(self, word: int) -> set[int]:
        """All words of the sentence that contains a word."""
        (*_, root) = self.tree.above(word)
        return set(self.tree.below(root))

    def who(self) -> None:
        """The actors are the unit, and what distinguishes them is the exposure: `mothers | who get
        a reminder | bring their children`."""
        varies, tree = self.first("exposure"), self.tree
        if varies is None or self.first("unit", "comparator") is not None:
            return
        top = self.top(varies)
        clause = tree.child(top, "acl:relcl")
        plural = tree.tags[top].endswith(("NP", ".p"))
        plural |= tree.tags[top].startswith("N.") and not tree.children(top, "det")
        if not plural or tree.relations[top] != "nsubj" or clause is None:
            return
        first, end = tree.extent(clause)
        lead = tree.words.lower[first] in ("who", "que", "q")
        if lead and varies.first <= top < first and end <= varies.end:
            self.put(
                [Span("unit", varies.first, first), Span("exposure", first, varies.end)], [varies]
            )

    def which(self) -> None:
        """A relative clause belongs to the exposure together with its noun, where the noun was read
        as nothing else: `come back to | the boxes that had sparrows`."""
        varies, tree = self.first("exposure"), self.tree
        if varies is None or tree.words.lower[varies.first] not in _WHO:
            return
        clause = self.top(varies)
        noun = tree.heads[clause]
        if tree.relations[clause] != "acl:relcl" or noun != varies.first - 1:
            return
        first, _ = self.phrase(noun)
        if not self.within(first, varies.first) and tree.tags[noun].startswith("N"):
            self.put([replace(varies, first=first)], [varies])

    def act(self) -> None:
        """An act that is the subject of a verb is the exposure together with its recipient and its
        time: `giving | my players a day off before a match`."""
        varies, tree = self.first("exposure"), self.tree
        if varies is None:
            return
        done = self.top(varies)
        verb = tree.heads[done]
        first, end = tree.extent(done)
        if tree.relations[done] != "csubj" or not first <= varies.first or verb < end:
            return
        beside = [at for at in tree.children(verb, "obl") if end <= at < verb]  # `before a match`
        end = max([end, *(tree.extent(at)[1] for at in beside)])
        while tree.tags[end - 1] == "PUNCT":
            end -= 1
        inside = self.within(varies.first, end)
        if end > varies.end and not any(span.tag in _SHOWN for span in inside):
            self.put([replace(varies, end=end)], inside)

    def whole(self) -> None:
        """Phrases extended to their end, where their last words were read as nothing: `patients |
        over 65 with diabetes`, `switched our team | to pair programming`."""
        for span in [each for each in self.spans if each.tag in _WHOLE]:
            end = max(self._end(span), self._with_bound(span), self._with_head(span))
            if end == span.end or (span.tag == "unit" and self.tree.tags[span.end] == "WH"):
                continue
            if span.tag == "unit" and self.first("bound") is None:
                self.put([Span("bound", span.end, end)], [])
            else:
                self.put([replace(span, end=end)], [span, *self.within(span.end, end)])

    def _with_bound(self, span: Span) -> int:
        """The end of a unit with the bound that follows it, where the text has another bound too:
        `in my clinic, patients | over 65`."""
        bounds = [each for each in self.spans if each.tag == "bound"]
        near = next((each for each in bounds if each.first == span.end), None)
        return near.end if near is not None and span.tag == "unit" and len(bounds) > 1 else span.end

    def _with_head(self, span: Span) -> int:
        """The end of words that only specify a noun after them, which was read as nothing or as a
        second outcome: `LMS | click data`."""
        tree, top = self.tree, self.top(span)
        head = tree.heads[top]
        near = span.end <= head < span.end + _NEAR_HEAD and tree.tags[head].startswith("N")
        inside = self.within(span.end, head + 1) if near else []
        further = all(each.tag in OUTCOMES and each != self.first(*OUTCOMES) for each in inside)
        cut = tree.relations[top] == "compound" and near and further
        return head + 1 if cut else span.end

    def _end(self, span: Span) -> int:
        """The end of the phrase that a span begins."""
        tree, top = self.tree, self.top(span)
        verb = tree.tags[top].startswith("V")
        told = _OF_VERB[span.tag in OUTCOMES] if verb else _PHRASE
        places = {top}
        for at in tree.children(top, *told):
            places |= set(tree.below(at))
        taken = {at for each in self.spans for at in range(each.first, each.end)}
        end = span.end
        while end in places and end not in taken and tree.tags[end] != "PUNCT":
            if is_comparative(tree.words.lower[end]) or tree.words.lower[end : end + 2] == _DO_QUE:
                break
            end += 1
        while end > span.end and not (
            span.first <= tree.heads[end - 1] < end and tree.relations[end - 1] not in _OPENING
        ):
            end -= 1
        return end


_NEAR_HEAD = 3  # words
_WHO = frozenset("that which who que".split())
_SHOWN = (*OUTCOMES, "comparator")
_WHOLE = ("exposure", "unit", "comparator", *OUTCOMES)
_OF_VERB = {
    True: ("obj", "compound:prt", "advmod"),
    False: ("obj", "obl", "xcomp", "compound:prt", "advcl"),
}
_OPENING = ("case", "mark", "det", "cc", "fixed")


_ROLES = (
    ("nsubj", "nsubj:pass", "csubj"), ("obj", "iobj", "xcomp"), ("obl", "nmod"), ("advcl",),
    ("acl", "acl:relcl"), ("root", "ccomp", "conj", "parataxis"), ("amod", "advmod", "compound"),
)  # fmt: skip


def standing(tree: Tree, span: Span) -> tuple[float, ...]:
    """The position of a slot's words in their sentence as numbers: whether exactly one of them
    depends on a word outside; which share of its phrase they are; and the relation of their
    head."""
    own = range(span.first, span.end)
    outer = sum(tree.heads[at] not in own for at in own)
    top = tree.top(span.first, span.end)
    whole = [at for at in tree.below(top) if tree.tags[at] != "PUNCT"]
    share = sum(at in own for at in whole) / max(len(whole), 1)
    roles = (float(tree.relations[top] in names) for names in _ROLES)
    return (float(outer == 1), share, *roles)
