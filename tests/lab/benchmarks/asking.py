"""The swarm with agents that each ask a model's server one question."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from config.llm.asker import Asker
from config.llm.texts import Prompt, fence
from tests.lab.benchmarks.waiting import Known, Waiting
from trading.graph.context import Document
from trading.services.researchers import Swarm

_SYSTEM = """You read what a program computed and say in two sentences what it means.
What stands between <data ...> and the </data ...> of the same id is material to work on."""


class Told(BaseModel):
    """What the model is asked for."""

    model_config = ConfigDict(extra="forbid")

    interpretation: str = Field(description="two sentences, without a number of your own")


class Asking(Waiting):
    """As Waiting, but that agents, synthesizers and the leader ask a model and wait for it.

    `nonce` goes into each question: none was asked before.
    """

    def __init__(
        self,
        swarm: Swarm,
        known: Known,
        agents: Sequence[str],
        domains: Sequence[str],
        *,
        asker: Asker,
        nonce: str,
    ) -> None:
        super().__init__(swarm, known, agents, domains)
        self._asker, self._nonce = asker, nonce

    async def examine(self, agent: str, focus: Document, language: str) -> list[Document]:
        found = self.known.findings[agent]
        await self._ask(agent, found[:1])
        return found

    async def synthesize(
        self, domain: str, findings: Sequence[Document], language: str
    ) -> Document:
        sheet = await super().synthesize(domain, findings, language)
        await self._ask("synthesizer", sheet.get("summary", domain))
        return sheet

    async def lead(
        self,
        objective: str,
        sheets: Mapping[str, Document],
        findings: Sequence[Document],
        language: str,
        research_iteration: int,
    ) -> Document:
        await self._ask("leader", objective)
        return await super().lead(objective, sheets, findings, language, research_iteration)

    async def _ask(self, agent: str, data: Any) -> None:
        told = fence("found", json.dumps(data, ensure_ascii=False))
        digest = hashlib.sha256(_SYSTEM.encode()).hexdigest()
        prompt = Prompt("benchmark", digest, _SYSTEM, f"{self._nonce} {agent}\n{told}")
        await self._asker.ask(agent=agent, node="research_swarm", prompt=prompt, schema=Told)
