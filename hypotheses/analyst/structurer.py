"""The built-in structurer: V1 from the author's words, then versions that answer what is open."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from hypotheses.analyst import proposals, writer
from hypotheses.analyst.edits import apply_answers, apply_guidance, framed
from hypotheses.analyst.messages import messages_for
from hypotheses.analyst.proposals import Proposal
from hypotheses.analyst.reader import Reading, read
from hypotheses.analyst.reader.tokens import bare
from hypotheses.domain.claim import ASPECT_OF, Claim, Slot, SlotName
from hypotheses.domain.types import Language

OPEN = re.compile(r" \[(?:to be defined|a definir): [^\]]*\]")
"""What a version of letters leaves open, as its text names it."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A version: its question, its claim, and what may be chosen for the slots it proposes.

    `proposals` are the alternatives of each proposed slot, the one in the question first.
    `not_understood` are parts of a reviewer's guidance that named no slot, `siblings` are further
    claims of the author's sentence, which are none of this version's.
    """

    question: str
    claim: Claim
    proposals: Mapping[SlotName, tuple[Proposal, ...]] = field(default_factory=dict)
    not_understood: tuple[str, ...] = ()
    siblings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Brief:
    """What a further version is made of.

    `claim` is that of the version before, whose text is `previous`. `answers` are the author's
    words by slot (empty: confirmed), `declined` the slots for which the author wants no proposal,
    `guidance` a reviewer's words on what to mend.
    """

    original: str
    language: Language
    previous: str
    claim: Claim
    answers: Mapping[str, str] = field(default_factory=dict)
    declined: frozenset[str] = frozenset()
    guidance: str = ""


def verbatim(text: str, language: Language) -> Draft:
    """The author's words as V1."""
    found = read(text, language)
    return Draft(text, found.claim, siblings=tuple(each.text for each in found.siblings))


def first_version(text: str, language: Language) -> Draft:
    """A vague idea as a question that adds nothing to its words."""
    found = read(text, language)
    claim = found.claim
    source = _source(found)
    question = _own_words(writer.located(claim, source), source, language)
    return Draft(
        question,
        writer.located(claim, question),
        siblings=tuple(each.text for each in found.siblings),
    )


def framed_version(text: str, language: Language, frame: Mapping[str, str | None]) -> Draft:
    """V1 of an idea whose author set its frame: the author's words where they say all of it."""
    found = read(text, language)
    siblings = tuple(each.text for each in found.siblings)
    claim = writer.located(framed(found.claim, frame, language), text)
    if claim.placeholders or _says(found.claim, claim):
        return Draft(text, claim, siblings=siblings)
    source = _source(found)
    claim = framed(writer.located(found.claim, source), frame, language)
    claim = replace(claim, hedges=())  # as in every version that is written
    question = None
    if _is_turned(found.claim, claim):
        claim = replace(claim, relation="")  # its words say the other direction
        question = writer.question(claim, language)
    question = question or _written(claim, source, language)
    return Draft(question, writer.located(claim, question), siblings=siblings)


def _says(found: Claim, claim: Claim) -> bool:
    """Whether the text read as `found` holds the words and the direction of `claim`, too."""
    held = all(slot.start is not None for _, slot in claim.items())
    return held and not _is_turned(found, claim)


def _is_turned(found: Claim, claim: Claim) -> bool:
    """Whether the words that were read say another direction than the claim."""
    told = found.direction != "unspecified" and "direction" not in found.doubts
    return told and found.direction != claim.direction


def _source(found: Reading) -> str:
    """The author's text as one plain claim."""
    further = []
    for each in found.siblings:
        joint = _JOINT.search(found.text, each.start, each.end)  # it leads to what follows
        further.append((each.start, joint.start() if joint else each.end))
    return writer.plain(found.text, found.claim, found.language, further)


_JOINT = re.compile(r"\s(?:of|in|on|for|to|de|d[oa]s?|em|n[oa]s?|para|por)\s*\Z", re.I)


def _is_clause(claim: Claim) -> bool:
    """Whether a relation between two things was read: the words are a clause, not a topic."""
    return bool(claim.exposure and claim.outcome and claim.relation)


def refine(brief: Brief) -> Draft:
    """The next version: answers and guidance taken in, a proposal for each slot that has one."""
    source = _source(read(brief.original, brief.language))
    claim = apply_answers(writer.located(brief.claim, source), brief.answers, brief.language)
    claim, not_understood = apply_guidance(claim, brief.guidance, brief.language)
    claim = _without_declined(claim, brief.declined)
    claim = replace(claim, hedges=())  # a question asserts nothing, so nothing is hedged
    if claim.placeholders:
        question = _named_open(claim, brief)
        return Draft(question, writer.located(claim, question), {}, not_understood)
    offered = proposals.propose(claim, brief.language)
    made = {
        name: offered[name]
        for name in claim.missing
        if offered.get(name) and name not in brief.declined
    }
    for name, ranked in made.items():
        claim = claim.with_slot(name, Slot(ranked[0].text, "suggested"))
    question = _written(claim, source, brief.language)
    return Draft(question, writer.located(claim, question), made, not_understood)


