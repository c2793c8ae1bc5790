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
from hypotheses.analyst.syntax.sign import is_comparative, is_turn
from hypotheses.analyst.syntax.tree import ROOT, Tree

_WHEN = frozenset("when whenever if while quando se enquanto sempre".split())
_DENIALS = ("n't", "n’t", "dont", "doesnt", "didnt", "isnt")
_DO_QUE = ("do", "que")
_OR = frozenset(("or", "ou"))
_BECAUSE = (("because", "of"), ("due", "to"), ("thanks", "to"), ("por", "causa"), ("graças",),
            ("devido",))  # fmt: skip
_NOT = frozenset("not and or não nem".split())
_FOR = frozenset("for with by por pelo pela pelos pelas".split())
_WHICH = frozenset("who which what quem qual quais".split())
_WHOEVER = frozenset("who whoever quem".split())
_FAR = 12  # words from a comparative to its `than`
_WITHOUT = frozenset(("without", "sem"))
_TIMES = ("day", "night", "week", "morning", "evening", "month", "time", "shift",
          "dia", "noite", "semana", "manhã", "tarde", "mês", "mese", "vez")  # fmt: skip
_CORE = ("exposure", "outcome", "quantity", "comparator")
_PHRASE = ("compound", "amod", "nmod", "nummod", "flat", "acl", "acl:relcl", "nmod:poss", "fixed")


def mended(spans: Sequence[Span], tree: Tree) -> list[Span]:
    """The spans of a text as the trees of its sentences have them."""
    grammar = _Grammar(tree, list(spans))
    grammar.without()
    grammar.opposed()
    grammar.deadline()
    grammar.inner()
    grammar.further()
    contrasted(grammar)
    grammar.denied()
    grammar.cause()
    grammar.either()
    grammar.options()
    grammar.whoever()
    grammar.whole_condition()
    grammar.condition()
    outcomes.surpassed(grammar)
    outcomes.split_act(grammar)
    outcomes.numbered(grammar)
    outcomes.inclined(grammar)
    outcomes.predicate(grammar)
    outcomes.share(grammar)
    outcomes.counted(grammar)
    outcomes.result(grammar)
    outcomes.amount(grammar)
    outcomes.event(grammar)
    outcomes.object_of(grammar)
    grammar.without_verb()
    grammar.who()
    grammar.which()
    grammar.one_condition()
    outcomes.experience(grammar)
    outcomes.sought(grammar)
    outcomes.trimmed(grammar)
    grammar.act()
    grammar.whole()
    grammar.timed()
    grammar.within_clause()
    outcomes.described(grammar)
    outcomes.number(grammar)
    return grammar.spans


