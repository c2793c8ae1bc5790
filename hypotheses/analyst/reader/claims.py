"""The claim of the words that state it, with what those around them add."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.reader.frame import (
    claim,
    lived,
    looked_into,
    owned,
    studied_in,
    with_setting,
    with_surroundings,
)
from hypotheses.analyst.reader.model import Found, load
from hypotheses.analyst.reader.parts import WHERE, parts_of
from hypotheses.analyst.reader.restatement import Restated, restated
from hypotheses.analyst.reader.rivals import reason, rivals
from hypotheses.analyst.reader.siblings import Sibling, further_claims
from hypotheses.analyst.reader.sides import as_description, with_lost_side
from hypotheses.analyst.reader.spans import Span, spans
from hypotheses.analyst.syntax.forms import Form
from hypotheses.analyst.syntax.indirect import IndirectQuestion, as_question, is_alternative
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.sign import is_comparative, is_either, is_turn, sign
from hypotheses.analyst.syntax.statement import FINITE, OF_THE, cut, statement
from hypotheses.analyst.syntax.tokens import Words, split
from hypotheses.analyst.writer.asides import asides, speaks
from hypotheses.analyst.writer.clauses import EFFECTS
from hypotheses.domain.claim import (
    NEEDS,
    Claim,
    Design,
    Direction,
    Doubt,
    Slot,
    SlotName,
    is_placeholder,
)
from hypotheses.domain.types import Language


@dataclass(frozen=True, slots=True)
class FoundVeto:
    """A reason to reject a claim: its code, and the verbatim words that show it."""

    code: str
    quote: str


@dataclass(frozen=True, slots=True)
class ClaimReading:
    """What a text claims. `siblings` are further claims of the same sentence, or of other
    sentences, with their places in the statement."""

    text: str
    language: Language
    claim: Claim
    vetoes: tuple[FoundVeto, ...] = ()
    siblings: tuple[Sibling, ...] = ()
    stated: str = ""
    told: Claim | None = None
    is_put: bool = False

    @property
    def statement(self) -> str:
        """The text without what only announces its claim, each word in its place; a pronoun of it
        is replaced by what it stands for."""
        return self.stated or self.text

    @property
    def own(self) -> Claim:
        """The claim with its slots' places in the statement."""
        return self.told or self.claim


_SHOUTED = 3  # words: fewer may be names


def _turns_behind(relation: str) -> bool:
    """Whether a verb that turns stands behind a comparative: `better preventing`."""
    first, *rest = relation.split() or [""]
    return is_comparative(first) and any(
        is_turn(word) and not is_comparative(word) for word in rest
    )


@lru_cache(maxsize=256)
def read_stated(text: str, language: Language) -> ClaimReading:
    """The claim of a text, in the words that state it. Each slot is a verbatim quote; a slot that
    is not in the text is None."""
    words = split(spoken(text))
    if not len(words):
        return ClaimReading(text, language, Claim())
    stating = statement(words)
    if (other := restated(words, stating, language)) is not None:
        made = stated_claim(*other.stating(words, stating), language)
        return _as_written(replace(made, text=text), other)
    return replace(stated_claim(words, stating, language), text=text)


def _as_written(made: ClaimReading, read_as: Restated) -> ClaimReading:
    """A reading of a restated text, with its places in the text of the author."""
    claim = made.claim
    for name, slot in claim.items():
        if read_as.doubts(slot):
            claim = claim.with_slot(name, replace(slot, sure=False))
    made = replace(made, claim=claim)
    for name, slot in claim.items():
        spot = None if slot.start is None else read_as.origin(slot.start, slot.end or 0)
        start, end = spot or (None, None)
        words = slot.text if spot is None else made.text[slice(*spot)]  # with its capital
        claim = claim.with_slot(name, replace(slot, text=words, start=start, end=end))
    return replace(made, claim=claim, told=made.claim, stated=made.stated or read_as.text)


def stated_claim(words: Words, stating: range, language: Language) -> ClaimReading:
    """The claim of the words that state it, with what those around them add."""
    text = words.text
    seen = load().read(words)
    stated = cut(words, stating)
    own, by = split(stated.strip()), len(stated) - len(stated.lstrip())
    made = _moved(_read(own, language, seen.among(words, own, by)), by)
    made = replace(made, claim=_with_measured(made.claim))
    stating = _behind_act(words, stating, made.claim)
    stated = cut(words, stating)
    topic = made.claim.exposure.text if made.claim.exposure else ""
    told = _told(made.claim, words, stating)
    further = further_claims(words, stating, told, load(), topic, language)
    made = replace(made, text=text, siblings=(*made.siblings, *further))
    if stated == text:
        return made
    return replace(with_rest(made, words, seen, stating), stated=stated)


