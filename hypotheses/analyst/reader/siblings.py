"""Two claims in one sentence: the second one is separated from the first, as a sentence of its
own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from hypotheses.analyst.reader.assembly import SLOTS, SUBJECTS, VERBS, Assembly
from hypotheses.analyst.reader.model import Model
from hypotheses.analyst.reader.spans import OUTCOMES, Span, spans
from hypotheses.analyst.syntax.clause import (
    AUXILIARIES,
    CONCESSIONS,
    asked_of,
    is_first_person,
    is_predicate,
)
from hypotheses.analyst.syntax.clause import SUBJECTS as SUBJECT_OF
from hypotheses.analyst.syntax.forms import Form
from hypotheses.analyst.syntax.indirect import WHETHER, IndirectQuestion, as_question
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.sign import is_comparative
from hypotheses.analyst.syntax.statement import FURTHER, cut, statement
from hypotheses.analyst.syntax.tokens import ENDS, Words, split
from hypotheses.analyst.syntax.tree import Tree
from hypotheses.analyst.writer.asides import SPEAKING, TURNS
from hypotheses.domain.types import Language

_JOINTS = frozenset(("and", "but", "e", "mas", ";"))
_BREAKS = frozenset((*(ENDS - {";"}), "than", "que"))  # a comparison between two outcomes
_POINTERS = frozenset("that this which isso isto".split())
_WH = frozenset("que qual quais quanto quantos quanta quantas quando onde como".split())
_O_QUE = ("o", "que")
_PLAIN = ("V0", "VI")  # a verb as another one governs it
_LIMITS = frozenset("only not só não nao apenas somente".split())  # a condition: `but only when`


@dataclass(frozen=True, slots=True)
class Sibling:
    """A second claim of a sentence: its own sentence, and the characters of the text that it
    occupies."""

    text: str
    start: int
    end: int


_OPPOSED = frozenset(("but", "mas"))
_SHORTEST = 4  # words of a claim
_SAME = 0.34  # two claims that share more of their words are one
_REPEATED = 0.75  # a question that shares more of its words of content only repeats the claim
_STEM = 5  # letters that two forms of a word share
_CONTENT = ("N", "J", "V")
_GOVERNED = ("ccomp", "csubj", "xcomp", "conj")
_CONDITIONAL = ("ria", "riam")  # endings


def further_claims(
    words: Words, stating: range, told: range, model: Model, topic: str, language: Language
) -> list[Sibling]:
    """What the words around the claim that was read ask or claim besides; it was `told` in some of
    the words that state it."""
    tree = parsed(words)
    found = [each for piece in _around(words, told) if (each := _question(tree, piece, told))]
    if len(stating) == len(words):
        return found
    for piece in _around(words, stating):
        found += _indirect(tree, piece, stating, topic, language)
    other = _claimed(tree, stating, model, topic, language)
    found += [] if other is None else [other]
    kept: list[Sibling] = []
    for each in found:
        if not any(one.start < each.end and each.start < one.end for one in kept):
            kept.append(each)
    return kept


def _around(words: Words, stating: range) -> Iterator[range]:
    """The words before and behind a claim, in stretches of one sentence."""
    for run in (range(stating.start), range(stating.stop, len(words))):
        first = run.start
        for at in run:
            if words.lower[at] in ENDS or at + 1 == run.stop:
                if at > first:
                    yield range(first, at + 1)
                first = at + 1


def _question(tree: Tree, piece: range, stating: range) -> Sibling | None:
    """A sentence that asks, behind what announces it: `so tell me: | do cats climb?`."""
    words, last = tree.words, piece.stop - 1
    whole = piece.start == 0 or words.lower[piece.start - 1] in ENDS
    if words.lower[last] != "?" or not whole:
        return None
    first = max((at + 1 for at in piece if words.lower[at] == ":"), default=piece.start)
    while tree.tags[first].startswith(("ADV", "RB", "R")) and words.lower[first + 1] == ",":
        first += 2  # `besides, | do they climb?`
    if last - first < _SHORTEST or not _is_clause(tree, range(first, last)):
        return None
    named = any(tree.tags[at].startswith("N") for at in range(first, last))  # `what do you think?`
    if not named or _repeats(tree, range(first, last), stating):
        return None
    made = words.quote(first, piece.stop)
    return Sibling(made[:1].upper() + made[1:], words.starts[first], words.ends[last])


def _indirect(
    tree: Tree, piece: range, stating: range, topic: str, language: Language
) -> list[Sibling]:
    """What the sentence of a claim asks besides, before or behind it: `..., and | how often staff
    wear them`."""
    words = tree.words
    found: list[Sibling] = []
    reached = piece.start
    for at in piece:
        if at < reached or not opens_question(tree, at) or not _same_sentence(words, at, stating):
            continue
        if at and _is_direct(tree, at):
            end = next((e for e in range(at, piece.stop) if words.lower[e] in ENDS), piece.stop)
            made = f"{words.quote(at, end)}?"
            found.append(
                Sibling(made[:1].upper() + made[1:], words.starts[at], words.ends[end - 1])
            )
            reached = end
            continue
        first = at + (words.lower[at] in WHETHER)
        first += words.lower[first : first + 1] == (",",)
        head = next((h for h in tree.above(first) if is_predicate(tree, h) and h > at), None)
        if head is None or not _is_asked(tree, head, at):
            continue
        if at < stating.start < tree.extent(head)[1]:
            continue  # what asks for the claim itself
        end = min(tree.extent(head)[1], piece.stop)
        while end > first and tree.tags[end - 1].startswith("PUNCT"):
            end -= 1
        if end - first < _SHORTEST or not _is_clause(tree, range(first, end)):
            continue
        each = IndirectQuestion(first - 1, end, at - 1)
        made = as_question(tree, each, topic, language)
        found.append(Sibling(made, words.starts[at], words.ends[end - 1]))
        reached = end
    return found


def _is_direct(tree: Tree, at: int) -> bool:
    """Whether a joined question has the order of one by itself: `and | how do they work`."""
    joined = tree.words.lower[at - 1] in _JOINTS and at + 1 < len(tree.words)
    return joined and tree.tags[at] == "WH" and tree.tags[at + 1].startswith(("AUX", "MD"))


def _is_asked(tree: Tree, head: int, mark: int) -> bool:
    """Whether a clause is asked about, and is no condition or time: what it hangs on stands before
    it, or a joint joins it to what was asked before."""
    if mark and tree.words.lower[mark - 1] in (*_JOINTS, ",") and tree.relations[head] == "conj":
        return True
    if any(tree.words.lower[max(mark - len(joint), 0) : mark] == joint for joint in FURTHER):
        return True
    governor = tree.heads[head]
    return tree.relations[head] in _GOVERNED and governor < mark


def _same_sentence(words: Words, at: int, stating: range) -> bool:
    between = range(stating.stop, at) if at >= stating.stop else range(at, stating.start)
    return not any(words.lower[each] in ENDS for each in between)


def _claimed(
    tree: Tree, stating: range, model: Model, topic: str, language: Language
) -> Sibling | None:
    """Another claim, in a clause of its own, that names what varies and what shows it and does not
    repeat the first; or what is asked in a sentence of its own."""
    words = tree.words
    first, last = words.starts[stating.start], words.ends[stating.stop - 1]
    around = words.text[:first] + " " * (last - first) + words.text[last:]
    rest = split(around)
    if len(rest) < _SHORTEST or not _may_claim(tree, stating):
        return None
    other = statement(rest)
    start, end = rest.starts[other.start], rest.ends[other.stop - 1]
    if start < first < end:
        return None  # words before and behind the first claim are no sentence
    own = [at for at in range(len(words)) if start <= words.starts[at] < end]
    mark = own[0] - 1 if own else -1
    if mark >= 0 and opens_question(tree, mark) and tree.relations[tree.heads[mark]] != "advcl":
        question = IndirectQuestion(mark, own[-1] + 1, mark)  # `we ask whether | staff wear them`
        return Sibling(as_question(tree, question, topic, language), start, end)
    told = {word[:_STEM] for word in words.lower[stating.start : stating.stop]}
    said = {word[:_STEM] for word in rest.lower[other.start : other.stop]}
    if len(told & said) > _SAME * min(len(told), len(said)):
        return None
    if not own or not _is_asserted(tree, range(own[0], own[-1] + 1), stating):
        return None
    seen = model.read(split(cut(rest, other)))
    tags = {span.tag for span in spans(seen.tags) if model.is_sure(seen, span)}
    if "exposure" not in tags or tags.isdisjoint(OUTCOMES):
        return None
    made = around[start:end].strip()
    return Sibling(made[:1].upper() + made[1:], start, end)


def _may_claim(tree: Tree, stating: range) -> bool:
    """Whether the words beside a claim can ask or assert something, whichever of them do: not
    `in this paper we ask`."""
    beside = [at for at in range(len(tree.words)) if at not in stating]
    return any(opens_question(tree, at - 1) for at in beside if at) or any(
        tree.relations[at] in SUBJECT_OF
        and tree.tags[at].startswith("N")
        and tree.heads[at] not in stating
        for at in beside
    )


def _is_asserted(tree: Tree, own: range, stating: range) -> bool:
    """Whether words are a whole clause about something, which their author expects to be so.

    A reason or a condition of the claim is no claim, and what a sentence before it or behind it
    tells as known is background.
    """
    top = tree.top(own.start, own.stop)
    subject = next((at for at in tree.children(top, *SUBJECT_OF) if at in own), None)
    if not _is_clause(tree, own) or subject is None or not tree.tags[subject].startswith("N"):
        return False
    if any(tree.relations[at] == "advcl" for at in tree.above(top)):
        return False
    if _same_sentence(tree.words, own.start, stating):
        return tree.relations[own.start] != "mark"  # `..., since | wind tears them`
    verbs = (top, *tree.children(top, *AUXILIARIES))
    if any(tree.tags[at] == "MD" or tree.words.lower[at].endswith(_CONDITIONAL) for at in verbs):
        return True
    by = tree.heads[top]
    return tree.relations[top] == "ccomp" and by < own.start and _is_authors(tree, by)


def is_whole(text: str) -> bool:
    """Whether a text is a sentence by itself, and no fragment of one."""
    tree = parsed(split(text))
    return len(tree.words) > 0 and _is_clause(tree, range(len(tree.words)))


def _is_authors(tree: Tree, verb: int) -> bool:
    """Whether the author is the subject of a verb: `I believe`, `esperamos`."""
    who = tree.child(verb, *SUBJECT_OF)
    if who is not None:
        return tree.words.lower[who] in SPEAKING
    return is_first_person(tree.words.lower[verb], tree.tags[verb])


def _is_clause(tree: Tree, own: range) -> bool:
    """Whether words are a clause with a finite verb and a subject; a verb of Portuguese may have
    none."""
    top = tree.top(own.start, own.stop)
    inside = [at for at in own if is_predicate(tree, at) and top in (at, *tree.above(at))]
    return any(
        tree.tags[verb].startswith(VERBS)
        and (tree.tags[verb].startswith("VF") or any(
            at in own for one in (at, verb) for at in tree.children(one, *SUBJECT_OF)))
        for at in inside
        for verb in (at, *tree.children(at, *AUXILIARIES))
        if verb in own
    )  # fmt: skip


def _repeats(tree: Tree, own: range, stating: range) -> bool:
    """Whether words have hardly any content besides that of the claim."""
    said, told = (
        {tree.words.lower[at][:_STEM] for at in run if tree.tags[at].startswith(_CONTENT)}
        for run in (own, stating)
    )
    return len(said & told) > _REPEATED * min(len(said), len(told))


def opens_question(tree: Tree, at: int) -> bool:
    """Whether a word opens a question within a sentence: `whether`, `how`, `de que`."""
    lower = tree.words.lower
    if lower[at] in WHETHER:
        return tree.relations[at] == "mark"
    opening = at + (tree.tags[at].startswith("ADP") and at + 1 < len(lower))
    asks = tree.tags[opening] == "WH" or lower[opening] in _WH - {"que"}
    return asks or lower[at : at + 2] == _O_QUE or (opening > at and lower[opening] == "que")


class Siblings:
    """The further claims of a text's sentence."""

    def __init__(self, put: Assembly) -> None:
        self._put = put

    def taken(self) -> list[Sibling]:
        """The further claims of the sentence; their spans are taken out of the assembly."""
        if self._put.form is not None and self._put.form.since:
            return self._asked_since(self._put.form)
        outcomes = self._with_opposed([span for span in self._put.spans if span.tag in OUTCOMES])
        joined = [
            (joint, span)
            for last, span in pairwise(outcomes)
            if (joint := self._joint(last, span)) is not None
        ]
        if not any(
            self._put.words.lower[at] in _JOINTS or is_comparative(self._put.words.lower[at])
            for joint, span in joined
            for at in range(joint, span.first)
        ):
            return self._turned(outcomes)
        found = []
        for joint, span in joined:
            made = self._sibling(outcomes[0], joint, span)
            if made is not None:
                found.append(made)
                self._put.apart.update(range(joint, self._end_of_claim(joint, span)))
        self._put.spans = [span for span in self._put.spans if span.first not in self._put.apart]
        return found

    def _with_opposed(self, outcomes: list[Span]) -> list[Span]:
        """The outcomes with one that is opposed to the first, where the reader took only one of the
        two: `sell fewer pies | but | more bread`, `raises output | but also | raises stress`."""
        tree = parsed(self._put.words)
        if not outcomes:
            return outcomes
        top = tree.top(outcomes[0].first, outcomes[0].end)
        ahead = [at for at in (top, *tree.above(top)) if tree.relations[at] == "conj"]
        heads = {tree.heads[at] for at in ahead[:1]} or {top, *tree.above(top)}
        for head in heads:
            for other in tree.children(head, "conj"):
                joint = tree.child(other, "cc")
                if joint is None or tree.words.lower[joint] not in _OPPOSED:
                    continue
                behind = outcomes[0].first > joint
                noun = head if behind else other
                if not tree.tags[noun].startswith("N"):
                    found = tree.child(noun, "obj")
                    noun = noun if found is None else found
                made = self._free_noun(tree, noun, joint if behind else len(tree.words))
                if made is not None:
                    self._put.spans.append(made)
                    self._put.spans.sort(key=lambda span: span.first)
                    return [span for span in self._put.spans if span.tag in OUTCOMES]
        return outcomes

    def _free_noun(self, tree: Tree, noun: int, until: int) -> Span | None:
        """A noun that no part holds, with what describes it, as an outcome; None without one."""
        if not tree.tags[noun].startswith("N"):
            return None
        first, end = tree.extent(noun)
        while first < noun and (
            tree.tags[first].startswith(("D", "PUNCT", "CC"))
            or is_comparative(tree.words.lower[first])
            or tree.relations[first] in ("cc", "advmod")
        ):
            first += 1
        end = min(end, until)
        while end > noun + 1 and tree.tags[end - 1].startswith("PUNCT"):
            end -= 1
        taken = {at for span in self._put.spans if span.tag in SLOTS
                 for at in range(span.first, span.end)}  # fmt: skip
        return None if taken.intersection(range(first, end)) else Span("outcome", first, end)

    def _asked_since(self, form: Form) -> list[Sibling]:
        """What else is asked of the time since something was done: `did sales rise | and did people
        stay`."""
        words = self._put.words
        joint = next((at for at in range(form.end, len(words)) if self._put.tags[at] != "PUNCT"), 0)
        if not joint or words.lower[joint] not in _JOINTS:
            return []
        end = next((at for at in range(joint, len(words)) if words.lower[at] in ENDS), len(words))
        if not any(self._is_verb(at) for at in range(joint + 1, end)):
            return []
        self._put.apart.update(range(joint, end))
        self._put.spans = [span for span in self._put.spans if not joint <= span.first < end]
        made = f"{words.quote(joint + 1, end)} {form.since}?"
        return [Sibling(made[:1].upper() + made[1:], words.ends[form.end - 1], words.ends[end - 1])]

    def _turned(self, outcomes: list[Span]) -> list[Sibling]:
        """What a sentence goes on to claim of the same subject, where the reader took no outcome
        there: `make fewer mistakes | but miss more of the jokes`."""
        if not outcomes:
            return []
        first, tree = outcomes[0], parsed(self._put.words)
        asked = self._asked_again(tree, first)
        if asked:
            return asked
        for at in range(first.end, self._put.sentence(first)[1]):
            joint = self._opens(tree, at)
            if joint is None or joint < first.end:
                continue
            end = tree.extent(at)[1]
            while tree.tags[end - 1].startswith("PUNCT"):
                end -= 1
            beside = self._is_beside(tree, at, joint, end)
            follows = beside or self._points_back(tree, at, joint)
            if not beside and (
                not self._is_free(joint, self._put.sentence(first)[1])
                or not (follows or self._is_more(tree, joint, end))
            ):
                continue
            self._put.apart.update(range(joint, end))
            self._put.spans = [span for span in self._put.spans if not joint <= span.first < end]
            own = tree.child(at, *SUBJECT_OF) is not None
            if follows or own:
                return []
            if self._has_no_subject(tree, at):
                made = self._with_cause(joint, joint + 1, Span("outcome", at, end), end)
                return [made] if made is not None else []
            return self._of_subject(tree, first, joint, at, end)
        return []

    def _asked_again(self, tree: Tree, first: Span) -> list[Sibling]:
        """A further question about the same subject: `how often does it rain, | and is it worse in
        May`."""
        lower, (start, last) = self._put.words.lower, self._put.sentence(first)
        for at in range(first.end, last):
            joint = self._opens(tree, at)
            verb = tree.heads[at]
            if joint is None or joint < first.end or lower[joint] not in _JOINTS:
                continue  # `who sleeps better, who walks | or | who runs`
            if not self._asks(tree, at, joint + 1):
                continue
            told = asked_of(tree, verb, range(start, joint))
            who = tree.child(at, *SUBJECT_OF)
            of_another = who is not None and who > joint and tree.tags[who].startswith("N")
            if not told and not (of_another and opens_question(tree, joint + 1)):
                continue
            self._put.apart.update(range(joint, last))
            self._put.spans = [span for span in self._put.spans if not joint <= span.first < last]
            words = self._put.words
            more = words.quote(joint + 1, last).rstrip(" .,;:!?")
            made = f"{told}: {more}?" if told else f"{more}?"
            made = f"{made[:1].upper()}{made[1:]}"
            begin = joint - (lower[joint - 1] == ",")
            return [Sibling(made, words.ends[begin - 1], words.ends[last - 1])]
        return []

    def _asks(self, tree: Tree, at: int, first: int) -> bool:
        """Whether a clause asks by the word that opens it, or by its verb before its subject."""
        lower, tags = self._put.words.lower, self._put.tags
        opening = first + tags[first].startswith("ADP")
        if opening == len(tags):
            return False  # `before and | after`
        if tags[opening] == "WH" or lower[opening] in _WH or lower[first : first + 2] == _O_QUE:
            return True
        subject = tree.child(at, *SUBJECT_OF)
        return tags[first] in ("AUX", "MD") and subject is not None and first < subject

    def _opens(self, tree: Tree, at: int) -> int | None:
        """The word that joins a clause to the one before it: `but`, `although`."""
        if tree.relations[at] == "conj":
            return tree.child(at, "cc")
        if tree.relations[at] != "advcl":
            return None
        lower = self._put.words.lower
        return next((m for m in tree.children(at, "mark") if lower[m] in CONCESSIONS), None)

    def _is_beside(self, tree: Tree, at: int, joint: int, end: int) -> bool:
        """Whether a clause says something other than the claim, `but above 2 g it makes them ill`,
        `although coaches hate it`, and holds no part of the claim except where it is so."""
        lower = self._put.words.lower
        concedes = lower[joint] in CONCESSIONS
        subject = tree.child(at, *SUBJECT_OF)
        told = is_predicate(tree, at) and subject is not None and joint < subject
        if subject is not None and lower[subject] in SPEAKING:
            return False  # `but I see it in my notes`: about the claim, not a clause beside it
        if not concedes and not (told and lower[joint] in TURNS):
            return False
        if lower[joint + 1] in _LIMITS:
            return False
        inside = [span for span in self._put.spans if joint < span.first < end]
        if not concedes and any(s.tag == "qualifier" and s.first <= at < s.end for s in inside):
            return False  # `but the effect is stronger in women`
        core = (*SUBJECTS, "comparator", *OUTCOMES)
        return not any(span.tag in core for span in inside)

    def _is_free(self, joint: int, last: int) -> bool:
        """Whether joined words are no condition, and not followed by a part of which a claim has
        only one."""
        return self._put.words.lower[joint + 1] not in _LIMITS and not any(
            span.tag in (*SUBJECTS, "comparator", "qualifier")
            and joint < span.end
            and span.first < last
            for span in self._put.spans
        )

    def _is_more(self, tree: Tree, joint: int, end: int) -> bool:
        """Whether joined words say how much of something else there is."""
        lower = self._put.words.lower
        return lower[joint] in _JOINTS and any(
            is_comparative(lower[at]) or tree.is_degree(at) for at in range(joint, end)
        )

    def _points_back(self, tree: Tree, at: int, joint: int) -> bool:
        """Whether a clause states a consequence of the claim: `and that sours the street`."""
        return is_predicate(tree, at) and self._put.words.lower[joint + 1] in _POINTERS

    def _of_subject(self, tree: Tree, first: Span, joint: int, at: int, end: int) -> list[Sibling]:
        """The joined words as a claim about the first one's subject."""
        head = tree.heads[at]
        lead = head if is_predicate(tree, at) else tree.extent(head)[0]
        lead = self._governed(tree, at) or lead
        text, ends = self._put.words.text, self._put.words.ends
        asks = text.rstrip().endswith("?")
        start = self._put.sentence(first)[0] if asks else self._opening(first)
        if lead <= start:
            return []
        kept = self._put.words.quote(start, lead)
        made = " ".join(
            f"{kept} {self._put.words.quote(joint + 1, end)}{text[ends[end - 1] :]}".split()
        )
        return [Sibling(made[:1].upper() + made[1:], ends[joint - 1], ends[end - 1])]

    def _joint(self, last: Span, span: Span) -> int | None:
        """The word that joins two outcomes of a sentence, or the comma before it."""
        between = range(self._end_of(last), span.first)
        lower = self._put.words.lower
        if any(lower[at] in _BREAKS or self._put.tags[at] == "WH" for at in between):
            return None
        free = self._put.free(between.start, between.stop)
        return next((at for at in free if lower[at] in (*_JOINTS, ",")), None)

    def _end_of(self, outcome: Span) -> int:
        """The end of an outcome with the degree or verb that directly follows it."""
        following = (
            s.end for s in self._put.spans if s.tag == "relation" and s.first == outcome.end
        )
        end = next(following, outcome.end)
        free = self._put.free(end, len(self._put.words))
        while end in free and self._put.tags[end].startswith(("N", "J", "R", "ADV")):
            end += 1  # `make planning harder`
        return end

    def _end_of_claim(self, joint: int, second: Span) -> int:
        """The end of a second claim: the end of its sentence, where it is about people or things of
        its own, so that what follows belongs to them."""
        own = next((at for at in range(joint, second.first) if self._is_own(at)), second.first)
        end = self._end_of(second)
        return max(end, self._put.sentence(second)[1]) if self._governs(own) else end

    def _governs(self, at: int) -> bool:
        """Whether a verb stands here whose object is a different unit: `makes | people`."""
        if not self._is_verb(at) or any(s.tag in SLOTS and s.first <= at < s.end
                                        for s in self._put.spans):  # fmt: skip
            return False
        behind = next((s for s in self._put.spans if s.first > at and s.tag != "relation"), None)
        return (
            behind is not None
            and behind.tag == "unit"
            and all(self._put.tags[k].startswith("D") for k in range(at + 1, behind.first))
        )

    def _sibling(self, first: Span, joint: int, second: Span) -> Sibling | None:
        """The sentence with the second claim in place of the first one; None without a subject."""
        own = next((at for at in range(joint, second.first) if self._is_own(at)), second.first)
        ahead = [s for s in self._put.spans if own <= s.first < second.first]
        end = self._end_of_claim(joint, second)
        opening = self._opening(first)
        tree = parsed(self._put.words)
        if self._has_no_subject(tree, own):
            return self._with_cause(joint, own, second, end)
        if (governed := self._governed(tree, own)) is not None:
            lead = governed  # `makes guests | stay longer and | spend more`
        elif self._governs(own):
            lead = self._subject_end(first)  # `and makes | people | grumpy`
        elif any(span.tag in SUBJECTS for span in ahead):
            lead = opening  # a clause with a subject of its own
        elif (
            self._is_predicate(own)
            or self._is_graded(second)
            or any(self._is_verb(at) for at in range(own, second.first + 1))
        ):
            lead = self._subject_end(first)
        elif end == second.end:
            graded = any(map(is_comparative, self._put.words.lower[own : second.first]))
            lead = self._object(first, degree=not graded)
        else:
            return self._with_cause(joint, own, second, end)
        text, ends = self._put.words.text, self._put.words.ends
        if lead <= opening and not ahead:
            return None
        asks = text.rstrip().endswith("?")
        start = self._put.sentence(first)[0] if asks else opening  # `How does`, before the subject
        kept = self._put.words.quote(start, lead) if lead > opening else ""
        made = " ".join(f"{kept} {self._put.words.quote(own, end)}{text[ends[end - 1] :]}".split())
        return Sibling(made[:1].upper() + made[1:], ends[joint - 1], ends[end - 1])

    def _has_no_subject(self, tree: Tree, at: int) -> bool:
        """Whether a joined verb differs in number from the one before it, so that its subject is
        another one: `as crianças comem mais e | sobra | menos`."""
        numbers = {tree.tags[one][-1:] for one in (at, tree.heads[at])}
        verbs = all(tree.tags[one].startswith("VF.") for one in (at, tree.heads[at]))
        return tree.relations[at] == "conj" and verbs and len(numbers) > 1

    def _governed(self, tree: Tree, at: int) -> int | None:
        """The verb that another one is joined to, where a third one governs both: `faz ficar e |
        gastar`."""
        head = tree.heads[at]
        if tree.relations[at] != "conj" or not tree.tags[at].startswith("V"):
            return None
        if tree.relations[head] in ("xcomp", "ccomp"):
            return head
        plain = tree.tags[at].startswith(_PLAIN) and not tree.tags[head].startswith(_PLAIN)
        return tree.child(head, "xcomp", "ccomp") if plain else None

    def _with_cause(self, joint: int, own: int, second: Span, end: int) -> Sibling | None:
        """`and so costs rise`: a clause of its own, related to the exposure of the first one."""
        cause = next((s for s in self._put.spans if s.tag == "exposure" and s.first < joint), None)
        if cause is None:
            return None
        varies = self._put.words.quote(cause.first, cause.end)
        link = "with" if self._put.language == "en" else "com"
        varies = f"{varies[:1].lower()}{varies[1:]}"
        led = varies if varies.startswith(f"{link} ") else f"{link} {varies}"
        made = f"{self._put.words.quote(own, end)} {led}"
        return Sibling(
            made[:1].upper() + made[1:],
            self._put.words.ends[joint - 1],
            self._put.words.ends[end - 1],
        )

    def _is_own(self, at: int) -> bool:
        """Whether a word after a joint belongs to the second claim: not `they`, not `also`."""
        small = self._put.tags[at].startswith(("PUNCT", "CC", "PRON", "ADV"))
        small |= self._put.words.lower[at] in _POINTERS  # `and that sours the street`
        return not small or any(s.first <= at < s.end for s in self._put.spans)

    def _is_graded(self, second: Span) -> bool:
        """Whether a degree follows directly, as after a verb: `and bark | less`."""
        lower = self._put.words.lower
        return second.end < len(lower) and is_comparative(lower[second.end])

    def _is_verb(self, at: int) -> bool:
        return self._put.tags[at].startswith(VERBS)

    def _is_predicate(self, at: int) -> bool:
        """Whether a verb that was read as the relation stands here, and not just a degree."""
        held = any(s.tag == "relation" and s.first <= at < s.end for s in self._put.spans)
        return held and not is_comparative(self._put.words.lower[at])

    def _opening(self, first: Span) -> int:
        """The first word of the claim: its first slot, with an article before it."""
        start = self._put.sentence(first)[0]
        at = min(
            s.first for s in self._put.spans if s.tag in SLOTS and start <= s.first <= first.first
        )
        return at - 1 if at and self._put.tags[at - 1].startswith("D") else at

    def _subject_end(self, first: Span) -> int:
        """Where the subject ends: behind the last slot before the first relation and outcome."""
        core = [s.first for s in self._put.spans if s.tag == "relation" and not
                is_comparative(self._put.words.lower[s.first])]  # fmt: skip
        until = min([first.first, *core])
        return max(
            (s.end for s in self._put.spans if s.tag in SUBJECTS and s.end <= until), default=0
        )

    def _object(self, first: Span, *, degree: bool) -> int:
        """Where the words governed by the verb begin: the outcome with its article, or what follows
        a degree that the second claim shares."""
        at = first.first
        while at and (
            self._put.tags[at - 1].startswith("D")
            or (not degree and is_comparative(self._put.words.lower[at - 1]))
        ):
            at -= 1
        return at
