"""The swarm with language models beside it: they read its findings, they change none."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from config.llm.answers import StrictAnswer
from config.llm.asker import AgentAsker, AgentQuestion, ModelFailed, judge_name
from trading.model_analyst import reading
from trading.model_analyst.mask import Masking, is_of_money
from trading.model_analyst.number_check import shown
from trading.model_analyst.reading import AgentAnswer, SummaryAnswer, words_for
from trading.research.types import WITH_DATA


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


Document = dict[str, Any]
_BUILTIN = "builtin"


class _Reader(NamedTuple):
    """Who reads what: the agent that asks, the step it asks in, the prompt and its shape."""

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
        """Where a round looks."""
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
        """What all say together."""
        return await self.inner.lead(objective, sheets, findings, language, research_iteration)

    async def read_agent(
        self, agent: str, findings: Sequence[Document], language: str, before: Document | None
    ) -> Document | None:
        """What a model reads in an agent's findings; None without data, where none is asked."""
        named = [one for one in findings if not (self.masking.masked and is_of_money(one["name"]))]
        if not self.talk.serves(reading.RESEARCHER) or not _with_data(named):
            return None
        names = [one["name"] for one in named]
        reader = _Reader(
            reading.RESEARCHER, f"agent {agent}", "research_agent", agent,
            words_for(language).text(f"agents.{agent}"), AgentAnswer,
            lambda answer: reading.agent_faults(answer, language, names),
        )  # fmt: skip
        return await self._read(reader, reading.of_agent(named), language, before)

    async def read_sheet(
        self,
        sheet: Document,
        readings: Mapping[str, Document],
        language: str,
        before: Document | None,
    ) -> Document | None:
        """What a model makes of a domain, given what its agents' readings say."""
        if not self.talk.serves(reading.SYNTHESIZER) or not sheet["coverage"]["with_data"]:
            return None
        domain = sheet["domain"]
        if self.masking.masked:
            points = [point for point in sheet["key_points"] if not is_of_money(point["ref"])]
            sheet = {**sheet, "key_points": points}
        reader = self._summary(
            reading.SYNTHESIZER, f"synthesizer {domain}", "synthesizer", f"domains.{domain}",
            language,
        )  # fmt: skip
        return await self._read(reader, reading.of_domain(sheet, readings), language, before)

    async def read_lead(
        self,
        objective: str,
        lead: Document,
        readings: Mapping[str, Document],
        language: str,
        before: Document | None,
    ) -> Document | None:
        """What a model tells the strategist of all domains together."""
        if not self.talk.serves(reading.LEADER):
            return None
        reader = self._summary(reading.LEADER, "leader", "leader", "parts.lead", language)
        return await self._read(reader, reading.of_all(objective, lead, readings), language, before)

    def _summary(self, agent: str, node: str, prompt: str, part: str, language: str) -> _Reader:
        return _Reader(
            agent, node, prompt, part.partition(".")[2], words_for(language).text(part),
            SummaryAnswer, lambda answer: reading.summary_faults(answer, language),
        )  # fmt: skip

    async def _read(
        self, reader: _Reader, document: Document, language: str, before: Document | None
    ) -> Document:
        """The reading of the round before where the same would be asked, or a new one."""
        data = self.masking.plain(shown(document))
        prompt = reading.prompt(reader.prompt, language, data, reader.about)
        key = _key(reader, prompt)
        if before is not None and before["key"] == key:
            return {**before, "carried": True}
        question = AgentQuestion(reader.agent, reader.node, prompt, reader.schema, reader.faults)
        try:
            answer = await self.talk.ask(question)
        except ModelFailed:
            return reading.degraded(reader.part, language)
        return reading.kept(
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