def _behind_act(words: Words, stating: range, made: Claim) -> range:
    """What a noun phrase describes, without the act of its author that leads it and belongs to no
    part of the claim: `análise d | o perfil dos turistas`."""
    what = made.outcome
    if what is None or what.start is None or made.exposure is not None or made.relation:
        return stating
    at = next((place for place in stating if words.starts[place] == what.start), stating.start)
    before = range(stating.start, at)
    other_slots = (slot.start for name, slot in made.items() if name != "approach")
    has_other_slot = any(start is not None and start < what.start for start in other_slots)
    tree = parsed(words)
    has_verb = any(tree.tags[place].startswith(FINITE) for place in before)
    top = tree.top(at, at + len(split(what.text)))
    is_its_noun = tree.relations[top] == "nmod" and tree.heads[top] in before
    if has_other_slot or has_verb or not is_its_noun:
        return stating
    has_article = tree.relations[at - 1] == "det" or words.lower[at - 1] in OF_THE
    return range(at - 1 if has_article else at, stating.stop)


def _told(made: Claim, words: Words, stating: range) -> range:
    """The words from the first slot of a claim to its last one; all that state it, where it has no
    slots."""
    spans = [(s.start, s.end) for _, s in made.items() if s.start is not None and s.end is not None]
    own = [
        at for at in stating if any(first <= words.starts[at] < end for first, end in spans)
    ]  # fmt: skip
    return range(own[0], own[-1] + 1) if own else stating


def _moved(made: ClaimReading, by: int) -> ClaimReading:
    """A reading of words that stand further back in their text."""
    claim = made.claim
    for name, slot in claim.items():
        if slot.start is not None and slot.end is not None:
            claim = claim.with_slot(name, replace(slot, start=slot.start + by, end=slot.end + by))
    siblings = (replace(each, start=each.start + by, end=each.end + by) for each in made.siblings)
    return replace(made, claim=claim, siblings=tuple(siblings))


def spoken(text: str) -> str:
    """A text in capitals in small letters."""
    shouts = text.isupper() and len(text) == len(text.lower()) and len(text.split()) > _SHOUTED
    return text.lower() if shouts else text


def with_rest(made: ClaimReading, words: Words, seen: Found, stating: range) -> ClaimReading:
    """A reading with what the words around the claim say of it: doubt, where and when, other
    explanations, a reason, a belief that ends it."""
    text = words.text
    claim = studied_in(with_surroundings(made.claim, load(), words, seen, stating))
    start, end = words.starts[stating.start], words.ends[stating.stop - 1]
    claim = _moderated_behind(claim, text, end)
    aside = [each for each in rivals(text, made.language) if each.end <= start or end <= each.start]
    claim = with_setting(claim, text, made.language, load())
    claim = replace(claim, rivals=(*claim.rivals, *(each.text for each in aside)))
    vetoes = _vetoes(words, list(spans(seen.tags)), _reason(seen.ranked["veto"]))
    vetoes = tuple(each for each in vetoes if not _is_predicted(each, claim, text, made.language))
    if not vetoes:
        claim = _explained(claim, text, made.language)
    return replace(made, claim=claim, vetoes=vetoes)


_STRONGER = lazy_regex(
    rf"(?:[.;]\s{{1,3}}|\n\s{{0,3}})(?:H\d\s?[:.)-]?\s)?(?P<said>{EFFECTS}"
    r" (?:is|was|will be|should be|é|será|deve ser|fica)"
    r" (?:only|just|more|less|\w{3,8}er|só|mais|menos|maior|menor)\b[^.;!?\n]{3,160})",
    re.I,
)


def _moderated_behind(made: Claim, text: str, end: int) -> Claim:
    """The claim with a sentence behind it that says where its effect is stronger: `H2: this effect
    is weaker in girls`."""
    found = _STRONGER.search(text, max(0, end - 1))
    if found is None or made.qualifiers is not None or made.outcome is None:
        return made
    first, stop = found.span("said")
    return made.with_slot("qualifiers", Slot(found["said"].rstrip(), "user", first, stop))