def _named_open(claim: Claim, brief: Brief) -> str:
    """Letters cannot be refined: the version names what is open, the second time more sharply."""
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


def _written(claim: Claim, source: str, language: Language) -> str:
    """One sentence that reads back as this claim.

    Where none does: the author's sentence with the rest listed; or, where a person put other words
    in the place of the author's, the sentence made from the frame, which holds them.
    """
    own = writer.reworded(claim, language, source)
    if own is not None and own.endswith("?"):
        return own
    sentence = writer.question(claim, language, source)
    spoken = writer.is_spoken(source, claim, language)
    if sentence and (spoken or reads_back(claim, sentence, language) or _replaced(claim, source)):
        return sentence
    return writer.listing(claim, _own_words(claim, source, language), language)


def _own_words(claim: Claim, source: str, language: Language) -> str:
    """The author's sentence as a question; of what a speaker wants to study, what that is."""
    sentence = _claiming(claim, source)
    if writer.is_spoken(source, claim, language):
        sentence = _without_speaker(claim, sentence)
    named = bool(claim.relation) and sentence.startswith(claim.relation)  # `the link between`
    return writer.extent(sentence, language, clause=_is_clause(claim) and not named)


def _without_speaker(claim: Claim, sentence: str) -> str:
    """`the link between pay and absences`, without who wants to study it; a question whole."""
    quotes = [claim.relation, *(slot.text for _, slot in claim.items())]
    starts = [at for quote in quotes if quote and (at := sentence.find(quote)) >= 0]
    start = min(starts, default=0)
    until = len(sentence) if writer.is_aim(sentence) else start  # `to find out what X does`
    words = [word.start() for word in re.finditer(r"\S+", sentence[:until])]
    asks = (at for at in words if writer.is_asking(sentence[at:]) and not _VERB.match(sentence, at))
    return sentence[next(asks, start) :]


_VERB = re.compile(r"(?:does|do|is|are|can)\b", re.I)


def _claiming(claim: Claim, source: str) -> str:
    """The sentence of the source that holds most of the claim."""
    sentences = list(re.finditer(r"\S.*?(?:[.!?](?=\s)|\n|$)", source))
    starts = [slot.start for _, slot in claim.items() if slot.start is not None]

    def held(sentence: re.Match[str]) -> int:
        return sum(sentence.start() <= start < sentence.end() for start in starts)

    best = max(sentences, key=held, default=None)
    return best.group().strip() if best is not None and held(best) else source


def _replaced(claim: Claim, source: str) -> bool:
    """Whether words of the source were replaced: its sentence no longer says the claim."""
    found = (slot for _, slot in claim.items() if slot.start is not None)
    return any(source[slot.start : slot.end] != slot.text for slot in found)


def reads_back(claim: Claim, sentence: str, language: Language) -> bool:
    """Whether a sentence is read as the claim that it was written from.

    Direction, exposure and outcome must come back as they are, and the design, but for causal and
    comparative, which a comparison within the sentence brings together; the words of every other
    slot under the same aspect, as where a bound ends and a unit begins is a matter of taste.
    """
    found = read(sentence, language).claim
    near = found.design == claim.design or {found.design, claim.design} == _CONTRASTS
    if not near or found.direction != claim.direction:
        return False
    for name, slot in claim.items():
        if name == "leftover":
            continue
        wanted = _content(slot.text)
        if name in ("exposure", "outcome"):
            back = found.slot(name)
            if back is None or _content(back.text) != wanted:
                return False
        elif not wanted <= _aspect_content(found, name):
            return False
    return True


_CONTRASTS = {"causal", "comparative"}


def _aspect_content(claim: Claim, name: SlotName) -> set[str]:
    near = [slot for other, slot in claim.items() if ASPECT_OF[other] == ASPECT_OF[name]]
    if name == "measure" and claim.outcome is not None:
        near.append(claim.outcome)  # a counted outcome is its own measure
    return {word for slot in near for word in _content(slot.text)}


_LINKS = frozenset(
    """a an the of in on at by to for from with and or than as per who which that whose is are
    o os as um uma uns umas de do da dos das em no na nos nas por pelo pela pelos pelas ao aos com
    e ou que quem entre sao""".split()
)


def _content(words: str) -> set[str]:
    """The words that say something, without accents and capitals."""
    found = (bare(word) for word in re.findall(r"[^\W_]+", words.lower()))
    return {word for word in found if word not in _LINKS}