class _Grammar(SpanTree):
    """The rules, in no order."""

    def without(self) -> None:
        """Something that must not be lost is a condition, and the outcome is the object of the
        verb: `cut down on | weeds | without hurting yield`."""
        outcome = self.first(*OUTCOMES)
        if outcome is None:
            return
        for head in self.clauses(_WITHOUT):
            first, end = self.tree.extent(head)
            verb = self.tree.heads[head]
            inside = first <= outcome.first and outcome.end <= end
            if verb == ROOT or not inside or not self.tree.tags[verb].startswith("V"):
                continue
            whole = self.object(verb, first)
            if whole is None:
                return
            gone = [*self.within(first, end), *self.within(*whole)]
            if any(span.tag == "exposure" for span in gone):
                return
            self.put([Span("outcome", *whole), Span("qualifier", first, end)], gone)
            return

    def opposed(self) -> None:
        """The words after `than` are the comparison, where none was read or another part was taken
        for it: `spend more on food | than those in which the father has the card`."""
        outcome, read = self.first(*OUTCOMES), self.first("comparator")
        if outcome is None:
            return
        tree, lower = self.tree, self.tree.words.lower
        several = [span for span in self.spans if span.tag == "comparator"]
        behind = [span for span in several if self._is_behind_than(span)]
        if behind and behind[0] != read:  # `errs less in | legal texts | than | larger models`
            self.put([], [span for span in several if span not in behind])
            return
        (*_, root) = tree.above(self.top(outcome))
        for at in range(1, len(lower) - 1):
            start = (
                at + 1 if lower[at] == "than" else at + 2 if lower[at : at + 2] == _DO_QUE else 0
            )
            if not start or start >= len(lower):
                continue
            above = tree.heads[at]
            top = next((one for one in tree.above(above) if tree.heads[one] < at), above)
            first, end = tree.extent(top) if top >= start else (at, at)
            degree = any(is_comparative(word) for word in lower[max(0, at - _FAR) : at])
            plain = (
                end > start and first >= at and tree.tags[top] != "NUM" and lower[start] != "not"
            )
            apart = root not in tree.above(top)
            if apart or not degree or not plain or lower[at - 1] in ("rather", "other"):
                continue
            end = next((one for one in range(start, end) if tree.tags[one] == "PUNCT"), end)
            if end == start:
                continue  # `older than (65) years`
            limits = (span for span in self.within(at, at + 1) if span.tag == "qualifier")
            if any(lower[span.first] == lower[start] for span in limits):
                return  # `larger in cyclists than in runners`: the group for which it holds
            if any(span.tag == "exposure" for span in self.within(start, end)):
                return
            if read is not None and (read.end > at or self.within(start, end)):
                return
            cut = [replace(span, end=at) for span in self.within(start, end) if span.first < at]
            gone = [*self.within(at, end), *([read] if read is not None else [])]
            self.put([*cut, Span("comparator", start, end)], gone)
            return

    def _is_behind_than(self, span: Span) -> bool:
        lower, first = self.tree.words.lower, span.first
        return lower[first - 1 : first] == ("than",) or lower[first - 2 : first] == _DO_QUE

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

    def deadline(self) -> None:
        """A deadline of a prediction is a time, not an exposure: `by Easter`."""
        tree, lower = self.tree, self.tree.words.lower
        for span in [each for each in self.spans if each.tag == "exposure"]:
            top = self.top(span)
            verb, first = tree.heads[top], tree.extent(top)[0]
            will = verb != ROOT and any(
                lower[at] in _WILL for at in tree.children(verb, "aux") if at < first
            )
            if will and tree.relations[top] == "obl" and lower[first] in _UNTIL:
                self.put([Span("window", first, span.end)], self.within(first, span.end))

    def inner(self) -> None:
        """A comparison within a relative clause is part of that clause: `shops | that print a price
        higher than the cash price | get more returns`."""
        other, varies, tree = self.first("comparator"), self.first("exposure"), self.tree
        if other is None or varies is None or other.first < varies.first:
            return
        for clause in (at for at, name in enumerate(tree.relations) if name == "acl:relcl"):
            noun = tree.heads[clause]
            first, end = tree.extent(clause)
            verb = tree.heads[noun]
            subject = tree.relations[noun] == "nsubj" and verb >= end
            if not subject or not first <= varies.first or not (first < other.first < end):
                continue
            inside = self.within(varies.first, end)
            if self.degree(verb) is not None and not any(e.tag in OUTCOMES for e in inside):
                self.put([replace(varies, end=end)], inside)
                return

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

    def denied(self) -> None:
        """The subject of a further sentence that only denies the claim is the comparison: `homework
        on paper gets handed in. | Homework in the app | doesn't`."""
        varies = self.first("exposure") or self.first("unit")
        if varies is None or self.first("comparator") is not None:
            return
        tree = self.tree
        for root, word in enumerate(tree.words.lower):
            subject = tree.child(root, "nsubj")
            if not word.endswith(_DENIALS) or tree.heads[root] != ROOT or subject is None:
                continue
            first, end = tree.extent(subject)
            bare = all(tree.tags[at] == "PUNCT" for at in tree.children(root) if at != subject)
            if bare and varies.end <= first and end <= root and tree.tags[subject][0] == "N":
                self.put([Span("comparator", first, end)], self.within(first, root + 1))
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

    def options(self) -> None:
        """Of two options in a question that asks which one it is, the first is the exposure and the
        second the comparison: `who forgets more appointments, | men | or | women`."""
        tree, lower = self.tree, self.tree.words.lower
        root = next((at for at, head in enumerate(tree.heads) if head == ROOT), 0)
        asks = lower[0] in _WHICH and tree.heads[0] == root and tree.relations[0] in SUBJECTS
        if not asks or self.first("comparator") is not None:
            return
        for at, word in enumerate(lower):
            start = next((one + 1 for one in range(at - 1, root, -1) if lower[one] in ",:"), at)
            end = next((one for one in range(at + 1, len(lower))
                        if tree.tags[one] == "PUNCT"), len(lower))  # fmt: skip
            if word not in _OR or not start < at < end - 1:
                continue
            whole = range(start, end)
            if any(tree.relations[one] == "root" for one in whole):
                return
            gone = self.within(start, end)
            before = [replace(span, tag="qualifier") for span in self.spans
                      if span.tag == "exposure" and span not in gone]  # fmt: skip
            self.put(
                [Span("exposure", start, at), Span("comparator", at + 1, end), *before],
                [*gone, *(span for span in self.spans if span.tag == "exposure")],
            )
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

    def whole_condition(self) -> None:
        """A piece of a temporal clause stands for the clause: `when | the pull request | is
        bigger`."""
        varies = self.first("exposure")
        if varies is None:
            return
        tree = self.tree
        for head in self.clauses(_WHEN):
            first, end = self._condition(head)
            cut = first <= varies.first and varies.end <= end and head >= varies.end
            subject = [at for at in tree.children(head, *SUBJECTS) if at < varies.end]
            if not cut or not subject or tree.tags[varies.first].startswith("V"):
                continue
            if any(span.tag in OUTCOMES for span in self.within(first, end)):
                continue
            self.put([Span("exposure", first, end)], self.within(first, end))
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

    def condition(self) -> None:
        """The condition under which something happens more often is the exposure, where the actor
        was taken for it: `our night shift | makes more errors | when we are a nurse down`."""
        varies, outcome = self.first("exposure"), self.first(*OUTCOMES)
        if varies is None or outcome is None or self.first("comparator", "unit") is not None:
            return
        tree = self.tree
        subject = self.top(varies)
        verb = tree.heads[subject]
        if tree.relations[subject] != "nsubj" or verb == ROOT or not _is_agent(tree, subject):
            return
        degree = self.degree(verb)
        whens = [at for at in self.clauses(_WHEN) if tree.heads[at] == verb and at > verb]
        times = [at for at in tree.children(verb, "obl") if self._is_time(at)]
        if degree is None or not (whens or times) or is_turn(tree.words.lower[verb]):
            return
        head = (whens or times)[0]
        first, end = self._condition(head)
        gone = [varies, *self.within(first, end)]
        if any(span.tag in OUTCOMES for span in gone):
            return
        self.put([replace(varies, tag="unit"), Span("exposure", first, end)], gone)

    def _is_time(self, word: int) -> bool:
        lower = self.tree.words.lower[word]
        clause = self.tree.child(word, "acl:relcl", "acl")
        return clause is not None and lower.removesuffix("s") in _TIMES

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

    def without_verb(self) -> None:
        """The exposure ends before the verb whose subject it is: `a nurse who works two shifts |
        washes`."""
        varies, tree = self.first("exposure"), self.tree
        if varies is None or varies.end - varies.first < 2:
            return
        verb = varies.end - 1
        subject = tree.child(verb, "nsubj")
        own = subject is not None and varies.first <= subject < verb
        opens = min(tree.below(verb)) == varies.first and tree.tags[varies.first][0] in "NJD"
        shown = self.first(*OUTCOMES)
        own &= shown is not None and self.top(shown) in tree.children(verb)
        behind = tree.words.lower[varies.end : varies.end + 1]
        own &= any(map(is_comparative, behind))  # but not `later school starts | raise`
        if own and opens and tree.tags[verb].startswith("V") and not tree.children(verb, "mark"):
            self.put([replace(varies, end=verb)], [varies])

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

    def one_condition(self) -> None:
        """A condition ends where a further clause begins: `a bit | and everybody was glad`."""
        tree = self.tree
        for span in [each for each in self.spans if each.tag in ("qualifier", "window", "bound")]:
            for at in range(span.first + 1, span.end - 1):
                clause = tree.heads[at]
                joined = tree.relations[at] == "cc" and at < clause < span.end
                if joined and tree.children(clause, *SUBJECTS):
                    self.put([replace(span, end=at)], [span])
                    break

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

    def timed(self) -> None:
        """A time within a temporal clause belongs to that clause, as does what is given in
        exchange: `when the court writes | two days before`."""
        tree = self.tree
        for span in [each for each in self.spans if each.tag == "exposure"]:
            near = next((each for each in self.spans if 0 <= each.first - span.end <= 1), None)
            top = self.top(span)
            if near is None or near.tag not in _OF_CLAUSE or top not in self.clauses(_WHEN):
                continue
            inside = span.first <= tree.heads[self.top(near)] < span.end
            if near.tag == "comparator":
                inside = tree.words.lower[near.first - 1] in _FOR
            if inside:
                self.put([replace(span, end=near.end)], [span, near])

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
_WILL = frozenset("will vai vão irá irão".split())
_UNTIL = frozenset("by until till até".split())
_WHO = frozenset("that which who que".split())
_SHOWN = (*OUTCOMES, "comparator")
_OF_CLAUSE = ("window", "comparator")  # `when I swapped | the bowl | for one of steel`
_WHOLE = ("exposure", "unit", "comparator", *OUTCOMES)
_OF_VERB = {
    True: ("obj", "compound:prt", "advmod"),
    False: ("obj", "obl", "xcomp", "compound:prt", "advcl"),
}
_OPENING = ("case", "mark", "det", "cc", "fixed")


def _is_agent(tree: Tree, subject: int) -> bool:
    """Whether a subject is a person's own and acts: `our night shift`, `my dog`."""
    owners = (tree.words.lower[at] for at in tree.children(subject, "nmod:poss", "det"))
    return not _OWNERS.isdisjoint(owners)


_OWNERS = frozenset("my our meu minha meus minhas nosso nossa nossos nossas".split())


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