def _read(words: Words, language: Language, seen: Found) -> ClaimReading:
    """The claim of words that all belong to it, from what was read of them in their text."""
    text = words.text
    if (whole := _without_reason(words, language, seen)) is not None:
        return whole
    parts = parts_of(words, language, seen)
    put, found, beside = parts.put, parts.found, parts.beside
    siblings, leftover = parts.siblings, parts.leftover
    made = claim(
        words,
        [*filter(parts.is_offered, put.spans), *([leftover] if leftover else [])],
        cast("Design", seen.classes["design"][0]),
        cast("Direction", seen.classes["direction"][0]),
        parts.is_sure,
    )
    made = _joined_leftover(replace(made, story=parts.is_story), text)
    made = _agreeing(with_lost_side(made, words), words)
    made = _directed(made, words, put.asked, bool(siblings))
    made = with_setting(owned(made, text), text, language, load())
    if put.form is not None:
        made = _formed(made, put.form, text)
    else:
        told = as_description(_foretold(made, text), words, seen.ranked["design"], language)
        doubts = _doubts(seen, made, words) if told is made else ()  # its form says what it is
        made = replace(told, doubts=doubts)
    lost = made.leftover
    if lost is not None and (
        speaks(lost.text, language)
        or _OTHERWISE.search(text, 0, lost.start or 0)
        or any(start <= (lost.start or 0) < end for start, end in asides(text, made, language))
    ):
        made = made.with_slot("leftover", None)
    made = looked_into(studied_in(lived(made, text)), words)
    made = replace(made, rivals=tuple(each.text for each in beside))
    if made.direction in ("increase", "decrease", "difference") and sign(made.relation) == "none":
        made = replace(made, direction="none")
    vetoes = _vetoes(words, found, _reason(seen.ranked["veto"]))
    vetoes = tuple(each for each in vetoes if not _is_predicted(each, made, text, language))
    if not vetoes:
        made = _explained(made, text, language)
    siblings += _asked_besides(words, parts.asked, made, language)
    return ClaimReading(text, language, made, vetoes, tuple(siblings))


def _asked_besides(
    words: Words, asked: Sequence[IndirectQuestion], made: Claim, language: Language
) -> list[Sibling]:
    """What an author asks besides the claim that was read, each as a question of its own."""
    tree, topic = parsed(words), made.exposure.text if made.exposure else ""
    return [
        Sibling(
            as_question(tree, each, topic, language),
            words.starts[each.mark],
            words.ends[each.end - 1],
        )
        for each in asked
        if not is_alternative(tree, each)
    ]


def _formed(made: Claim, form: Form, text: str) -> Claim:
    """A claim with the design and the direction that its form tells."""
    direction = form.direction or made.direction
    if direction in ("none", "unspecified") and form.design == "causal":
        direction = "difference"
    doubts: tuple[Doubt, ...] = ("design",) if form.is_doubtful else ()
    made = replace(made, design=form.design, direction=direction, doubts=doubts)
    who, what = made.unit, made.outcome
    if form.design != "qualitative" or who is None or what is None:
        return made
    first, end, stop = who.start or 0, what.start or 0, what.end or 0
    if end > first and _TELLS.fullmatch(text[who.end : end]):
        made = made.with_slot("unit", replace(who, text=text[first:stop], end=stop))
    return made


# Words that join a relative clause to its antecedent: `nurses | who | retire early`.
_TELLS = lazy_regex(r"\s(?:who|that|que|whose)\s", re.I)


# What follows `or` is the outcome if the claim is false: `or just waste time`.
_OTHERWISE = lazy_regex(r"\b(?:or|ou)\s{1,3}\Z", re.I)


