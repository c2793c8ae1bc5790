"""A reading, held to what the model was given: what is wrong with it, and how it is kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from config.llm.answers import StrictAnswer
from config.llm.figures import strike
from config.llm.texts import language_fault, text_fault, written
from trading.model_analyst.figures import known
from trading.model_analyst.reading.answers import AgentAnswer, SummaryAnswer
from trading.model_analyst.reading.sentences import words_for

Document = dict[str, Any]
MOST_POINTS = 8
_SENTENCE = 500  # characters
_SUMMARY = 1_500
_MARK = "…"


def agent_faults(answer: AgentAnswer, language: str, names: Sequence[str]) -> Iterator[str]:
    """What is wrong with an agent's reading."""
    words = words_for(language)
    if not answer.points:
        yield words.text("faults.no_points")
    if len(answer.points) > MOST_POINTS:
        yield words.text("faults.many", most=str(MOST_POINTS))
    for name, times in Counter(point.finding for point in answer.points).items():
        if name not in names:
            yield words.text("faults.unknown", finding=written(name)[:80], names=", ".join(names))
        elif times > 1:
            yield words.text("faults.twice", finding=name)
    for point in answer.points:
        yield text_fault(point.finding[:80] or "finding", point.text, language, _SENTENCE)
    yield text_fault("caution", answer.caution, language, _SENTENCE)
    said = " ".join([*(point.text for point in answer.points), answer.caution])
    yield language_fault(said, language)


def summary_faults(answer: SummaryAnswer, language: str) -> Iterator[str]:
    """What is wrong with a synthesizer's or the leader's reading."""
    yield text_fault("text", answer.text, language, _SUMMARY)
    yield text_fault("caution", answer.caution, language, _SENTENCE)
    yield language_fault(f"{answer.text} {answer.caution}", language)


def kept(
    answer: StrictAnswer,
    *,
    key: str,
    judge: str,
    part: str,
    language: str,
    data: Document,
    unmasked: Callable[[str], str] = str,
) -> Document:
    """The reading as it is kept: numbers that the data do not hold are struck, and named."""
    numbers = known(data)
    struck: list[str] = []

    def held(text: str) -> str:
        bare, figures = strike(written(text), numbers, _MARK)
        struck.extend(figures)
        return unmasked(bare)

    points = answer.points if isinstance(answer, AgentAnswer) else []
    reading = empty() | {
        "key": key,
        "judge": judge,
        "points": [{"finding": point.finding, "text": held(point.text)} for point in points],
        "text": held(answer.text) if isinstance(answer, SummaryAnswer) else "",
        "caution": held(answer.caution),  # type: ignore[attr-defined]
        "struck": struck,
    }
    if struck:
        figures = ", ".join(struck)
        note = words_for(language).text("notes.struck", judge=judge, part=part, figures=figures)
        reading["note"] = note
    return reading


def degraded(part: str, language: str) -> Document:
    """Where a model should have read and could not."""
    note = words_for(language).text("notes.degraded", part=part)
    return empty() | {"degraded": True, "note": note}


def empty() -> Document:
    """A reading in which nothing stands yet."""
    return {
        "key": "",
        "judge": "",
        "points": [],
        "text": "",
        "caution": "",
        "struck": [],
        "note": "",
        "degraded": False,
        "carried": False,
    }
