"""A structurer's answer, checked against what the author said: its faults, and the draft made of
it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from config.llm.analyst import AnalystDraft
from config.text.language import tongue
from config.text.tokens import SLOT, split
from hypotheses.analyst import notes, proposals
from hypotheses.analyst.edits import SLOT_NAMES, apply_answers
from hypotheses.analyst.guard import drift
from hypotheses.analyst.guidance import apply_guidance
from hypotheses.analyst.reader import read, read_stated
from hypotheses.analyst.writer import located
from hypotheses.domain.claim import (
    ASPECT_OF,
    CLOSING,
    DESIGNS,
    DIRECTIONS,
    NEEDS,
    Claim,
    Design,
    Direction,
    Slot,
    SlotName,
    from_dict,
    is_placeholder,
)
from hypotheses.domain.types import Aspect, Language, Origin
from hypotheses.model_analyst.answers import (
    DraftAnswer,
    given,
    language_fault,
    places,
    says,
    strike,
    text_fault,
    words_for,
    written,
)

_ROOM = 1_500  # characters that a version may have beyond the idea
# What a first version may rephrase; anything else is a proposal, made later.
_CLAIMED: frozenset[SlotName] = frozenset(("exposure", "outcome", "qualifiers"))
_OPPOSITE = {"increase": "decrease", "decrease": "increase"}


def faults(answer: DraftAnswer, sources: Sources, gaps: Set[str]) -> Iterator[str]:
    """What the model has to correct before its version is accepted. `gaps` are the open slots."""
    yield from _text_faults(answer, sources)
    yield from _origin_faults(answer, sources)
    yield from _claim_faults(answer, sources, gaps)


def _text_faults(answer: DraftAnswer, sources: Sources) -> Iterator[str]:
    """Faults: unreadable, in another language, or without the author's words."""
    words = words_for(sources.language)
    questions = [ask.question for ask in answer.asks]
    limit = len(sources.original) + _ROOM
    yield text_fault("question", answer.question, sources.language, limit)
    for text in questions:
        yield text_fault("asks", text, sources.language)
    for text in (answer.question, " ".join(questions)):
        yield language_fault(text, sources.language, sources.original)
    for what in lost(answer.question, answer.direction, sources):
        yield words.text(f"faults.lost_{what}")
    for _name, slot in sources.fixed:
        if not says(answer.question, slot.text):
            yield words.text("faults.words", words=slot.text)


def _origin_faults(answer: DraftAnswer, sources: Sources) -> Iterator[str]:
    """Proposals where none are allowed."""
    words = words_for(sources.language)
    proposed = _proposed(answer, sources)
    for name in sorted(proposed & sources.declined):
        yield words.text("faults.declined", slot=name)
    if not sources.previous:
        for name in sorted(proposed - _CLAIMED):
            yield words.text("faults.added", slot=name)


def _claim_faults(answer: DraftAnswer, sources: Sources, gaps: Set[str]) -> Iterator[str]:
    """Proposals that do not fit, and gaps that are neither filled nor asked about."""
    words = words_for(sources.language)
    claim = _claim(answer, sources, answer.question)
    for pair in _overlaps(answer):
        yield words.text("faults.overlap", slots=", ".join(pair))
    for misfit in proposals.misfits(claim, sources.language):
        if _proposed(answer, sources) & set(misfit.slots):
            yield words.text("faults.misfit", slots=", ".join(misfit.slots))
    met = {ask.slot for ask in answer.asks}
    for name in sorted(SLOT_NAMES.keys() & gaps - met):
        if not all(map(claim.is_filled, SLOT_NAMES[name])):
            yield words.text("faults.gap", slot=name)


def _proposed(answer: DraftAnswer, sources: Sources) -> set[SlotName]:
    return {
        each.slot for each in answer.slots if sources.origin(each.slot, each.text) not in CLOSING
    }