def _without_reason(words: Words, language: Language, seen: Found) -> ClaimReading | None:
    """The reading of a text whose claim is complete without the reason that its author gives; None
    for any other text.

    A belief about the reason, `because they feel proud`, is no part of what is tested: it is kept
    beside the claim. Where the reason is the exposure, `hens lay less because the dog barks`, the
    claim is not complete without it.
    """
    text = words.text
    why = reason(text, language, 0)
    if why is None or any(r.start <= why.start < r.end for r in rivals(text, language)):
        return None
    if _BELIEVED.match(text, why.start):
        return None  # the belief of others is its only support
    blank = " " * (why.end - why.start)
    kept = split(text[: why.start] + blank + text[why.end :])
    if not len(kept):
        return None
    rest = _read(kept, language, _unvetoed(seen, seen.among(words, kept)))
    made = rest.claim
    core = (made.exposure, made.outcome)
    sure = made.comparator is not None or all(s is not None and s.sure for s in core)
    if rest.vetoes or made.design == "unknown" or None in core or not sure:
        return None
    return replace(rest, text=text, claim=replace(made, mechanism=why.text))


def _unvetoed(seen: Found, rest: Found) -> Found:
    """A reading of the words without a reason; a veto that only the reason showed is none."""
    if "B-veto" not in seen.tags or "B-veto" in rest.tags:
        return rest
    shares = dict(rest.ranked["veto"])
    ranked = (("none", 1.0), *((code, 0.0) for code in shares if code != "none"))
    return replace(rest, ranked={**rest.ranked, "veto": ranked})


_AGREES = lazy_regex(
    r"(?:agrees?|match(?:es)?|coincides?|concur|bat(?:e|em)|concorda[m]?|coincide[m]?)\Z", re.I
)


def _agreeing(made: Claim, words: Words) -> Claim:
    """A claim that two measures agree is about what both measure: `the | score | I give matches the
    one she gives`, not about that they match."""
    shown, one = made.outcome, made.exposure
    told = made.relation.split() if shown is None else [shown.text]
    if one is None or one.start is None or not any(map(_AGREES.match, told)):
        return made
    own = words.within(one.start, one.end or 0)
    if not own or made.comparator is None:
        return made
    tree = parsed(words)
    noun = tree.top(own[0], own[-1] + 1)
    if not tree.tags[noun].startswith("N"):
        return made
    start, end = words.starts[noun], words.ends[noun]
    what = Slot(words.text[start:end], "user", start, end, one.sure)
    unit = made.unit if made.unit is None or made.unit.text != what.text else None
    relation = made.relation if shown is None else f"{made.relation} {shown.text}".strip()
    return replace(made, outcome=what, unit=unit, relation=relation, direction="none")


def _with_measured(made: Claim) -> Claim:
    """A comparison that names no outcome is one of what it measures: `half with a visit, half
    without, measuring | their blood sugar`."""
    compared = made.exposure is not None and made.comparator is not None
    if made.outcome is not None or made.measure is None or not compared:
        return made
    return replace(made, outcome=made.measure, measure=None, counted=True)


def _directed(made: Claim, words: Words, asked: bool, siblings: bool) -> Claim:
    """The claim with the direction of its own words, where that of the whole text differs."""
    made = _with_measured(made)
    direction = made.direction
    if direction in ("increase", "decrease"):
        direction = _turned(made, asked, siblings)
    said = sign(made.relation)
    if said != "unspecified" and sum(map(is_comparative, made.relation.split())) > 1:
        direction = said  # `the more ..., the less ...`
    if direction in ("increase", "decrease") and is_either(words.lower):
        direction = "difference"
    if direction == "difference" and _NONE.search(words.text):
        direction = "none"
    if made.comparator is not None and _NOT_AS.search(words.text):
        direction = "decrease"
        if made.design == "equivalence":
            made = replace(made, design="comparative")
    if made.design == "predictive" and direction == "unspecified":
        direction = "difference"  # a predictor does better than chance
    if siblings and made.design == "descriptive" and made.exposure is None:
        direction = sign(made.relation)  # `how often does it rain, and does it differ in May`
    other = made.comparator
    if direction == "none" and other is not None and _DENIED.match(words.text, other.end or 0):
        direction = "increase"  # `on paper it gets handed in. In the app it doesn't`
    return replace(made, direction=direction)


def _turned(made: Claim, asked: bool, siblings: bool) -> Direction:
    """Up or down, by the words of the claim itself."""
    outcome = made.outcome.text if made.outcome else ""
    said = sign(made.relation)
    if _turns_behind(made.relation):
        return said  # `better at preventing`
    if not made.relation and sign(outcome) in ("increase", "decrease"):
        return sign(outcome)  # `underperform | the market`
    if siblings and made.exposure is None and said == "unspecified":
        return said  # `how often does it rain, and is it worse in May`
    if siblings and said in ("increase", "decrease"):
        return said  # the text's direction may belong to the other claim
    if asked and sign(made.relation, outcome) == "unspecified":
        return "difference"  # an earlier sentence went up or down
    return made.direction


