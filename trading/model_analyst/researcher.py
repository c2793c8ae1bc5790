"""The swarm with language models beside it: they read its findings and change none."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple, Protocol

from pydantic import Field, StringConstraints

from config.llm.answers import StrictAnswer
from config.llm.asker import AgentAsker, AgentQuestion, ModelFailed, judge_name
from config.llm.figures import strike
from config.llm.texts import Prompt, Prompts, language_fault, text_fault, written
from trading.model_analyst.mask import Masking, is_of_money
from trading.model_analyst.number_check import known, shown
from trading.research.types import WITH_DATA

# Our own sentences around a model's reading, in the run's language.

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
def sentences_for(language: str) -> ReadingSentences:
    """The sentences of `en` or `pt`."""
    return ReadingSentences(language)


# The models' answers. Lengths and words are checked separately: servers enforce different parts of
# a schema.

# Findings have names in lower case, whatever the model writes.
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


# The readers' questions, from the files under trading/prompts.

PROMPTS = Prompts(Path(__file__).parents[1] / "prompts")
RESEARCHER, SYNTHESIZER, LEADER = AGENTS = ("researcher", "synthesizer", "leader")
Data = dict[str, Any]
Document = dict[str, Any]

_WITH_DATA = (
    "name", "status", "value", "unit", "n_obs", "signal", "confidence", "statistic", "p_value",
    "p_adjusted", "significant", "edge", "interpretation",
)  # fmt: skip
_EDGE = ("kind", "significant", "direction", "p_value", "p_adjusted", "break_even_cost")
_EDGES = 6  # the most important ones


def of_agent(findings: Sequence[Document]) -> Data:
    """What an agent reads: its findings; those without data by name and status only."""
    return {"findings": [_finding(one) for one in findings]}


def of_domain(sheet: Document, readings: Mapping[str, Document]) -> Data:
    """What a synthesizer reads: the fact sheet, and the readings of the domain's agents."""
    names = ("coverage", "signal", "confidence", "key_points", "contradictions")
    return {"sheet": {name: sheet[name] for name in names}, "readings": _texts_of(readings)}


def of_all(objective: str, lead: Document, readings: Mapping[str, Document]) -> Data:
    """What the leader reads: the result of all tests, and the domains' readings."""
    edges = [{name: edge[name] for name in _EDGE} for edge in lead["edges"][:_EDGES]]
    synthesis = {name: lead[name] for name in ("synthesis", "confidence", "any_significant")}
    return {
        "objective": objective,
        "synthesis": {**synthesis, "edges": edges},
        "readings": _texts_of(readings),
    }


def prompt_for(name: str, language: str, data: Data, about: str = "") -> Prompt:
    """The prompt `name` on some data; `about` names the agent or the domain it is for."""
    if name == "leader":
        return PROMPTS.render(name, language, data=data)
    kind = "agent" if name == "research_agent" else "domain"
    text = sentences_for(language).text(f"{kind}s.{about}")
    return PROMPTS.render(name, language, data=data, values={kind: text})


def _finding(one: Document) -> Data:
    if one["status"] not in ("OK", "PROXY"):
        return {name: one[name] for name in ("name", "status", "interpretation")}
    return {name: one[name] for name in _WITH_DATA if one[name] is not None}


def _texts_of(readings: Mapping[str, Document]) -> Data:
    """The texts of the existing readings."""
    return {
        name: [*(point["text"] for point in one["points"]), *filter(None, [one["text"]]),
               one["caution"]]
        for name, one in readings.items()
        if not one["degraded"]
    }  # fmt: skip


# A reading checked against what the model was given: its faults, and the form that is stored.

CheckedReading = dict[str, Any]
MOST_POINTS = 8
_SENTENCE = 500  # characters
_SUMMARY = 1_500
_MARK = "…"