def drafted(answer: DraftAnswer, sources: Sources) -> AnalystDraft:
    """The version as it is stored: numbers without a source are removed, every slot has its
    origin."""
    words = words_for(sources.language)
    mark = words.text("slots.value")
    question, figures = strike(written(answer.question), sources.figures, mark)
    claim = _claim(answer, sources, question)
    asks = _asks(answer, sources, claim)
    added = []
    if figures:
        claim, hurt = _with_marks(claim, answer, sources, mark)
        value = words.text("asks.value", stretch=_around(question, mark))
        asks |= {name: f"{asks[name]} {value}" if name in asks else value for name in hurt}
        note = words.text("notes.struck", figures=", ".join(figures))
        added.append({"kind": "struck", "text": note})
    unheard = sources.unheard(question, claim)
    return {
        "question": question,
        "claim": located(claim, question).as_dict(),
        "proposals": [],
        "asks": [
            {"slot": name, "aspect": _aspect(name), "question": text} for name, text in asks.items()
        ],
        "notes": [*added, *notes.on_guidance(unheard, sources.language)],
    }


def _aspect(name: str) -> Aspect:
    return "testability" if name == "direction" else ASPECT_OF[SLOT_NAMES[name][0]]


def _asks(answer: DraftAnswer, sources: Sources, claim: Claim) -> dict[str, str]:
    """One question per slot; none for a slot with words."""
    asks: dict[str, str] = {}
    for ask in answer.asks:
        if ask.slot in SLOT_NAMES and all(map(claim.is_filled, SLOT_NAMES[ask.slot])):
            continue
        question = strike(written(ask.question), sources.figures, "…").text
        asks.setdefault(ask.slot, question if question.endswith(("?", ".")) else f"{question}?")
    return asks


def _claim(answer: DraftAnswer, sources: Sources, question: str) -> Claim:
    """The claim of a version, as far as its words bear it out.

    Slots are those that were settled, those the model names, and what else is read in the text:
    what a model puts in without naming it is to be confirmed like the rest.
    """
    own = read_stated(question, sources.language).claim
    direction = _direction(answer, sources, own)
    claim = Claim(
        direction=direction,
        relation=own.relation,
        hedges=own.hedges,
        rivals=own.rivals,
        mechanism=own.mechanism,
    )
    settled = [(name, slot.text) for name, slot in sources.settled.items()]
    fixed = [pair for pair in settled if sources.origin(*pair) in ("confirmed", "guidance")]
    named = [(each.slot, each.text) for each in answer.slots]
    found = [(name, slot.text) for name, slot in own.items()]
    spans: dict[SlotName, tuple[int, int]] = {}
    for name, text in (*fixed, *named, *settled, *found):
        at = next((p for p in places(text, question) if _is_free(name, p, spans)), None)
        if name in spans or at is None or is_placeholder(text):
            continue
        spans[name] = at
        quoted = question[at[0] : at[1]]
        claim = claim.with_slot(name, Slot(quoted, sources.origin(name, quoted)))
    design = _design(answer, sources, own, claim)
    return replace(claim, design=design, counted=_is_counted(claim, own, sources.settled))


def _is_free(
    name: SlotName, place: tuple[int, int], spans: dict[SlotName, tuple[int, int]]
) -> bool:
    """Whether no other slot has the words at a place. A measure may contain the outcome's, and
    more."""
    for other, span in spans.items():
        if place[0] >= span[1] or place[1] <= span[0]:
            continue
        if {name, other} != {"measure", "outcome"} or place == span:
            return False
    return True


def _overlaps(answer: DraftAnswer) -> Iterator[tuple[str, str]]:
    """The slots whose words occur only within each other's."""
    for one, other in combinations(answer.slots, 2):
        if one.slot == other.slot or {one.slot, other.slot} == {"measure", "outcome"}:
            continue
        first, second = (list(places(each.text, answer.question)) for each in (one, other))
        if first and second and all(a[0] < b[1] and b[0] < a[1] for a in first for b in second):
            yield one.slot, other.slot