# A verb in the future, and a deadline.
_FUTURE = lazy_regex(r"\b(?:will|won't|is going to|are going to|vai|vão|irá|irão)\b", re.I)


def _foretold(made: Claim, text: str) -> Claim:
    """A forecast for a date, without an exposure, is descriptive: `will diesel cost more by
    Christmas`."""
    told = made.comparator is None and made.outcome is not None and made.window is not None
    if not told or not _FUTURE.search(text):
        return made
    named = made.exposure
    if named is not None and (made.unit is not None or " " in named.text):
        return made
    made = replace(made, design="descriptive", direction="unspecified")
    return made if named is None else replace(made, exposure=None, unit=named)


# `do not wake you up as early as`: less, not the same.
_NOT_AS = lazy_regex(
    r"(?:n['’]?t|\bnot)\s(?:[\w']{1,20}\s){0,5}as\s[\w-]{1,20}\s(?:\w{1,20}\s){0,2}as\s"
    r"|\bn[ãa]o\s(?:[\w-]{1,20}\s){1,5}(?:tão\s[\w-]{1,20}|tant[oa]s?)\s(?:[\w-]{1,20}\s){0,2}"
    r"(?:quanto|como)\s",
    re.I,
)


_NONE = lazy_regex(
    r"\b(?:n[ãa]o (?:espero|esperamos|esperaria|vejo|há|existe|haverá|deve haver)|nenhuma"
    r"|(?:do|does|would)(?: not|n['’]t) expect|expect no)\b[^.,;:]{0,40}?"
    r"\b(?:diferença|difference)",
    re.I,
)


_BETTER = frozenset(("better", "melhor", "melhores"))


_DENIED = lazy_regex(r"\s\w{2,6}n['’]?t\s*(?:[.!?…]|\Z)", re.I)


def _joined_leftover(made: Claim, text: str) -> Claim:
    """The claim with an uncertain condition joined to the words next to it: `at least | at home it
    was so`, `in terms of height and the | number of leaves`."""
    lost, doubtful, varies = made.leftover, made.qualifiers, made.exposure
    if lost is not None and varies is not None and _stands_between(varies, lost, text):
        whole = replace(varies, text=text[varies.start : lost.end], end=lost.end)
        return made.with_slot("leftover", None).with_slot("exposure", whole)
    if lost is not None and (joined := _with_own(made, lost, text)) is not None:
        return joined
    if lost is None or doubtful is None or doubtful.sure:
        return made
    ends = [(slot.start or 0, slot.end or 0) for slot in (lost, doubtful)]
    (first, until), (start, end) = sorted(ends)
    if text[until:start].strip():
        return made
    whole = Slot(text[first:end], "user", first, end, sure=False)
    return made.with_slot("qualifiers", None).with_slot("leftover", whole)


def _with_own(made: Claim, lost: Slot, text: str) -> Claim | None:
    """The claim with unassigned words that belong to a noun of the slot before them: `a fault in
    the pumps | , such as worn seals`."""
    tree = parsed(split(text))
    starts = tree.words.starts
    own = [at for at, start in enumerate(starts) if (lost.start or 0) <= start < (lost.end or 0)]
    top = tree.top(own[0], own[-1] + 1) if own else 0
    if not own or tree.relations[top] not in _OF_NOUN or tree.words.lower[own[0]] in WHERE:
        return None  # where something is so may be a condition
    for name in _CORE_SLOTS:
        slot = made.slot(name)
        if slot is None or slot.start is None or slot.end is None or not slot.sure:
            continue
        inside = slot.start <= starts[tree.heads[top]] < slot.end
        if inside and text[slot.end : lost.start].strip() in ("", ","):
            whole = replace(slot, text=text[slot.start : lost.end], end=lost.end)
            return made.with_slot("leftover", None).with_slot(name, whole)
    return None


_OF_NOUN = ("nmod", "appos", "acl", "acl:relcl")


_CORE_SLOTS: tuple[SlotName, ...] = ("exposure", "outcome")


