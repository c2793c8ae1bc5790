"""The swarm as plain async steps: a graph sends each agent on its own, or `research` runs all."""

from __future__ import annotations

import asyncio
from typing import TypedDict

from trading.research.agents import AGENTS
from trading.research.cache import agent_named
from trading.research.leader import Lead, lead
from trading.research.synthesis import SheetDocument, synthesize
from trading.research.types import Domain, FindingDocument, Focus, Language, Material

DOMAINS: tuple[Domain, ...] = ("technical", "fundamental", "sentiment")

__all__ = ["AGENTS", "DOMAINS", "Research", "research", "run_agent"]


class Research(TypedDict):
    """All that one round of research gives."""

    findings: list[FindingDocument]
    sheets: list[SheetDocument]
    lead: Lead


async def run_agent(
    name: str, material: Material, focus: Focus, language: Language
) -> list[FindingDocument]:
    """One agent's findings, computed in a thread; ResearchError for an unknown name."""
    return await asyncio.to_thread(agent_named(name).research, material, focus, language)


async def research(
    material: Material, objective: str, focus: Focus, language: Language
) -> Research:
    """All agents, the three synthesizers, the leader; findings in the order of AGENTS."""
    each = await asyncio.gather(
        *(run_agent(agent.name, material, focus, language) for agent in AGENTS)
    )
    findings = [finding for some in each for finding in some]
    sheets = [synthesize(domain, findings, language) for domain in DOMAINS]
    return {
        "findings": findings,
        "sheets": sheets,
        "lead": lead(objective, sheets, findings, language, focus.round),
    }