def _is_counted(claim: Claim, own: Claim, settled: Claim) -> bool:
    """Whether the outcome's words are their own measure, by the text or by the version before."""
    if claim.outcome is None or claim.measure is not None:
        return False
    return any(
        each.counted and each.outcome is not None and says(claim.outcome.text, each.outcome.text)
        for each in (own, settled)
    )


def _direction(answer: DraftAnswer, sources: Sources, own: Claim) -> Direction:
    """The model's direction, if the claim before or the text supports it; else that of the text."""
    before = sources.settled.direction
    if sources.answers.get("direction") in DIRECTIONS:
        return before
    turned = _OPPOSITE.get(before) == own.direction
    consistent = answer.direction in ((own.direction,) if turned else (before, own.direction))
    return answer.direction if consistent else own.direction


def _design(answer: DraftAnswer, sources: Sources, own: Claim, claim: Claim) -> Design:
    """The author's design, if one was given; the model's, if it needs what the author stated. A
    design that needs less would drop a gap together with the author's own words."""
    before = sources.settled.design
    if sources.answers.get("design") in DESIGNS:
        return before
    if answer.design == "unknown":
        return own.design if before == "unknown" else before
    given = {name for name, slot in claim.items() if slot.origin in CLOSING}
    return answer.design if given & {*NEEDS[before]} <= {*NEEDS[answer.design]} else before


def _with_marks(
    claim: Claim, answer: DraftAnswer, sources: Sources, mark: str
) -> tuple[Claim, list[str]]:
    """The claim with the marks that stand for numbers nobody gave, and the slots they are in.

    A number in no slot says how much: the margin. A slot with a mark is open.
    """
    hurt: list[str] = []
    for each in answer.slots:
        struck = strike(each.text, sources.figures, mark)
        if struck.figures:
            claim = claim.with_slot(each.slot, Slot(struck.text, "model"))
            hurt.append("population" if each.slot in ("unit", "bound") else each.slot)
    if not hurt:
        return claim.with_slot("margin", Slot(mark, "model")), ["margin"]
    return claim, list(dict.fromkeys(hurt))


_WORDS_BEFORE, _WORDS_AFTER = 5, 2
"""Words around an open value, enough to find it in its sentence."""


def _around(question: str, mark: str) -> str:
    """The first open value with the words before it."""
    before, _, after = question.partition(mark)
    return " ".join([*before.split()[-_WORDS_BEFORE:], mark, *after.split()[:_WORDS_AFTER]])


def lost(question: str, direction: Direction, sources: Sources) -> list[str]:
    """What of the author's claim a version has lost: `subject`, or the `direction`.

    The subject is lost with both variables, or where none of the author's words is left. One
    variable alone, or a direction that is left open, is for the review to warn of. `direction` is
    the model's word for it, which counts where the text says none of its own.
    """
    version = read_stated(question, sources.language).claim
    if version.direction not in ("increase", "decrease"):
        version = replace(version, direction=direction)
    drifted = drift(sources.idea, version, sources.language)
    turned = "direction" in drifted and version.direction in ("increase", "decrease", "none")
    found = ["direction"] if turned else []
    if {"independent", "dependent"} <= set(drifted) or not _shared(question, sources):
        return ["subject", *found]
    return found


def _shared(question: str, sources: Sources) -> bool:
    """Whether a version holds a meaningful word of the idea, or of an answer."""
    content = _content(" ".join((sources.original, *sources.answers.values())), sources)
    return not content or bool(content & _content(question, sources))


def _content(text: str, sources: Sources) -> set[str]:
    functional = set(split(" ".join(tongue(sources.language).function_words)).folds)
    return {fold for fold in split(text).folds if fold.isalnum() and fold not in functional}


# Sources of a version's words: the author, a reviewer, or the model.