def _stands_between(varies: Slot, lost: Slot, text: str) -> bool:
    """Whether unassigned words belong to the first of two things that are related: `a link between
    sales | in kiosks | and rain`."""
    start, end = varies.start or 0, varies.end or 0
    before, gap = _BETWEEN.search(text, 0, start), text[end : lost.start]
    return bool(before and gap.isspace() and _AND.match(text, lost.end or 0))


_BETWEEN = lazy_regex(r"\b(?:between|entre)\s{1,3}(?:(?:the|an?|[oa]s?)\s{1,3})?\Z", re.I)


_AND = lazy_regex(r"\s{1,3}(?:and|e)\s", re.I)


def _explained(made: Claim, text: str, language: Language) -> Claim:
    """The claim with its author's reason to believe it, where no slot holds those words."""
    own = [slot for name, slot in made.items() if name != "leftover" and slot.end is not None]
    if made.exposure is None or made.outcome is None:
        return made
    why = reason(text, language, max((slot.end or 0 for slot in own), default=0))
    if why is None or any(why.text in other for other in made.rivals):
        return made  # `but maybe only because they pick richer children`
    lost = made.leftover
    if lost is not None and why.start <= (lost.start or 0) < why.end:
        made = made.with_slot("leftover", None)
    return replace(made, mechanism=why.text)


# The least probabilities at which designs and directions are right 95 times in 100 on claims that
# never trained the reader; designs of the same needs are counted as one.
_LEAST_DESIGN = 0.6


_LEAST_DIRECTION = 0.65


# A veto ends a claim, and few claims deserve one, so that some reason must be likely, or a single
# one. Of claims kept apart that deserve none .4 % are vetoed, .7 % where a veto need only be
# likelier than none.
_LEAST_VETO = 0.8


_LEAST_VETO_OF_ONE = 0.65


_LEAST_ONE = 0.55


def _doubts(seen: Found, made: Claim, words: Words) -> tuple[Doubt, ...]:
    """Design and direction, where they were read but may be wrong."""
    doubts: list[Doubt] = []
    designs, directions = dict(seen.ranked["design"]), dict(seen.ranked["direction"])
    needs = NEEDS[made.design]
    alike = sum(share for name, share in designs.items() if NEEDS[cast("Design", name)] == needs)
    if made.design != "unknown" and alike < _LEAST_DESIGN:
        doubts.append("design")
    unsure = directions[made.direction] < _LEAST_DIRECTION
    outcome = made.outcome.text if made.outcome else ""
    said = sign(made.relation, outcome) if made.relation else sign(outcome)
    told = is_either(words.lower) or _NOT_AS.search(words.text) is not None
    told |= made.design == "predictive" and made.direction == "difference"
    told |= made.direction == "increase" and not _BETTER.isdisjoint(made.relation.lower().split())
    if unsure and made.direction not in ("unspecified", said) and not told:
        doubts.append("direction")
    return tuple(doubts)


def _reason(ranked: Sequence[tuple[str, float]]) -> str:
    """The likeliest reason for a veto, where one of all reasons is likely; vagueness gives way to a
    reason that is nearly as likely."""
    shares = dict(ranked)
    likely = 1 - shares.pop("none")
    alone = shares[next(iter(shares))] >= _LEAST_ONE and "popular_belief" not in list(shares)[:1]
    if likely < (_LEAST_VETO_OF_ONE if alone else _LEAST_VETO):
        return "none"
    (first, share), (second, other), *_ = shares.items()
    return second if first == "vagueness" and 2 * other >= share else first


def _vetoes(words: Words, found: list[Span], code: str) -> tuple[FoundVeto, ...]:
    if code == "none":
        return ()
    quotes = [words.quote(span.first, span.end) for span in _joined(found) if span.tag == "veto"]
    quote = max(quotes, key=len) if quotes else words.text.strip()
    reasons = _BELIEVED.finditer(words.text)
    if any(quote.startswith(reason["who"]) or reason[0] in quote for reason in reasons):
        code = "popular_belief"
    return (FoundVeto(code, quote),)


