"""The spans of a text put together as the parts of its claim, with how sure each of them is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from hypotheses.analyst.reader import confidence
from hypotheses.analyst.reader.agreement import Agreement, names_nothing
from hypotheses.analyst.reader.assembly import Assembly
from hypotheses.analyst.reader.confidence import (
    LEAST,
    LEAST_OFFERED,
    SLOTS,
    features,
    slot_of,
)
from hypotheses.analyst.reader.leftovers import Leftovers
from hypotheses.analyst.reader.model import Found, load
from hypotheses.analyst.reader.rivals import Aside, reason, rivals
from hypotheses.analyst.reader.siblings import Sibling, Siblings
from hypotheses.analyst.reader.spans import Span, spans
from hypotheses.analyst.reader.statement import Stated, stated
from hypotheses.analyst.syntax.tokens import ENDS, Words, split
from hypotheses.domain.types import Language


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a text's claim, before they are a frame.

    `whole` is how the text was read as one, `found` are the spans that were read, `beside` the
    other explanations.
    """

    words: Words
    whole: Found
    stated: Stated
    found: list[Span]
    beside: list[Aside]
    put: Assembly
    siblings: list[Sibling]
    leftover: Span | None
    grammar: Agreement

    @property
    def seen(self) -> Found:
        """How the claim was read."""
        return self.stated.seen

    def features(self, span: Span) -> tuple[float, ...]:
        """What speaks for and against the words of a slot."""
        return features(self.words, self.whole, self.seen, span, self.grammar, self.put.apart)

    def is_sure(self, span: Span) -> bool:
        """Whether words are shown as read: they make a phrase, and are likely to be right."""
        if span == self.leftover or self.grammar.is_miscut(span):
            return False
        if slot_of(span.tag) not in SLOTS:
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
        return self._chance(span) >= LEAST_OFFERED or self.put.is_predicate(span)

    def _chance(self, span: Span) -> float:
        model = confidence.load()
        cuts = {span, self._without_degree(span)}
        return max(model.chance(cut.tag, self.features(cut)) for cut in cuts)

    def _without_degree(self, span: Span) -> Span:
        """An outcome without what it comes to be, which was read as how it changes: `get |
        worse`."""
        inside = (each.first for each in self.found if each.tag == "relation"
                  and span.first < each.first < span.end)  # fmt: skip
        shown = slot_of(span.tag) == "outcome"
        return replace(span, end=min(inside, default=span.end)) if shown else span


def parts_of(words: Words, language: Language) -> Parts:
    """The parts of the claim of a text that has words."""
    model, text = load(), words.text
    aside = rivals(text, language)
    whole = model.read(words)
    told = stated(model, words, whole, aside, language)
    seen = told.seen
    found = _whole_exposure(spans(seen.tags), lambda span: model.is_sure(seen, span))
    beside = _beside(words, found, aside)
    found = [span for span in found if not _is_in(words, span, beside)]
    put = Assembly(words, found, language)
    put.apart.update(at for at in range(len(words)) if _is_in(words, Span("", at, at + 1), beside))
    put.apart.update(told.spoken)
    put.spans = [span for span in put.spans if not names_nothing(put, span)]
    siblings = Siblings(put).taken()
    _without_reason(put, language)
    leftover = Leftovers(put).longest()
    return Parts(words, whole, told, found, beside, put, siblings, leftover, Agreement(put))


def _without_reason(put: Assembly, language: Language) -> None:
    """Takes away what varies only in the reason that follows a claim: `... because people want
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
    """Whether an aside says no more than what varies."""
    exposed = {
        words.lower[at]
        for span in found
        if span.tag == "exposure" and words.starts[span.first] < aside.start
        for at in range(span.first, span.end)
    }
    said = {word for word in split(aside.text).lower if len(word) > _SHORT}
    return bool(said) and said <= exposed


_SHORT = 3  # letters of an article


def _whole_exposure(found: Sequence[Span], is_sure: Callable[[Span], bool]) -> list[Span]:
    """A doubtful unit that stands at an exposure belongs to it: `agile methods`."""
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