def has_letters(claim: Claim) -> bool:
    """Whether letters stand for a part of a claim: a model could only invent it."""
    texts = [slot.text for _name, slot in claim.items()]
    return any(is_placeholder(text) and not SLOT.search(text) for text in texts)


@dataclass(frozen=True)
class Sources:
    """What a structurer was given, as far as it tells who said what.

    `idea` is the author's claim: the idea as it is read, with the author's answers. `settled` is
    the claim of the version before with answers and guidance put in, and without what the author
    declined. `lost` are parts of the guidance that named no slot. `answers` are words by slot.
    """

    original: str
    language: Language
    previous: str
    guidance: str
    answers: Mapping[str, str]
    declined: frozenset[str]
    idea: Claim
    settled: Claim
    lost: tuple[str, ...]

    @classmethod
    def of(cls, brief: Mapping[str, Any]) -> Sources:
        """The sources in a structurer's input."""
        language: Language = brief["language"]
        idea = read(brief["original"], language).claim
        answers = brief.get("answers") or {}
        answered = {slot for name in answers for slot in SLOT_NAMES.get(name, ())}
        declined = frozenset(
            slot for name in brief.get("declined", ()) for slot in SLOT_NAMES.get(name, ())
        )
        before = from_dict(brief["claim"]) if brief.get("claim") else idea
        guided = apply_guidance(
            apply_answers(before, answers, language), brief.get("guidance", ""), language
        )
        settled = guided.claim
        lost = (*guided.not_understood, *guided.asked.values())  # the model asks for these itself
        for name, slot in list(settled.items()):
            dropped = name in declined and slot.origin not in CLOSING
            if dropped or SLOT.search(slot.text):
                settled = settled.with_slot(name, None)
        return cls(
            original=brief["original"],
            language=language,
            previous=brief.get("previous") or "",
            guidance=brief.get("guidance", ""),
            answers={name: text for name, text in answers.items() if text.strip()},
            declined=declined - answered,
            idea=apply_answers(idea, answers, language),
            settled=settled,
            lost=lost,
        )

    @property
    def figures(self) -> frozenset[str]:
        """The numbers with a source; those of the version before were checked when it was
        written."""
        return given((self.original, self.previous, self.guidance, *self.answers.values()))

    @property
    def fixed(self) -> Iterator[tuple[SlotName, Slot]]:
        """The slots whose words the next version has to hold letter by letter.

        What the author called the two variables may be put in another form of the word; that they
        survive is for the essence guard to tell. Guidance is advice: what is left of it is said.
        """
        for name, slot in self.settled.items():
            bends = slot.origin == "user" and name in ("exposure", "outcome")
            if slot.origin in ("user", "confirmed") and not bends:
                yield name, slot

    def unheard(self, question: str, claim: Claim) -> list[str]:
        """The parts of a reviewer's guidance that a version has not used."""
        edits = [slot.text for _name, slot in self.settled.items() if slot.origin == "guidance"]
        taken = [slot.text for _name, slot in claim.items() if slot.origin == "guidance"]
        return [
            part
            for part in (*(text for text in edits if says(self.guidance, text)), *self.lost)
            if not says(question, part) and not any(says(part, text) for text in taken)
        ]

    def origin(self, name: SlotName, text: str) -> Origin:
        """The origin of the words of a slot."""
        before = self.settled.slot(name)
        known = before is not None and says(before.text, text)
        if known and before is not None and before.origin in CLOSING:
            return before.origin
        if any(
            name in SLOT_NAMES.get(slot, ()) and says(words, text)
            for slot, words in self.answers.items()
        ):
            return "confirmed"
        if says(self.original, text) and not self._is_other(name, text):
            return "user"
        if says(self.guidance, text):
            return "guidance"
        return before.origin if known and before is not None else "model"

    def _is_other(self, name: SlotName, text: str) -> bool:
        """Whether the author's words for another slot are put in as a comparison."""
        return name == "comparator" and any(
            says(slot.text, text) for other, slot in self.idea.items() if other != name
        )