def _is_predicted(veto: FoundVeto, made: Claim, text: str, language: Language) -> bool:
    """Whether what looks like a veto belongs to a prediction: `pupils should read faster after`.

    A tautology repeats half of the claim; a quote that holds neither half is none. Where two sides
    are compared, no single word makes the claim unfalsifiable. Hearsay is no claim of proof if the
    author asks whether it is true.
    """
    if veto.code == "vagueness" and _is_about_something(made):
        return True
    if made.exposure is None or made.outcome is None:
        return False
    if veto.code == "popular_belief" and _IN_DOUBT.search(text):
        return True
    compared = made.comparator is not None and not _BELIEVED.search(text)
    if veto.code == "popular_belief" and compared and speaks(veto.quote, language):
        return True  # what its author saw: `in 20 years I never saw it fail`
    if veto.code == "tautology" and made.rivals:
        return True  # another explanation is no repetition of the claim
    quote = split(veto.quote).lower
    if veto.code in ("unfalsifiable", "tautology") and veto.quote == text.strip():
        compares = any(map(is_comparative, made.relation.split()))
        return compares and (veto.code == "tautology" or not made.doubts)
    if veto.code == "value_judgement":
        turned = made.direction in ("increase", "decrease")
        return turned and len(quote) == 1 and any(map(is_comparative, made.relation.split()))
    said = {w[:_STEM] for _, slot in made.items() for w in split(slot.text).lower}
    content = {word[:_STEM] for word in quote if len(word) > _SHORT}
    return veto.code == "tautology" and not content & said


def _is_about_something(made: Claim) -> bool:
    """Whether a text names a subject without a claim: `something about sleep and teens`."""
    named = [slot for _, slot in made.items() if not is_placeholder(slot.text)]
    return made.design == "unknown" and bool(named) and not made.placeholders


_SHORT = 3  # letters of an article


_STEM = 5  # letters that forms of a word share: `bilingual`, `bilinguals`


# A belief of others that is questioned, denied or untested: no reason to believe the claim.
_IN_DOUBT = lazy_regex(
    r"\b(?:is (?:it|this|that) (?:really )?(?:true|so)|is there any truth|true or (?:not|false)"
    r"|(?:like|want|love|curious) to (?:know|find out|see) (?:if|whether)"
    r"|(?:al)?though (?:every\w*|most|all|many|people|my|our)"
    r"|(?:nobody|no one|none of \w+)(?: \w+){0,2} (?:ever |really )?"
    r"(?:believes?|checked|counted|tested|measured|looked|showed|shown|proved|proven)"
    r"|sa(?:y|ys|id) the (?:opposite|contrary|reverse)|whatever (?:the|my|our|people|every\w*)"
    r"|(?:isso )?é (?:mesmo )?verdade|será(?: que| verdade| mesmo)?|procede"
    r"|(?:quer(?:o|ia)|gostaria de) (?:saber|ver|descobrir) se|(?:embora|ainda que|mesmo que) tod"
    r"|(?:ningu[eé]m|nunca)(?: \w+){0,2} "
    r"(?:acredita|conferiu|contou|testou|mediu|checou|olhou|verificou|mostrou|provou)"
    r"|(?:diz|dizem) o (?:oposto|contrário|inverso))\b", re.I)  # fmt: skip


# People who use, say or believe it, given as the reason: `because my whole family uses it`.
_BELIEVED = lazy_regex(
    r"\b(?:because|since|as|porque|pois|já que) (?P<who>"
    r"(?:everyone|everybody|(?:(?:so )?many |most |all |a lot of |some )?(?:people|folks)"
    r"|(?:all |half )?(?:my|our|the)(?: \w{1,20}){0,2} (?:family|friends?|neighbou?rs?|mother"
    r"|father|mum|mom|dad|grand\w{2,9}|aunts?|uncles?|relatives|village|town)"
    r"|muita gente|a gente|as pessoas|o povo"
    r"|tod[ao]s? (?:a |o |as |os )?(?:minhas? |meus? )?\w{2,20}"
    r"|(?:a |o |as |os )?(?:minhas?|meus?|nossas?|nossos?) \w{2,20})"
    r"(?: \w{1,20}){0,3}? (?:use|take|say|said|swear|know|believe|think|recommend|us[ao]|tom[ao]"
    r"|diz|disse|fal[ao]|jur[ao]|sab|acredit|ach[ao]|recomend))",
    re.I,
)


def _joined(found: Sequence[Span]) -> list[Span]:
    """Adjacent spans of one tag joined into one."""
    made: list[Span] = []
    for span in found:
        last = made[-1] if made else None
        if last is not None and last.tag == span.tag == "veto" and last.end == span.first:
            made[-1] = Span(span.tag, last.first, span.end)
        else:
            made.append(span)
    return made
