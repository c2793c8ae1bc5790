"""Puts the spans of a text together as the parts of its claim: how likely each of them is right,
and which words none of them accounts for.

The tagger is sure of its choice even where a text offers two candidates. So the probability of a
slot also depends on how likely another word of the text is for the same slot; on what its
neighbours would be; on the length of the text; and on whether grammar puts the same words there.
`confidence.json` holds the weights (a logistic model for each slot), fitted by
`tests.lab.reader.confidence` on claims that never trained the tagger.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from pathlib import Path

from hypotheses.analyst.reader.agreement import EMPTY, Agreement, names_nothing
from hypotheses.analyst.reader.assembly import (
    EXCLUDED,
    SLOTS,
    SUBJECTS,
    SUBORDINATORS,
    VERBS,
    Assembly,
    scope_before,
)
from hypotheses.analyst.reader.grammar import standing
from hypotheses.analyst.reader.model import PARTS, Found, load
from hypotheses.analyst.reader.rivals import Aside, reason, rivals
from hypotheses.analyst.reader.siblings import Sibling, Siblings
from hypotheses.analyst.reader.spans import OUTCOMES, Span, shown, spans
from hypotheses.analyst.syntax.indirect import IndirectQuestion, asked
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.sign import is_comparative, is_turn
from hypotheses.analyst.syntax.tokens import ENDS, Words, split
from hypotheses.analyst.syntax.tree import ROOT
from hypotheses.domain.types import Language

_ONE_OF = frozenset(("exposure", "comparator", "unit", *OUTCOMES))
"""Parts of which a claim has only one; a second bound, window or measure loses nothing."""
_LED = frozenset(("comparator", "measure", "window", "margin", "approach"))  # `compared with ...`
_CONTENT = ("N", "J", "VG", "VI")
_BEFORE = ("CCONJ", "PRON", "PUNCT", "AUX")
_BEHIND = (
    "CCONJ", "SCONJ", "WH", "ADP", "PD.", "D.", "DET", "PRON", "PPRON", "AUX", "PART", "PUNCT",
)  # fmt: skip
_SHORTEST = 3  # letters of a word with content
# Nouns and adjectives of quantity or reference, without content of their own: `most of its`.
_VAGUE = frozenset(
    """most part lot lots bit matter thing things fact way kind sort gente parte boa maior monte
    majority half maioria metade
    least reason motivo razão average pouco vez vezes coisa coisas jeito verdade fato média
    frequência""".split()
)
_THAT = frozenset(("that", "que", "q"))
_EVER = frozenset(("the", "quanto"))
_DEGREES = frozenset("mais menos maior menor melhor pior".split())
WHERE = frozenset("in on at within during em no na nos nas num numa durante".split())
"""Words before a place or a time."""
_LONGEST_VERB = 3  # words: `ends up with`
# What opens a condition, where no slot holds its words: `but not in boys`.
_SCOPES = frozenset(
    """especially particularly mainly mostly chiefly only even except unless above
    principalmente sobretudo especialmente só apenas exceto inclusive mesmo""".split()
)


class Leftovers:
    """The free words of a text whose spans are assembled."""

    def __init__(self, put: Assembly) -> None:
        self._put = put
        self._spans = list(shown(put.spans, _ONE_OF))

    def _free(self, first: int, end: int) -> list[int]:
        taken = {at for span in self._spans for at in range(span.first, span.end)}
        return [at for at in range(first, end) if at not in taken]

    def longest(self) -> Span | None:
        """The longest run of words within the claim's sentence that belongs to no part."""
        slots = [span for span in self._spans if span.tag in SLOTS]
        core = [span for span in slots if span.tag in OUTCOMES] or slots
        if not core:
            return None
        start, end = self._put.sentence(core[0])
        first = min(span.first for span in self._spans if span.end > start)
        repeated = {
            at for span in self._put.spans if span not in self._spans
            for at in range(span.first, span.end)
        }  # fmt: skip
        linking = (self._predicate_gap(slots) - repeated) | self._put.apart
        free = [at for at in self._free(max(start, first), end) if at not in linking]
        runs = [run for run in _runs(at for at in free if self._put.tags[at] != "PUNCT")
                if self._is_lost(*run) and not self._is_verbal(range(*run))]  # fmt: skip
        if not runs:
            return None
        start, end = self._trimmed(*max(runs, key=lambda run: run[1] - run[0]))
        if self._opens_condition(start) or self._is_where(start, end):
            start -= scope_before(self._put.words, start)
            return Span("qualifier", start, end)  # `when hungry`: a condition of the claim
        return Span("leftover", start, end)

    def _trimmed(self, start: int, end: int) -> tuple[int, int]:
        """A run without the small words around its phrase: `and | the reason | that`."""
        tags = self._put.tags
        while end - start > 1 and tags[end - 1].startswith(_BEHIND):
            end -= 1
        while end - start > 1 and tags[start].startswith(_BEFORE):
            start += 1
        opens = end - start > 1 and self._put.words.lower[start] in _THAT
        start += opens and self._opens_condition(start + 1)  # `but I suspect that | only when`
        return start, end

    def _opens_condition(self, at: int) -> bool:
        lower = self._put.words.lower
        return lower[at] in (SUBORDINATORS | _SCOPES) or lower[at : at + 2] in EXCLUDED

    def _is_where(self, start: int, end: int) -> bool:
        """Whether words say where or in what the claim's verb holds: `errs less | in legal
        texts`."""
        tree = parsed(self._put.words)
        top = tree.top(start, end)
        case = tree.child(top, "case")
        led = case == start and tree.words.lower[start] in WHERE
        verb = tree.heads[top]
        return (
            led
            and tree.relations[top] == "obl"
            and verb != ROOT
            and tree.tags[verb].startswith("V")
            and set(range(start, end)) <= set(tree.below(top))
        )

    def _predicate_gap(self, slots: list[Span]) -> set[int]:
        """The words at the claim's verb, whatever their tags."""
        linking: set[int] = set()
        for behind in (s for s in self._spans if s.tag in (*OUTCOMES, "relation")):
            ends = [s.end for s in slots if s.tag in SUBJECTS and s.end <= behind.first]
            gap = self._free(max(ends), behind.first) if ends and not linking else []
            said = [at for at in gap if self._put.tags[at] != "PUNCT"]
            if len(said) <= _LONGEST_VERB or self._is_verbal(said):
                linking.update(gap)
        return linking

    def _is_verbal(self, places: Sequence[int]) -> bool:
        """Whether words are a verb with its turn: `will result in a significant increase`."""
        turns = [at for at in places if self._put.tags[at].startswith("N")]
        first = places[0] if places else 0
        return self._put.tags[first].startswith(VERBS) and all(
            is_turn(self._put.words.lower[at]) for at in turns
        )

    def _is_lost(self, first: int, end: int) -> bool:
        """Whether free words have content of their own, and are not just `compared with`."""
        named = {
            self._put.words.lower[at]
            for span in self._spans if span.tag in SLOTS
            for at in range(span.first, span.end)
        }  # fmt: skip
        says = [at for at in range(first, end) if self._says(at)
                and self._put.words.lower[at] not in named]  # fmt: skip
        before = any(s.first == end and s.tag in _LED for s in self._spans)
        behind = any(s.end == first and s.tag == "margin" for s in self._spans)
        if self._is_measured_out(first):
            return False
        verbs = all(self._put.tags[at].startswith("V") for at in says)
        if verbs and self._is_between(first, end):
            return False  # `are wolves | making the | deer more nocturnal`
        return len(says) > (1 if before or behind else 0)

    def _is_measured_out(self, first: int) -> bool:
        """Whether words belong to the exposure in `the more ..., the less ...`, which has a clause
        of its own: `quanto mais velho | o carro | menos`."""
        lower = self._put.words.lower
        degrees = [
            at
            for at in range(1, len(lower))
            if lower[at - 1] in _EVER or (lower[at] in _DEGREES and self._put.language == "pt")
        ]
        return len(degrees) > 1 and degrees[0] == 1 and lower[0] in _EVER and first < degrees[1]

    def _is_between(self, first: int, end: int) -> bool:
        """Whether a slot of the subject ends where words begin, and another part follows them."""
        behind = any(s.first == end for s in self._spans)
        return behind and any(s.tag in SUBJECTS and s.end == first for s in self._spans)

    def _says(self, at: int) -> bool:
        tag, word = self._put.tags[at], self._put.words.lower[at]
        if (
            len(word) < _SHORTEST
            or not word[0].isalpha()
            or is_turn(word)
            or is_comparative(word)
            or word in _VAGUE
        ):
            return False
        return tag.startswith(_CONTENT)