def agent_faults(answer: AgentAnswer, language: str, names: Sequence[str]) -> Iterator[str]:
    """The faults of an agent's reading."""
    sentences = sentences_for(language)
    if not answer.points:
        yield sentences.text("faults.no_points")
    if len(answer.points) > MOST_POINTS:
        yield sentences.text("faults.many", most=str(MOST_POINTS))
    for name, times in Counter(point.finding for point in answer.points).items():
        if name not in names:
            yield sentences.text(
                "faults.unknown", finding=written(name)[:80], names=", ".join(names)
            )
        elif times > 1:
            yield sentences.text("faults.twice", finding=name)
    for point in answer.points:
        yield text_fault(point.finding[:80] or "finding", point.text, language, _SENTENCE)
    yield text_fault("caution", answer.caution, language, _SENTENCE)
    text = " ".join([*(point.text for point in answer.points), answer.caution])
    yield language_fault(text, language)


def summary_faults(answer: SummaryAnswer, language: str) -> Iterator[str]:
    """The faults of a synthesizer's or the leader's reading."""
    yield text_fault("text", answer.text, language, _SUMMARY)
    yield text_fault("caution", answer.caution, language, _SENTENCE)
    yield language_fault(f"{answer.text} {answer.caution}", language)


def kept_reading(
    answer: StrictAnswer,
    *,
    key: str,
    judge: str,
    part: str,
    language: str,
    data: CheckedReading,
    unmasked: Callable[[str], str] = str,
) -> CheckedReading:
    """The reading as it is stored: numbers that the data do not hold are removed, and named."""
    numbers = known(data)
    struck: list[str] = []

    def struck_out(text: str) -> str:
        bare, figures = strike(written(text), numbers, _MARK)
        struck.extend(figures)
        return unmasked(bare)

    points = answer.points if isinstance(answer, AgentAnswer) else []
    reading = empty_reading() | {
        "key": key,
        "judge": judge,
        "points": [{"finding": point.finding, "text": struck_out(point.text)} for point in points],
        "text": struck_out(answer.text) if isinstance(answer, SummaryAnswer) else "",
        "caution": struck_out(answer.caution),  # type: ignore[attr-defined]
        "struck": struck,
    }
    if struck:
        figures = ", ".join(struck)
        note = sentences_for(language).text("notes.struck", judge=judge, part=part, figures=figures)
        reading["note"] = note
    return reading


def degraded_reading(part: str, language: str) -> CheckedReading:
    """A mark where a model should have given a reading and could not."""
    note = sentences_for(language).text("notes.degraded", part=part)
    return empty_reading() | {"degraded": True, "note": note}


def empty_reading() -> CheckedReading:
    """A reading without content."""
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


# The readers, in place of the built-in researcher.


class Inner(Protocol):
    """The built-in researcher; as `trading.graph.context.Researcher`."""

    agents: Sequence[str]
    domains: Sequence[str]

    def focus(self, research_iteration: int, failure: Mapping[str, Any] | None) -> Document: ...

    async def examine(self, agent: str, focus: Document, language: str) -> list[Document]: ...

    async def synthesize(
        self, domain: str, findings: Sequence[Document], language: str
    ) -> Document: ...

    async def lead(
        self,
        objective: str,
        sheets: Mapping[str, Document],
        findings: Sequence[Document],
        language: str,
        research_iteration: int,
    ) -> Document: ...


_BUILTIN = "builtin"


class _Reader(NamedTuple):
    """One reader: its agent, the step in which it is asked, the prompt and the form of the
    answer."""

    agent: str
    node: str
    prompt: str
    about: str
    part: str
    schema: type[StrictAnswer]
    faults: Callable[[Any], Iterable[str]]


