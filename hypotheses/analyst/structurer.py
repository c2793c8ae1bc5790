"""The built-in structurer: V1 from the author's words, then versions that resolve what is open."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst import proposals, writer
from hypotheses.analyst.edits import apply_answers, framed
from hypotheses.analyst.guidance import apply_guidance
from hypotheses.analyst.messages import messages_for
from hypotheses.analyst.proposals import RankedProposal
from hypotheses.analyst.reader import ClaimReading, read, read_stated
from hypotheses.analyst.reader.siblings import is_whole
from hypotheses.domain.claim import Claim, Slot, SlotName
from hypotheses.domain.types import Language

OPEN = lazy_regex(r" \[(?:to be defined|a definir): [^\]]*\]")
"""What a version of letters leaves open, as its text names it."""


@dataclass(frozen=True, slots=True)
class VersionDraft:
    """A version: its question, its claim, and the choices for the slots that it proposes.

    `proposals` are the alternatives of each proposed slot, the one in the question first. `asked`
    is what a reviewer asks the author, by slot; `not_understood` are parts of a reviewer's guidance
    that named no slot, `siblings` are further claims of the author's sentence that are no part of
    this version.
    """

    question: str
    claim: Claim
    proposals: Mapping[SlotName, tuple[RankedProposal, ...]] = field(default_factory=dict)
    not_understood: tuple[str, ...] = ()
    siblings: tuple[str, ...] = ()
    asked: Mapping[SlotName, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Brief:
    """What a further version is made from.

    `claim` is that of the version before, whose text is `previous`. `answers` are the author's
    words by slot (empty: confirmed), `declined` the slots for which the author wants no proposal,
    `guidance` a reviewer's words on what to correct.
    """

    original: str
    language: Language
    previous: str
    claim: Claim
    answers: Mapping[str, str] = field(default_factory=dict)
    declined: frozenset[str] = frozenset()
    guidance: str = ""


def verbatim(text: str, language: Language) -> VersionDraft:
    """The author's words as V1. Where they announce a study, `the purpose of this study is to
    examine how ...`, V1 is its question, if that keeps every part."""
    found = read(text, language)
    announced = read_stated(text, language).stated
    if announced and announced.strip() != text.strip():
        draft = first_version(text, language)
        if draft.question.endswith("?") and _parts(draft.claim) == _parts(found.claim):
            return draft
    return VersionDraft(text, found.claim, siblings=_offered(found))


def _parts(claim: Claim) -> set[str]:
    """The names of the parts that a claim has."""
    return {name for name, _slot in claim.items()}


def _offered(found: ClaimReading) -> tuple[str, ...]:
    """The further claims that are sentences by themselves."""
    return tuple(each.text for each in found.siblings if is_whole(each.text))


def first_version(text: str, language: Language) -> VersionDraft:
    """A vague idea as a question that adds nothing to its words."""
    found = read(text, language)
    source, claim = focused(found)
    question = _written(replace(claim, hedges=()), source, language, found.statement)
    return VersionDraft(
        question,
        _placed(claim, question, text),
        siblings=_offered(found),
    )


def framed_version(text: str, language: Language, frame: Mapping[str, str | None]) -> VersionDraft:
    """V1 of an idea for which the author set the frame: the author's words where they say all of
    it."""
    found = read(text, language)
    siblings = _offered(found)
    claim = writer.located(framed(found.claim, frame, language), text)
    if claim.placeholders or _says(found.claim, claim):
        return VersionDraft(text, claim, siblings=siblings)
    source, claim = focused(found)
    claim = framed(claim, frame, language)
    claim = replace(claim, hedges=())  # as in every version that is written
    question = None
    if _is_turned(found.claim, claim):
        claim = replace(claim, relation="")  # its words say the other direction
        question = writer.question(claim, language)
    question = question or _written(claim, source, language, found.statement)
    return VersionDraft(question, _placed(claim, question, text), siblings=siblings)


def _says(found: Claim, claim: Claim) -> bool:
    """Whether the text read as `found` also holds the words and the direction of `claim`."""
    held = all(slot.start is not None for _, slot in claim.items())
    return held and not _is_turned(found, claim)


def _is_turned(found: Claim, claim: Claim) -> bool:
    """Whether the words that were read say another direction than the claim."""
    told = found.direction != "unspecified" and "direction" not in found.doubts
    return told and found.direction != claim.direction


@lru_cache(maxsize=64)
def focused(found: ClaimReading) -> tuple[str, Claim]:
    """The clause of the author's text that states the claim, and the claim within it."""
    if found.is_put:
        return found.statement, found.own
    further = []
    for each in found.siblings:
        joint = _JOINT.search(found.statement, each.start, each.end)  # it leads to what follows
        further.append((each.start, joint.start() if joint else each.end))
    return writer.focused(found.statement, found.own, found.language, further)


_JOINT = lazy_regex(r"\s(?:of|in|on|for|to|de|d[oa]s?|em|n[oa]s?|para|por)\s*\Z", re.I)


def refine(brief: Brief) -> VersionDraft:
    """The next version: with answers and guidance, and a proposal for each slot that has one."""
    found = read(brief.original, brief.language)
    source, own = focused(found)
    held = writer.located(_with_lost(brief, found.claim), brief.original)
    claim = writer.without_scraps(held, brief.original, brief.language)
    claim = proposals.without_other_clauses(claim, brief.original)
    claim = proposals.with_conditions(claim, brief.original)
    claim = _with_articles(_widened(writer.located(claim, source), found.claim, own), own)
    claim = proposals.with_eligibility(claim, brief.language, source)
    if claim.bound is not None and not claim.is_doubted("bound"):
        claim = claim.with_slot("bound", replace(claim.bound, sure=True))
    claim = apply_answers(claim, brief.answers, brief.language)
    guided = apply_guidance(claim, brief.guidance, brief.language)
    asked, lost = guided.asked, guided.not_understood
    claim = _without_declined(guided.claim, brief.declined)
    claim = replace(claim, hedges=())  # a question asserts nothing, so nothing is hedged
    if claim.placeholders:
        question = _named_open(claim, brief)
        return VersionDraft(question, writer.located(claim, question), {}, lost, asked=asked)
    offered = proposals.offered(claim, brief.language, source, brief.original)
    made = {
        name: offered[name]
        for name in claim.missing
        if offered.get(name) and name not in brief.declined and name not in asked
    }
    for name, ranked in made.items():
        claim = claim.with_slot(name, Slot(ranked[0].text, "suggested"))
    claim = writer.located(claim, source)  # what the sentence already says is not added to it
    question = _written(claim, source, brief.language, found.statement)
    return VersionDraft(question, _placed(claim, question, brief.original), made, lost, asked=asked)


def _with_lost(brief: Brief, read_there: Claim) -> Claim:
    """The claim of the version before with the words that no slot holds, which that version may
    have kept in their place: the next one may not."""
    claim, lost = brief.claim, read_there.leftover
    if lost is None or claim.leftover is not None:
        return claim
    condition = claim.qualifiers
    settled = condition is not None and condition.origin in ("confirmed", "guidance")
    if settled or any(lost.text in slot.text for _, slot in claim.items()):
        return claim
    return claim.with_slot("leftover", lost)


def _placed(claim: Claim, question: str, original: str) -> Claim:
    """The claim within its version. Words that no slot holds are not lost where they stand in it,
    unless they are a clause about something else."""
    lost = claim.leftover
    claim = writer.located(claim, question)
    stands = claim.leftover is not None and claim.leftover.start is not None
    if not stands or proposals.is_further_clause(lost, original):
        return claim
    return claim.with_slot("leftover", None)


def _widened(claim: Claim, read_there: Claim, own: Claim) -> Claim:
    """Slots in the form that the claim's clause gives them, where nobody changed what was read: `we
    moved the desks`, for `the desks`."""
    for name, slot in own.items():
        held, was = claim.slot(name), read_there.slot(name)
        if held is None or was is None or held.text != was.text:
            continue
        if slot.start is not None and held.text != slot.text:
            claim = claim.with_slot(name, slot)
    varies = claim.exposure.text if claim.exposure is not None else ""
    for name in _OF_EVENT:
        held = claim.slot(name)
        opening = " ".join(held.text.split()[:_FIRST]) if held is not None else ""
        if opening and opening in varies:
            claim = claim.with_slot(name, None)  # `since we moved the desks | in June`
    return claim


_FIRST = 3  # words of a condition that repeats the event
_OF_EVENT: tuple[SlotName, ...] = ("window", "qualifiers")


_STEM = 3  # letters that a verb shares with its other forms


def _with_articles(claim: Claim, own: Claim) -> Claim:
    """Slots from other sentences with the article that preceded them there.

    A verb after a hedge (`parece faltar`) takes the form that it has without the hedge.
    """
    for name, slot in own.items():
        held = claim.slot(name)
        if held is None or held.start is not None:
            continue
        stem = held.text[:_STEM].lower()
        if slot.start is not None and slot.text[:_STEM].lower() == stem:
            claim = claim.with_slot(name, slot)
        elif slot.text.endswith(f" {held.text}"):
            claim = claim.with_slot(name, replace(held, text=slot.text))
    return claim


def is_yet_to_be_put(original: str, question: str, language: Language) -> bool:
    """Whether a version is still the author's own text, and a better question can be made of it.

    It is no question (`I'd like to know`), lacks its mark, or stands among other sentences.
    """
    if question != original:
        return False
    found = read(original, language)
    related = found.claim.exposure is not None or found.claim.design in _UNRELATED
    if found.claim.outcome is None or not related:
        return False
    made = refine(Brief(original, language, original, found.claim)).question
    unmarked = not original.rstrip().endswith("?")
    return made.endswith("?") and (unmarked or len(made) < len(original)) and made != original


_UNRELATED = ("descriptive", "qualitative")


def stands_among_others(original: str, question: str, language: Language) -> bool:
    """Whether a version is a story, asks something else as well, or is a question without its mark,
    and can be rewritten as one question."""
    story = (
        bool(read(original, language).siblings)
        or re.search(r"[.!?…\n]\s+\w", original.strip()) is not None
    )
    asks = writer.is_question(original) or _WHETHER.match(original.lstrip()) is not None
    unmarked = asks and not original.rstrip().endswith("?")
    return (story or unmarked) and is_yet_to_be_put(original, question, language)


_WHETHER = lazy_regex(r"whether\b", re.I)


def _named_open(claim: Claim, brief: Brief) -> str:
    """Placeholder letters cannot be refined: the version names what is open, the second time more
    precisely."""
    words = messages_for(brief.language)
    slots = dict.fromkeys((*claim.placeholders, *claim.missing))
    if "unit" in slots:
        slots.pop("bound", None)  # the population is asked for once
    names = "; ".join(words.text(f"slots.{slot}") for slot in slots)
    bare = OPEN.sub("", brief.previous)
    key = "question.open" if bare == brief.previous else "question.open_again"
    mark = words.text(key, slots=names)
    return f"{bare[:-1]}{mark}{bare[-1]}" if bare.endswith(("?", ".")) else f"{bare}{mark}"


def _without_declined(claim: Claim, declined: frozenset[str]) -> Claim:
    for name, slot in list(claim.items()):
        if name in declined and (slot.origin in ("suggested", "model") or name == "leftover"):
            claim = claim.with_slot(name, None)
    return claim


def _written(claim: Claim, source: str, language: Language, whole: str) -> str:
    """One question: the author's clause with what was added, or one made from the frame.

    Where neither is sound, the author's words with the rest listed. Where exposure or outcome is
    uncertain, only the `whole` text of the author: which part of it is the claim is uncertain, too.
    """
    sentence = writer.question(claim, language, source)
    if sentence is not None:
        return sentence
    if claim.is_doubted_at_core:
        named = claim.design == "unknown" and writer.is_subject(source)
        return writer.extent(source, language) if named else writer.echo(whole, language)
    changed = writer.what_changed(claim, source, language)
    if changed is not None:
        return writer.listing(claim, changed, language)
    topic = claim.population if claim.exposure is None and claim.outcome is None else None
    words = topic.text if topic is not None else source
    acts = claim.exposure is not None and bool(claim.outcome or claim.relation)
    own = writer.extent(words, language, clause=acts)
    return writer.listing(claim, own, language)