def _runs(places: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Runs of consecutive positions."""
    for _, run in groupby(enumerate(places), lambda pair: pair[1] - pair[0]):
        held = [at for _, at in run]
        yield held[0], held[-1] + 1


PATH = Path(__file__).parent / "model" / "confidence.json"
SCORED_SLOTS = ("exposure", "outcome", "comparator", "unit", "bound")
LEAST = 0.7  # the lowest probability at which a slot is shown as read
# The least at which what varies or the outcome, read in several sentences, is put to the author at
# all: of those below it 10 of 181 are right in claims that never trained the reader, of those from
# here to `LEAST` two in three.
LEAST_OFFERED = 0.2
_MOST_SENTENCES = 6
_EDGE = 0.01  # keeps the odds of a probability of 0 or 1 finite


def slot_of(tag: str) -> str:
    """The slot that a tag fills: a counted outcome is an outcome."""
    return "outcome" if tag == "quantity" else tag


def features(
    words: Words,
    seen: Found,
    span: Span,
    grammar: Agreement,
    apart: Collection[int] = (),
) -> tuple[float, ...]:
    """The evidence for and against the words of a slot.

    Words `apart` belong to other claims, other explanations or reasons: what they would be says
    nothing.
    """
    part = seen.parts[PARTS.get(span.tag, span.tag)]
    part = tuple(0.0 if at in apart else share for at, share in enumerate(part))
    own = range(span.first, span.end)
    telling = [at for at in own if words.lower[at] not in EMPTY] or own
    beside = [share for at, share in enumerate(part)
              if at not in own and words.lower[at] not in EMPTY]  # fmt: skip
    edges = [part[at] for at in (span.first - 1, span.end) if 0 <= at < len(part)]
    return (
        _odds(sum(part[at] for at in own) / len(own)),
        _odds(min(part[at] for at in telling)),
        math.log1p(sum(beside)),
        max(beside, default=0.0),
        max(edges, default=0.0),
        float(grammar.bears_out(span)),
        float(grammar.is_miscut(span)),
        float(min(sum(word in ENDS for word in words.lower), _MOST_SENTENCES)),
        math.log(len(own)),
        math.log(len(words)),
        *standing(parsed(words), span),
    )


def _odds(share: float) -> float:
    return math.log((share + _EDGE) / (1 + _EDGE - share))


@dataclass(frozen=True, slots=True)
class Confidence:
    """The weights of each slot's features; the last one is the intercept."""

    weights: Mapping[str, Sequence[float]]

    def chance(self, tag: str, found: Sequence[float]) -> float:
        """The probability that a slot with these features is right."""
        *weights, alone = self.weights[slot_of(tag)]
        total = sum(weight * each for weight, each in zip(weights, found, strict=True))
        return 1 / (1 + math.exp(-(total + alone)))


@cache
def load_confidence(path: Path = PATH) -> Confidence:
    """The weights of a file, once a process."""
    return Confidence(json.loads(path.read_text(encoding="utf-8")))


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a text's claim, before they become a frame.

    `seen` is what was read, `found` are its spans, `beside` the other explanations, `asked` what
    the author asks besides.
    """

    words: Words
    seen: Found
    found: list[Span]
    beside: list[Aside]
    put: Assembly
    asked: tuple[IndirectQuestion, ...]
    siblings: list[Sibling]
    leftover: Span | None
    grammar: Agreement

    def features(self, span: Span) -> tuple[float, ...]:
        """The evidence for and against the words of a slot."""
        return features(self.words, self.seen, span, self.grammar, self.put.apart)

    def is_sure(self, span: Span) -> bool:
        """Whether words are shown as read: they form a phrase, and are likely to be right."""
        if span == self.leftover:
            return False
        if self.put.is_formed(span) or span == self.put.moderator:
            return True
        if self.grammar.is_miscut(span):
            return False
        if slot_of(span.tag) not in SCORED_SLOTS:
            return load().is_sure(self.seen, span)
        return self._chance(span) >= LEAST or self.put.is_predicate(span)

    @property
    def is_story(self) -> bool:
        """Whether the text has several sentences."""
        return sum(word in ENDS for word in self.words.lower) > 1

    def is_offered(self, span: Span) -> bool:
        """Whether words are likely enough to ask the author whether they are right. What varies
        and the outcome of a story are asked for openly where they are not."""
        if not self.is_story or slot_of(span.tag) not in ("exposure", "outcome"):
            return True
        if self.put.is_formed(span):
            return True
        return self._chance(span) >= LEAST_OFFERED or self.put.is_predicate(span)

    def _chance(self, span: Span) -> float:
        model = load_confidence()
        cuts = {span, self._without_degree(span)}
        return max(model.chance(cut.tag, self.features(cut)) for cut in cuts)

    def _without_degree(self, span: Span) -> Span:
        """An outcome without its complement, which was read as the relation: `get | worse`."""
        inside = (each.first for each in self.found if each.tag == "relation"
                  and span.first < each.first < span.end)  # fmt: skip
        shown = slot_of(span.tag) == "outcome"
        return replace(span, end=min(inside, default=span.end)) if shown else span


def parts_of(words: Words, language: Language, seen: Found) -> Parts:
    """The parts of the claim that some words state, from what was read of them."""
    model = load()
    found = _with_owner(words, spans(seen.tags))
    found = _whole_exposure(found, lambda span: model.is_sure(seen, span))
    beside = _beside(words, found, rivals(words.text, language))
    found = [span for span in found if not _is_in(words, span, beside)]
    besides = _asked_besides(words, found)
    gone = {at for each in besides for at in range(each.mark, each.end)}
    put = Assembly(words, [span for span in found if span.first not in gone], language)
    put.apart.update(at for at in range(len(words)) if _is_in(words, Span("", at, at + 1), beside))
    put.apart.update(gone)
    put.spans = [span for span in put.spans if not names_nothing(put, span)]
    siblings = Siblings(put).taken()
    _without_reason(put, language)
    put.spans = _with_both_sides(_object_of_degree(put, found))
    grammar = Agreement(put)
    put.spans = _likeliest_first(put, seen, grammar)
    leftover = Leftovers(put).longest()
    return Parts(words, seen, found, beside, put, besides, siblings, leftover, grammar)


def _object_of_degree(put: Assembly, found: Sequence[Span]) -> list[Span]:
    """The spans, where an outcome is what there is more or less of, as it was read, without the act
    before it: `throw away less | food`."""

    def own(span: Span) -> Span:
        behind = (
            each
            for each in found
            if each.tag == "outcome" and span.first < each.first and each.end == span.end
            and put.words.lower[each.first - 1] in _AMOUNTS
        )  # fmt: skip
        acts = span.tag in OUTCOMES and put.tags[span.first].startswith("V")
        return next(behind, span) if acts else span

    return list(map(own, put.spans))


_AMOUNTS = frozenset("more less fewer mais menos".split())


def _with_both_sides(found: list[Span]) -> list[Span]:
    """The spans, where an outcome before the relation and one behind it are its two sides: `the
    price | changes | how much is eaten`."""
    outcomes = [span for span in found if slot_of(span.tag) == "outcome"]
    if any(span.tag == "exposure" for span in found) or len(outcomes) != 2:
        return found
    first, second = outcomes
    if not any(first.end <= span.first < second.first for span in found if span.tag == "relation"):
        return found
    return [replace(span, tag="exposure") if span == first else span for span in found]


def _likeliest_first(put: Assembly, seen: Found, grammar: Agreement) -> list[Span]:
    """The spans, of which a frame takes the first for each slot: among several for the outcome or
    the comparator that which is much the likeliest to be right."""

    def chance(span: Span) -> float:
        found = features(put.words, seen, span, grammar, put.apart)
        return load_confidence().chance(span.tag, found)

    made = list(put.spans)
    for slot in _CHOSEN:
        held = [span for span in put.spans if slot_of(span.tag) == slot]
        if len(held) > 1:
            best = max(held, key=chance)
            if chance(best) < chance(held[0]) + _BY:
                continue
            made.remove(best)
            made.insert(made.index(next(s for s in made if slot_of(s.tag) == slot)), best)
    return made


_CHOSEN = ("outcome", "comparator")
_BY = 0.3  # by how much a later one must be likelier: of two outcomes, the author's first stands


def _asked_besides(words: Words, found: Sequence[Span]) -> tuple[IndirectQuestion, ...]:
    """What an author asks within a sentence besides the claim, which is what most parts of it were
    read in: `whether masks lower absence | and whether the staff wear them`."""
    asks = asked(parsed(words))
    core = [each.first for each in found if each.tag in _ASKED]
    told = [sum(each.first <= at < each.end for at in core) for each in asks]
    first = told.index(max(told)) if told else 0
    return tuple(each for at, each in enumerate(asks) if at != first)


def _without_reason(put: Assembly, language: Language) -> None:
    """Removes an exposure that occurs only in the reason after a claim: `... because people want
    their deposit back`."""
    words = put.words
    core = {name: next((s for s in put.spans if s.tag in tags), None) for name, tags in _TOLD}
    if None in core.values():
        return
    start = max(words.ends[span.end - 1] for span in core.values() if span is not None)
    why = reason(words.text, language, start)
    if why is None:
        return
    inside = {at for at in range(len(words)) if why.start <= words.starts[at] < why.end}
    put.apart.update(inside)
    put.spans = [s for s in put.spans if s.tag != "exposure" or s.first not in inside]


_ASKED = frozenset(("exposure", "relation", *OUTCOMES))
_TOLD = (("exposure", ("exposure",)), ("outcome", ("outcome", "quantity")))


def _is_in(words: Words, span: Span, asides: Sequence[Aside]) -> bool:
    start = words.starts[span.first]
    return any(aside.start <= start < aside.end for aside in asides)


def _beside(words: Words, found: Sequence[Span], asides: Sequence[Aside]) -> list[Aside]:
    """The other explanations that follow a claim."""
    kept: list[Aside] = []
    for aside in asides:
        before = {
            span.tag
            for span in found
            if words.starts[span.first] < aside.start and not _is_in(words, span, kept)
        }
        if _names_exposure(words, found, aside):
            continue  # `Could it be the bell?` of a bell that was told of
        varies = any(span.tag == "exposure" and _is_in(words, span, [aside]) for span in found)
        told = {"exposure"} if varies else {"exposure", "unit"}  # `Would it be the bell?`
        if before & {"outcome", "quantity", "relation"} and before & told:
            kept.append(aside)
    return kept


def _names_exposure(words: Words, found: Sequence[Span], aside: Aside) -> bool:
    """Whether an aside only repeats the exposure."""
    exposed = {
        words.lower[at]
        for span in found
        if span.tag == "exposure" and words.starts[span.first] < aside.start
        for at in range(span.first, span.end)
    }
    said = {word for word in split(aside.text).lower if len(word) > _SHORT}
    return bool(said) and said <= exposed


_SHORT = 3  # letters of an article


def _with_owner(words: Words, found: Sequence[Span]) -> list[Span]:
    """The spans, of which what belongs to one is a part of it: `kids | ' | anxiety`, `children |
    's signs`."""
    made: list[Span] = []
    for span in found:
        last = made[-1] if made else None
        joint = span.first - (words.lower[span.first] not in _OWNERS)
        joins = last is not None and last.end == joint and words.lower[joint] in _OWNERS
        if joins and last is not None and (joint == span.first or last.tag == span.tag):
            made[-1] = replace(last, end=span.end)
        else:
            made.append(span)
    return made


_OWNERS = frozenset(("'", "'s"))


def _whole_exposure(found: Sequence[Span], is_sure: Callable[[Span], bool]) -> list[Span]:
    """An uncertain unit next to an exposure belongs to it: `agile methods`."""
    made: list[Span] = []
    for span in found:
        last = made[-1] if made else None
        if last is not None and last.end == span.first and {last.tag, span.tag} == _EXPOSED:
            unit = last if last.tag == "unit" else span
            if not is_sure(unit):
                made[-1] = Span("exposure", last.first, span.end)
                continue
        made.append(span)
    return made


_EXPOSED = {"unit", "exposure"}
