"""What models read in the findings: what is asked, what is wrong with it, how it is kept."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from config.llm.answers import StrictAnswer
from config.llm.figures import strike
from config.llm.texts import Prompt, Prompts, language_fault, text_fault, written
from trading.model_analyst.number_check import known

# Our own sentences around what a model read, in the language of the run.

_FOLDER = Path(__file__).parent / "messages"


class ReadingSentences:
    """The sentences of one language; a missing key or variable raises KeyError."""

    def __init__(self, language: str) -> None:
        path = _FOLDER / f"{language}.toml"
        self.tree: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))

    def text(self, path: str, **values: str) -> str:
        """The sentence at a dotted path, filled in."""
        table, _, name = path.partition(".")
        return str(self.tree[table][name]).format(**values)


@cache
def words_for(language: str) -> ReadingSentences:
    """The sentences of `en` or `pt`."""
    return ReadingSentences(language)


# What a model is asked to answer with. Lengths and words are checked apart: no server is strict
# about the same part of a schema.

# Findings have names in small letters, whatever a model makes of them.
Name = Annotated[str, StringConstraints(strip_whitespace=True, to_lower=True)]


class PointAnswer(StrictAnswer):
    """A sentence on a finding."""

    finding: Name = Field(description="the finding's name, exactly as given")
    text: str


class AgentAnswer(StrictAnswer):
    """A research agent's reading of its findings."""

    points: list[PointAnswer]
    caution: str


class SummaryAnswer(StrictAnswer):
    """A synthesizer's, or the leader's."""

    text: str
    caution: str


# What each reader is asked, from its files under trading/prompts.

FOLDER = Path(__file__).parents[2] / "prompts"
PROMPTS = Prompts(FOLDER)
RESEARCHER, SYNTHESIZER, LEADER = AGENTS = ("researcher", "synthesizer", "leader")
Data = dict[str, Any]
Document = Mapping[str, Any]

_WITH_DATA = (
    "name", "status", "value", "unit", "n_obs", "signal", "confidence", "statistic", "p_value",
    "p_adjusted", "significant", "edge", "interpretation",
)  # fmt: skip
_EDGE = ("kind", "significant", "direction", "p_value", "p_adjusted", "break_even_cost")
_EDGES = 6  # the most telling ones


def of_agent(findings: Sequence[Document]) -> Data:
    """What an agent reads: its findings, those without data by name and status alone."""
    return {"findings": [_finding(one) for one in findings]}


def of_domain(sheet: Document, readings: Mapping[str, Document]) -> Data:
    """What a synthesizer reads: the fact sheet, and what the domain's agents read."""
    names = ("coverage", "signal", "confidence", "key_points", "contradictions")
    return {"sheet": {name: sheet[name] for name in names}, "readings": _texts_of(readings)}


def of_all(objective: str, lead: Document, readings: Mapping[str, Document]) -> Data:
    """What the leader reads: what all tests come to, and what the domains' readings say."""
    edges = [{name: edge[name] for name in _EDGE} for edge in lead["edges"][:_EDGES]]
    synthesis = {name: lead[name] for name in ("synthesis", "confidence", "any_significant")}
    return {
        "objective": objective,
        "synthesis": {**synthesis, "edges": edges},
        "readings": _texts_of(readings),
    }


def prompt(name: str, language: str, data: Data, about: str = "") -> Prompt:
    """The prompt `name` on some data; `about` names the agent or the domain it is for."""
    if name == "leader":
        return PROMPTS.render(name, language, data=data)
    kind = "agent" if name == "research_agent" else "domain"
    text = words_for(language).text(f"{kind}s.{about}")
    return PROMPTS.render(name, language, data=data, values={kind: text})


def _finding(one: Document) -> Data:
    if one["status"] not in ("OK", "PROXY"):
        return {name: one[name] for name in ("name", "status", "interpretation")}
    return {name: one[name] for name in _WITH_DATA}


def _texts_of(readings: Mapping[str, Document]) -> Data:
    """The words of each reading that there is."""
    return {
        name: [*(point["text"] for point in one["points"]), *filter(None, [one["text"]]),
               one["caution"]]
        for name, one in readings.items()
        if not one["degraded"]
    }  # fmt: skip


# A reading, held to what the model was given: what is wrong with it, and how it is kept.

CheckedReading = dict[str, Any]
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
    text = " ".join([*(point.text for point in answer.points), answer.caution])
    yield language_fault(text, language)


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
    data: CheckedReading,
    unmasked: Callable[[str], str] = str,
) -> CheckedReading:
    """The reading as it is kept: numbers that the data do not hold are struck, and named."""
    numbers = known(data)
    struck: list[str] = []

    def struck_out(text: str) -> str:
        bare, figures = strike(written(text), numbers, _MARK)
        struck.extend(figures)
        return unmasked(bare)

    points = answer.points if isinstance(answer, AgentAnswer) else []
    reading = empty() | {
        "key": key,
        "judge": judge,
        "points": [{"finding": point.finding, "text": struck_out(point.text)} for point in points],
        "text": struck_out(answer.text) if isinstance(answer, SummaryAnswer) else "",
        "caution": struck_out(answer.caution),  # type: ignore[attr-defined]
        "struck": struck,
    }
    if struck:
        figures = ", ".join(struck)
        note = words_for(language).text("notes.struck", judge=judge, part=part, figures=figures)
        reading["note"] = note
    return reading


def degraded(part: str, language: str) -> CheckedReading:
    """Where a model should have read and could not."""
    note = words_for(language).text("notes.degraded", part=part)
    return empty() | {"degraded": True, "note": note}


def empty() -> CheckedReading:
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
