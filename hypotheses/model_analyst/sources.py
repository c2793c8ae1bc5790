"""Where words of a version may come from: the author, a reviewer, or nobody yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from config.text.tokens import SLOT
from hypotheses.analyst.edits import SLOT_NAMES, apply_answers
from hypotheses.analyst.guidance import apply_guidance
from hypotheses.analyst.reader import read
from hypotheses.domain.claim import (
    CLOSING,
    Claim,
    Slot,
    SlotName,
    from_dict,
    is_placeholder,
)
from hypotheses.domain.types import Language, Origin
from hypotheses.model_analyst.evidence import says
from hypotheses.model_analyst.figures import given


def has_letters(claim: Claim) -> bool:
    """Whether letters stand for a part of a claim: a model could only make it up."""
    held = [slot.text for _name, slot in claim.items()]
    return any(is_placeholder(text) and not SLOT.search(text) for text in held)


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
        """The sources in a structurer's brief."""
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
            answers={name: words for name, words in answers.items() if words.strip()},
            declined=declined - answered,
            idea=apply_answers(idea, answers, language),
            settled=settled,
            lost=lost,
        )

    @property
    def figures(self) -> frozenset[str]:
        """The numbers that somebody gave; what stands in the version before was held to it."""
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
        """What of a reviewer's guidance a version has not taken in."""
        edits = [slot.text for _name, slot in self.settled.items() if slot.origin == "guidance"]
        taken = [slot.text for _name, slot in claim.items() if slot.origin == "guidance"]
        return [
            part
            for part in (*(text for text in edits if says(self.guidance, text)), *self.lost)
            if not says(question, part) and not any(says(part, text) for text in taken)
        ]

    def origin(self, name: SlotName, text: str) -> Origin:
        """Who said the words of a slot."""
        before = self.settled.slot(name)
        known = before is not None and says(before.text, text)
        if known and before is not None and before.origin in CLOSING:
            return before.origin
        if any(
            name in SLOT_NAMES.get(asked, ()) and says(words, text)
            for asked, words in self.answers.items()
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
