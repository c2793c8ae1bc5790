"""The swarm as plain async steps: a graph sends each agent on its own, or `research` runs all."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, TypedDict

from trading.research.agents import AGENTS
from trading.research.cache import agent_named
from trading.research.synthesis import Lead, SheetDocument, lead, synthesize
from trading.research.types import Domain, FindingDocument, Focus, Language, Material, Regime

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


# Where the next round of research looks, guided by why the last strategies failed.

WEEK, MONTH = 5, 21
# What broke in wild markets is looked at by volatility; what never worked, or only on train, by
# whether the market stood above its long mean.
VOLATILITY_CLASSES = ("DESIGN_FLAW", "PARAMETER_ISSUE")
MEAN_CAUSES = ("overfit", "nothing_works", "no_edge")


def focus_for(research_round: int, failure_analysis: Mapping[str, Any] | None = None) -> Focus:
    """The focus of a round, from 1; reads `failure_class` and `cause` of the analysis.

    1: single bars, unconditionally. 2: the rules within each part of a regime, and on weeks and
    months; the regime is volatility after a design or parameters that fell short (drawdown, weak),
    else the side of the long mean. 3 and later: only what holds in both halves of train, on single
    bars and weeks.
    """
    analysis = failure_analysis or {}
    failure = str(analysis.get("failure_class") or "")
    if research_round <= 1:
        return Focus(round=1, guidance=failure)
    if research_round == 2:
        wild = failure in VOLATILITY_CLASSES and analysis.get("cause") not in MEAN_CAUSES
        regime: Regime = "volatility" if wild else "mean"
        return Focus(round=2, horizons=(1, WEEK, MONTH), regime=regime, guidance=failure)
    return Focus(round=research_round, horizons=(1, WEEK), stability=True, guidance=failure)
