"""What a model is asked to answer with. Lengths and words are checked apart: no server is strict
about the same part of a schema.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field

from config.llm import texts
from config.llm.answers import StrictAnswer
from config.llm.texts import text_fault, written
from config.text.language import detect
from hypotheses.analyst.messages import Messages
from hypotheses.domain.claim import Design, Direction, SlotName
from hypotheses.domain.types import Kind

AskedSlot = Literal[
    "population",
    "exposure",
    "outcome",
    "comparator",
    "measure",
    "window",
    "margin",
    "qualifiers",
    "approach",
    "direction",
]
"""What can be asked of the author: unit and bound in one."""
FitPart = Literal[
    "unit",
    "bound",
    "exposure",
    "outcome",
    "comparator",
    "measure",
    "window",
    "margin",
    "qualifiers",
    "approach",
    "design",
]


class ReadAnswer(StrictAnswer):
    """The orchestrator's."""

    claim: str = Field(description="the idea's own words that state the relation")
    kind: Kind


class SlotAnswer(StrictAnswer):
    """A slot of a version."""

    slot: SlotName
    text: str = Field(description="copied letter by letter from the question")


class AskAnswer(StrictAnswer):
    """What only the author can say."""

    slot: AskedSlot
    question: str


class DraftAnswer(StrictAnswer):
    """The structurer's: a version and its claim."""

    question: str
    design: Design
    direction: Direction
    slots: list[SlotAnswer]
    asks: list[AskAnswer]


class AspectAnswer(StrictAnswer):
    """The methodologist's on one aspect; evidence first, the score last."""

    quote: str = Field(description="the version's own words that earn the score, or empty")
    gap: str
    suggestion: str
    score: Literal[0, 1, 2]


class TestabilityAnswer(AspectAnswer):
    """With what it says of the idea's scientific basis."""

    __test__ = False  # to pytest its name looks like a test's

    unscientific: bool
    basis_quote: str
    reason: str


class FitAnswer(StrictAnswer):
    """The methodologist's look at the whole: the parts that do not fit each other, or none."""

    parts: list[FitPart]
    gap: str
    question: str
    fits: bool


class DecisionAnswer(StrictAnswer):
    """The forced decision."""

    justification: str
    decision: Literal["approved", "rejected"]


# Our own sentences on what a model said, and whether it wrote as it was asked to.

__all__ = ["language_fault", "text_fault", "words_for", "written"]

_FOLDER = Path(__file__).parent / "messages"


@cache
def words_for(language: str) -> Messages:
    """The sentences of `en` or `pt`."""
    return Messages(language, _FOLDER)


def language_fault(text: str, language: str, original: str) -> str:
    """Whether a text is in another language than asked for; what gives no clue passes.

    Where the idea itself does not read as its language (it was forced), nothing can be told.
    """
    if not texts.reads_as(original, language, detect):
        return ""
    return texts.language_fault(text, language, detect)
