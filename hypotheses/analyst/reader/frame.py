"""Turns the spans of a text into the slots of its claim, and finds where the authors make their
observation from what they say about themselves.

`I'm a nurse on a surgical ward and I think that turning patients ...`: the ward bounds the claim,
which does not repeat it. A place from a clause about the speaker is put before the claim (`On a
surgical ward, turning patients ...`) and read with it: it belongs to the claim where the model then
reads it as unit or bound, not as a time or an opinion (`on the whole`, `in my PhD`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.reader.assembly import is_sample
from hypotheses.analyst.reader.model import Found, Model
from hypotheses.analyst.reader.spans import Span, spans
from hypotheses.analyst.syntax.clause import is_topic
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.sign import is_turn
from hypotheses.analyst.syntax.tagging.tagger import Token, tagged
from hypotheses.analyst.syntax.tokens import Words, split
from hypotheses.analyst.syntax.tree import ROOT
from hypotheses.analyst.writer.asides import TURNS, is_speaker
from hypotheses.domain.claim import Claim, Design, Direction, Doubt, Slot, SlotName
from hypotheses.domain.types import Language

_SLOT: dict[str, SlotName] = {
    "unit": "unit",
    "bound": "bound",
    "exposure": "exposure",
    "comparator": "comparator",
    "measure": "measure",
    "window": "window",
    "margin": "margin",
    "qualifier": "qualifiers",
    "approach": "approach",
    "leftover": "leftover",
}


def claim(
    words: Words,
    spans: Sequence[Span],
    design: Design,
    direction: Direction,
    is_sure: Callable[[Span], bool] = lambda span: True,
    doubts: tuple[Doubt, ...] = (),
) -> Claim:
    """The claim that labelled spans make; the first span of a tag fills its slot."""

    def slot(span: Span) -> Slot:
        first, end = _edges(words, tags, span)
        return Slot(words.text[first:end], "user", first, end, is_sure(span))

    tags = parsed(words).tags
    slots: dict[str, Any] = {}
    for span in spans:
        name = _SLOT.get(span.tag)
        if name is not None and name not in slots:
            slots[name] = slot(span)
    outcomes = [span for span in spans if span.tag in ("outcome", "quantity")]
    outcomes = outcomes or _compared(words, spans)
    if outcomes:
        slots["outcome"] = slot(outcomes[0])
    limits = {at for span in spans if span.tag == "qualifier" for at in range(span.first, span.end)}
    return Claim(
        design=design,
        direction=direction,
        doubts=doubts,
        counted=any(span.tag == "quantity" for span in outcomes),
        relation=" ".join(
            words.quote(span.first, span.end)
            for span in spans
            if span.tag == "relation" and span.first not in limits  # `| more | so in small bars`
        ),
        hedges=tuple(
            words.quote(span.first, span.end)
            for span in spans
            if span.tag == "hedge" and _SELDOM.isdisjoint(words.lower[span.first : span.end])
        ),
        **slots,
    )


_JOINING = ("ADP", "PD.")
_LOOSE = frozenset("actually really truly genuinely realmente , ; :".split())
# Not doubt, but how few: `now | hardly | anyone fails`.
_SELDOM = frozenset("hardly barely scarcely seldom rarely quase mal raramente".split())


def _edges(words: Words, tags: Sequence[str], span: Span) -> tuple[int, int]:
    """The first character of a slot and the one behind its last, without a mark or emphasis
    before it and without what joins an approach to more: `talking at length | with`."""
    own = range(span.first, span.end)
    first = next((at for at in own if words.lower[at] not in _LOOSE), span.first)
    stop = span.end
    while span.tag == "approach" and stop - first > 1 and tags[stop - 1].startswith(_JOINING):
        stop -= 1
    return words.starts[first], words.ends[stop - 1]


_AROUND = frozenset(("unit", "bound", "window", "measure", "approach", "margin"))
_BETWEEN = frozenset((",", ";", "and", "e"))  # what stands between criteria of a list
_LASTS = lazy_regex(r"(?:for|over|during|por|durante|\d{1,3}|two|three|four|five|six|ten)\s", re.I)
_LIKELY = 0.5  # the least mean probability of a measure that is asked about


def with_surroundings(
    claim: Claim, model: Model, words: Words, seen: Found, stating: range
) -> Claim:
    """The claim with what the words around it are sure to say: whom, where, when, how it is
    measured, and its author's doubt. What is counted there measures an outcome that is not; a
    measure that is likely, not sure, is kept with doubt: it is asked about instead of none."""
    around = [
        span
        for span in _listed(_certain(model, seen, words), words)
        if span.first not in stating
        and span.end - 1 not in stating
        # `but nobody on our ward has counted`
        and TURNS.isdisjoint(words.lower[stating.stop : span.first])
    ]
    outcome = "" if claim.outcome is None else claim.outcome.text.lower()
    counted = [
        replace(span, tag="measure")
        for span in around
        if span.tag == "quantity" and words.quote(span.first, span.end).lower() not in outcome
    ]
    for span in [*around, *(counted if outcome and not claim.counted else ())]:
        text, sure = words.quote(span.first, span.end), model.is_sure(seen, span)
        if span.tag == "hedge" and sure:
            claim = replace(claim, hedges=(*claim.hedges, text))
        name = _SLOT.get(span.tag)
        likely = sure or (name == "measure" and seen.mean(span) >= _LIKELY)
        if span.tag == "window" and _LASTS.match(text):
            continue  # how long the study takes: `for two months`
        if name is not None and span.tag in _AROUND and claim.slot(name) is None and likely:
            start, end = _edges(words, parsed(words).tags, span)
            claim = claim.with_slot(name, Slot(words.text[start:end], "user", start, end, sure))
    return claim


def _certain(model: Model, seen: Found, words: Words) -> list[Span]:
    """The spans without bounds that may be wrong or only say how many: the marks of a list would
    make it look sure."""
    tags = parsed(words).tags
    return [
        span
        for span in spans(seen.tags)
        if span.tag != "bound" or (model.is_sure(seen, span) and not is_sample(words, tags, span))
    ]


def _listed(found: Sequence[Span], words: Words) -> list[Span]:
    """The spans, with the criteria of a list as one: `aged 60 to 69 years; female; sedentary`."""
    made: list[Span] = []
    for span in found:
        last = made[-1] if made else None
        goes_on = last is not None and last.tag == span.tag == "bound"
        if last is not None and goes_on and _BETWEEN.issuperset(words.lower[last.end : span.first]):
            made[-1] = Span("bound", last.first, span.end)
        else:
            made.append(span)
    return made


_OWN = lazy_regex(r"\b(my|our|meus?|minhas?|noss[oa]s?)\s+\Z", re.I)


def owned(claim: Claim, text: str) -> Claim:
    """The claim with `my`, `our` or a name as the bound of its unit: `my dog` is one particular
    dog."""
    if claim.unit is None or claim.unit.start is None or claim.bound is not None:
        return claim
    own = _OWN.search(text, 0, claim.unit.start)
    if own is None:
        return _named(claim, claim.unit, text)
    return replace(claim, bound=Slot(own[1], "user", own.start(1), own.end(1)))


def _named(claim: Claim, unit: Slot, text: str) -> Claim:
    """The claim with the name within its unit as the bound: opinions of the | US Supreme Court."""
    tree, start = parsed(split(text)), unit.start or 0
    names = [
        at
        for at in tree.words.within(start, unit.end or 0)
        if at and tree.tags[at] == "NAME" and tree.quote(at, at + 1)[:1].isupper()
    ]
    if not names:
        return claim
    first, end = tree.words.starts[names[0]], tree.words.ends[names[-1]]
    return replace(claim, bound=Slot(text[first:end], "user", first, end))


_DEGREES = frozenset(("more", "less", "mais", "menos"))


def _compared(words: Words, spans: Sequence[Span]) -> list[Span]:
    """The outcome that a comparative names by itself: `mais {rápido}`, `more {reliable}`."""
    found = [span for span in spans if span.tag == "relation"]
    return [
        Span("outcome", span.first + 1, span.end)
        for span in found
        if span.end - span.first == 2 and words.lower[span.first] in _DEGREES
    ]


_PLACES = frozenset("in on at within em no na nos nas num numa nuns numas".split())


def studied_in(claim: Claim) -> Claim:
    """A claim about an experience or of history with what it is read in as its approach: it
    measures nothing."""
    read_in = claim.measure
    if claim.design != "qualitative" or read_in is None:
        return claim
    claim = claim.with_slot("measure", None)
    if claim.approach is not None:
        return claim
    return claim.with_slot("approach", replace(read_in, sure=True))


_FIRST_PERSON = frozenset("my our meu minha meus minhas nosso nossa nossos nossas".split())
_NOMINAL = ("D", "N", "J", "PRON")
_LINKS = frozenset("of de do da dos das".split())
_MARKS = frozenset(".,;:!?")
_MOST = 2  # places that are tried
_SURE = 0.85  # the least mean probability of a place that is taken


def with_setting(claim: Claim, text: str, language: Language, model: Model) -> Claim:
    """The claim with the place that its author mentions, where the claim names none."""
    spots = [(slot.start, slot.end) for _, slot in claim.items()
             if slot.start is not None and slot.end is not None]  # fmt: skip
    if claim.bound is not None or claim.exposure is None or claim.outcome is None or not spots:
        return claim
    first, last = min(start for start, _ in spots), max(end for _, end in spots)
    for start, end in list(_places(text, first, last, language))[:_MOST]:
        if _bounds(text[start:end], text[first:last], model):
            return claim.with_slot("bound", Slot(text[start:end], "user", start, end))
    return claim


# Words that introduce a description of people, not a place: `crianças | com autismo`.
_DESCRIBES = lazy_regex(r"(?:with|without|who|whose|com|sem|que|cuj[oa]s?)\b", re.I)


_DENIAL = lazy_regex(r"\b(n[ãa]o|nunca|never|not)\s\Z", re.I)


def lived(claim: Claim, text: str) -> Claim:
    """A claim about an experience, with its participants in one piece: `mothers of children | with
    autism` names no place."""
    if claim.design != "qualitative":
        return claim
    if claim.unit is None and claim.exposure is not None:  # an experience has no exposure
        claim = claim.with_slot("unit", claim.exposure).with_slot("exposure", None)
    done = claim.outcome
    denial = None if done is None else _DENIAL.search(text, 0, done.start or 0)
    if done is not None and denial is not None:  # `por que | não | querem ficar`
        whole = replace(done, text=text[denial.start(1) : done.end], start=denial.start(1))
        claim = claim.with_slot("outcome", whole)
    who, described = claim.unit, claim.bound
    if who is not None and described is not None and _DESCRIBES.match(described.text):
        start, end = who.start, described.end
        if start is not None and end is not None and not text[who.end : described.start].strip():
            whole = replace(who, text=text[start:end], end=end, sure=who.sure and described.sure)
            claim = claim.with_slot("bound", None).with_slot("unit", whole)
    return claim


def looked_into(claim: Claim, words: Words) -> Claim:
    """A topic, `music at work`: nothing is claimed about it yet. What was read as its outcome with
    doubt is the object of interest."""
    wished = claim.exposure
    if claim.design == "unknown" and wished is not None and is_turn(wished.text.lower()):
        claim = claim.with_slot("exposure", None)  # `I'd like to | reduce | no-shows`
    set_against = claim.comparator is not None and claim.direction == "unspecified"
    open_design = claim.design == "unknown" or "design" in claim.doubts
    if not (set_against or open_design) or not is_topic(parsed(words)):
        return claim
    by = claim.approach
    if (
        by is not None and claim.outcome is None and claim.unit is None
    ):  # `podcasts | in the clinic`
        claim = claim.with_slot("approach", None).with_slot("outcome", replace(by, sure=False))
    if set_against:  # `A vs B and sleep`
        claim = replace(claim, direction="difference")
    if not open_design or set_against:
        return claim
    claim = replace(claim, design="unknown", direction="unspecified", doubts=())
    if not all(s is not None and s.sure for s in (claim.exposure, claim.outcome)):
        claim = _named_together(claim, words)
    alone = claim.outcome
    if alone is None or claim.exposure is not None or claim.unit is not None:
        return claim
    if alone.sure and not claim.relation:
        return claim
    start, end = words.starts[0], words.ends[-1 - (words.lower[-1] in _MARKS)]
    whole = Slot(words.text[start:end], "user", start, end)
    return Claim(design="unknown", exposure=whole, hedges=claim.hedges, story=claim.story)


def _named_together(claim: Claim, words: Words) -> Claim:
    """The two things of a topic in its tree: `noise in offices | and | headaches`."""
    tree = parsed(words)
    root = next(at for at, head in enumerate(tree.heads) if head == ROOT)
    other = tree.child(root, "conj")
    joint = None if other is None else tree.child(other, "cc")
    if other is None or joint is None or words.lower[joint] not in ("and", "e"):
        return claim
    end = tree.extent(other)[1]
    pieces = ((0, joint), (joint + 1, end - (words.lower[end - 1] in _MARKS)))
    first, second = (
        Slot(words.quote(*piece), "user", words.starts[piece[0]], words.ends[piece[1] - 1])
        for piece in pieces
    )
    return Claim(design="unknown", exposure=first, outcome=second, hedges=claim.hedges)


def _bounds(place: str, claim: str, model: Model) -> bool:
    """Whether a place put before a claim is read as unit or bound."""
    seen = model.read(split(f"{place[:1].upper()}{place[1:]}, {claim}"))
    behind = len(split(place))
    return any(
        span.tag in ("unit", "bound") and span.end <= behind and seen.mean(span) >= _SURE
        for span in spans(seen.tags)
    )


def _places(text: str, first: int, last: int, language: Language) -> Iterator[tuple[int, int]]:
    """The places in clauses about the speaker, as character ranges of the text."""
    clause: list[Token] = []
    turned = False  # `but nobody on our team has counted` says what is missing, not where
    for word in (*tagged(text, language), None):
        ends = word is None or word.text in _MARKS or word.tag in ("CCONJ", "CC")
        if not ends and word is not None and not first <= word.start < last:
            clause.append(word)
            continue
        own = any(map(_is_own, clause)) or any(is_speaker(each, language) for each in clause)
        if own and not turned:
            yield from _phrases(clause)
        clause, turned = [], word is not None and word.lower in TURNS


def _is_own(word: Token) -> bool:
    return word.lower in _FIRST_PERSON or word.lower.partition("'")[0] in ("i", "we")


def _phrases(clause: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """The phrases with `in`, `at`, `on` of a clause: from the preposition to the last noun."""
    for at, word in enumerate(clause):
        if word.lower not in _PLACES:
            continue
        noun = 0
        for behind, each in enumerate(clause[at + 1 :], at + 1):
            if each.tag.startswith("N"):
                noun = behind
            elif not each.tag.startswith(_NOMINAL) and not (noun and each.lower in _LINKS):
                break
        if noun and not clause[noun].tag.startswith("NUM"):
            yield word.start, clause[noun].end
