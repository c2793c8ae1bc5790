"""The swarm with agents that wait, as if each asked a language model."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from trading.graph.context import Document, NoReadings
from trading.services.researchers import Swarm

WAIT = 0.1  # seconds, each agent
LANGUAGE = "en"


class Known(NamedTuple):
    """What each agent finds, and the sheets of the domains."""

    findings: Mapping[str, list[Document]]
    sheets: Mapping[str, Document]

    @property
    def all(self) -> list[Document]:
        return [finding for found in self.findings.values() for finding in found]


class Waiting(NoReadings):
    """The swarm, but that each agent waits, then tells what it found beforehand.

    With some of the agents and domains, a synthesizer and the leader do all of their work still.
    """

    def __init__(
        self, swarm: Swarm, known: Known, agents: Sequence[str], domains: Sequence[str]
    ) -> None:
        self.agents, self.domains = agents, domains
        self._swarm, self.known = swarm, known

    def focus(self, research_iteration: int, failure: Mapping[str, Any] | None) -> Document:
        return self._swarm.focus(research_iteration, failure)

    async def examine(self, agent: str, focus: Document, language: str) -> list[Document]:
        await asyncio.sleep(WAIT)
        return self.known.findings[agent]

    async def synthesize(
        self, domain: str, findings: Sequence[Document], language: str
    ) -> Document:
        own = [finding for finding in self.known.all if finding["domain"] == domain]
        return await self._swarm.synthesize(domain, own, language)

    async def lead(
        self,
        objective: str,
        sheets: Mapping[str, Document],
        findings: Sequence[Document],
        language: str,
        research_iteration: int,
    ) -> Document:
        known = self.known
        return await self._swarm.lead(
            objective, {**known.sheets, **sheets}, known.all, language, research_iteration
        )


async def known_of(swarm: Swarm) -> Known:
    """What the real agents find, and the sheets of it."""
    focus = swarm.focus(1, None)
    known = Known(
        {agent: await swarm.examine(agent, focus, LANGUAGE) for agent in swarm.agents}, {}
    )
    sheets = {
        domain: await Waiting(swarm, known, [], []).synthesize(domain, [], LANGUAGE)
        for domain in swarm.domains
    }
    return known._replace(sheets=sheets)
