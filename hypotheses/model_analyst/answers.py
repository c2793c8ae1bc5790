"""What a model is asked to answer with, and which of its quotes stand in the text.

Lengths and words are checked here: no server is strict about the same part of a schema.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import Field

from config.llm import figures, texts
from config.llm.answers import StrictAnswer
from config.llm.figures import given
from config.llm.texts import text_fault, written
from config.text.language import detect
from config.text.lazy_regex import lazy_regex
from config.text.tokens import SLOT
from hypotheses.analyst.messages import Messages, messages_for
from hypotheses.domain.claim import (
    ASPECT_OF,
    Claim,
    CoreSlot,
    Design,
    Direction,
    SlotName,
    is_placeholder,
)
from hypotheses.domain.types import COVERED, Aspect, Kind

AskedSlot = Literal["population", CoreSlot, "direction"]
"""What can be asked of the author: unit and bound in one."""
FitPart = Literal["unit", "bound", CoreSlot, "design"]


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

__all__ = ["given", "language_fault", "text_fault", "words_for", "written"]

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


_AROUND = " \t\n\"'“”‘’«»`.,;:…"
_ALIKE = {"'": "['’‘]", "’": "['’‘]", "‘": "['’‘]", '"': '["“”]', "“": '["“”]', "”": '["“”]'}
_ALIKE |= dict.fromkeys("-–—‐‑", "[-–—‐‑]")
_SAYS = lazy_regex(r"[^\W\d_]{3,}|\d")  # a quote of `a` or `of` would be found anywhere


def places(quote: str, text: str) -> Iterator[tuple[int, int]]:
    """Where a text has some words.

    Blanks and case may differ, nothing else. What is left open in `[to be defined: ...]` is not
    said, so nothing is found there.
    """
    words = unicodedata.normalize("NFC", quote).strip(_AROUND).split()
    if not words:
        return
    blanked = SLOT.sub(lambda slot: "\0" * len(slot.group()), text)
    for found in re.finditer(_pattern(words), blanked, re.IGNORECASE):
        yield found.span()


def locate(quote: str, text: str) -> str | None:
    """The words as the text has them, or None where they are none or too few to show anything."""
    if not _SAYS.search(quote):
        return None
    for start, end in places(quote, text):
        return text[start:end]
    return None


def says(text: str, quote: str) -> bool:
    """Whether a text holds some words."""
    return any(True for _place in places(quote, text))


def _pattern(words: list[str]) -> str:
    pattern = r"\s+".join("".join(_ALIKE.get(c, re.escape(c)) for c in word) for word in words)
    before = r"(?<!\w)" if re.match(r"\w", words[0]) else ""
    after = r"(?!\w)" if re.search(r"\w$", words[-1]) else ""
    return before + pattern + after


CODE = "judged"  # a gap that the model alone sees
VETO = "no_basis"
_PARTIAL: tuple[Aspect, ...] = ("population", "metrics")


class ScorePoint(NamedTuple):
    """A score as it counts, what the model misses where it is below 2, and why a point is void."""

    row: dict[str, Any]
    gap: str
    suggestion: str
    void: str


def scored(
    aspect: Aspect,
    answer: AspectAnswer,
    brief: Mapping[str, Any],
    claim: Claim,
    ours: Mapping[str, Any],
) -> ScorePoint:
    """A score as it counts, as `{aspect, score, evidence, code}`.

    A point rests on words of the version, and a letter is none. Where the model's quote is none
    of its words, no more counts than the built-in analyst found words for.
    """
    language = brief["language"]
    quote = _evidence(aspect, answer.quote, brief["question"]) if answer.score else None
    letters = any(ASPECT_OF[name] == aspect for name in claim.placeholders)
    if answer.score == 0 or (quote is not None and not letters):
        points, evidence, void = answer.score, quote, ""
    else:
        points = min(answer.score, ours["score"] if ours["evidence"] else 0)
        evidence = ours["evidence"] if points else None
        void = _void(aspect, answer.quote, language)
    code = "" if points == COVERED else (ours["code"] if ours["score"] < COVERED else CODE)
    row = {"aspect": aspect, "score": points, "evidence": evidence, "code": code}
    if points == COVERED:
        return ScorePoint(row, "", "", void)
    if answer.score < COVERED:
        return ScorePoint(row, written(answer.gap), written(answer.suggestion), void)
    words = words_for(language)
    return ScorePoint(row, words.text("gaps.void"), words.text("gaps.void_suggestion"), void)


def _evidence(aspect: Aspect, quote: str, version: str) -> str | None:
    """The quoted words as the version has them; the whole of it points at no population or measure.

    Otherwise a model that repeats what it was given would have evidence for anything.
    """
    found = locate(quote, version)
    if found is None or is_placeholder(found):
        return None
    whole = len(found.split()) >= len(SLOT.sub("", version).split())
    return None if whole and aspect in _PARTIAL else found


def _void(aspect: Aspect, quote: str, language: str) -> str:
    name = messages_for(language).text(f"aspects.{aspect}")
    name = name[0].upper() + name[1:]
    key = "notes.void" if quote.strip() else "notes.unquoted"
    return words_for(language).text(key, aspect=name, quote=_short(quote))


def veto_of(answer: TestabilityAnswer, brief: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """The ground for a rejection, if its words are a person's: what we propose vetoes nothing."""
    for text in (brief["original"], brief.get("person_question", "")):
        if quote := locate(answer.basis_quote, text):
            return {"code": VETO, "quote": quote, "reason": written(answer.reason)}, ""
    shown = _short(answer.basis_quote)
    return {}, words_for(brief["language"]).text("notes.void_veto", quote=shown)


_SHOWN = 200
"""Characters of a quote that a note repeats."""


def _short(text: str) -> str:
    text = written(text)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


# Numbers in what a model writes, open slots of a version respected.


strike = partial(figures.strike, slot=SLOT)