class ModelResearcher:
    """Implements `trading.graph.context.Researcher` with models, where one serves the agent.

    Findings, fact sheets and the synthesis are the built-in ones. Readings stand beside them; where
    no model gives a usable one that is marked `degraded`. Raises BudgetExceeded, which ends the
    run.
    """

    def __init__(self, inner: Inner, talk: AgentAsker, masking: Masking) -> None:
        self.inner = inner
        self.talk = talk
        self.masking = masking
        self.agents = inner.agents
        self.domains = inner.domains

    def focus(self, research_iteration: int, failure: Mapping[str, Any] | None) -> Document:
        """The focus of a round."""
        return self.inner.focus(research_iteration, failure)

    async def examine(self, agent: str, focus: Document, language: str) -> list[Document]:
        """An agent's findings."""
        return await self.inner.examine(agent, focus, language)

    async def synthesize(
        self, domain: str, findings: Sequence[Document], language: str
    ) -> Document:
        """A domain's fact sheet."""
        return await self.inner.synthesize(domain, findings, language)

    async def lead(
        self,
        objective: str,
        sheets: Mapping[str, Document],
        findings: Sequence[Document],
        language: str,
        research_iteration: int,
    ) -> Document:
        """The result over all domains."""
        return await self.inner.lead(objective, sheets, findings, language, research_iteration)

    async def read_agent(
        self, agent: str, findings: Sequence[Document], language: str, before: Document | None
    ) -> Document | None:
        """A model's reading of an agent's findings; None without data, where no model is asked."""
        named = [one for one in findings if not (self.masking.masked and is_of_money(one["name"]))]
        if not self.talk.serves(RESEARCHER) or not _with_data(named):
            return None
        names = [one["name"] for one in named]
        reader = _Reader(
            RESEARCHER, f"agent {agent}", "research_agent", agent,
            sentences_for(language).text(f"agents.{agent}"), AgentAnswer,
            lambda answer: agent_faults(answer, language, names),
        )  # fmt: skip
        return await self._read(reader, of_agent(named), language, before)

    async def read_sheet(
        self,
        sheet: Document,
        readings: Mapping[str, Document],
        language: str,
        before: Document | None,
    ) -> Document | None:
        """A model's reading of a domain, given the readings of its agents."""
        if not self.talk.serves(SYNTHESIZER) or not sheet["coverage"]["with_data"]:
            return None
        domain = sheet["domain"]
        if self.masking.masked:
            points = [point for point in sheet["key_points"] if not is_of_money(point["ref"])]
            sheet = {**sheet, "key_points": points}
        reader = self._summary(
            SYNTHESIZER, f"synthesizer {domain}", "synthesizer", f"domains.{domain}",
            language,
        )  # fmt: skip
        return await self._read(reader, of_domain(sheet, readings), language, before)

    async def read_lead(
        self,
        objective: str,
        lead: Document,
        readings: Mapping[str, Document],
        language: str,
        before: Document | None,
    ) -> Document | None:
        """A model's summary of all domains for the strategist."""
        if not self.talk.serves(LEADER):
            return None
        reader = self._summary(LEADER, "leader", "leader", "parts.lead", language)
        return await self._read(reader, of_all(objective, lead, readings), language, before)

    def _summary(self, agent: str, node: str, prompt: str, part: str, language: str) -> _Reader:
        return _Reader(
            agent, node, prompt, part.partition(".")[2], sentences_for(language).text(part),
            SummaryAnswer, lambda answer: summary_faults(answer, language),
        )  # fmt: skip

    async def _read(
        self, reader: _Reader, document: Document, language: str, before: Document | None
    ) -> Document:
        """The reading of the round before if the question is the same, or a new one."""
        data = self.masking.document(shown(document))
        prompt = prompt_for(reader.prompt, language, data, reader.about)
        key = _key(reader, prompt)
        if before is not None and before["key"] == key:
            return {**before, "carried": True}
        question = AgentQuestion(reader.agent, reader.node, prompt, reader.schema, reader.faults)
        try:
            answer = await self.talk.ask(question)
        except ModelFailed:
            return degraded_reading(reader.part, language)
        return kept_reading(
            answer.value,
            key=key,
            judge=judge_name([answer], _BUILTIN),
            part=reader.part,
            language=language,
            data=data,
            unmasked=self.masking.shown,
        )


def _with_data(findings: Sequence[Document]) -> bool:
    return any(one["status"] in WITH_DATA for one in findings)


def _key(reader: _Reader, prompt: Any) -> str:
    """Of all that is asked."""
    parts = [reader.schema.__name__, prompt.hash, prompt.system, prompt.user]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
