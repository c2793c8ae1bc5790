"""The questions that a development will put to models."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from config.llm.forecast import Expected
from trading.domain.limits import Limits
from trading.research.agents import AGENTS

# Tokens of a question and of its answer, as a rule. Questions: the characters of those that a
# development of AAPL asked, with the schema, at 3.5 a token (they are half JSON).
TOKENS = {
    "researcher": (2_000, 160),
    "synthesizer": (1_350, 120),
    "leader": (1_300, 150),
    "strategist": (7_400, 1_400),
    "failure_analyst": (2_450, 140),
    "trajectory_analyst": (1_600, 120),
}
_KIND = {
    "financial_metrics": "fundamentals",
    "valuation": "fundamentals",
    "balance_sheet": "fundamentals",
    "cash_flow": "fundamentals",
    "news": "news",
    "social": "social",
    "analyst_ratings": "analyst",
    "options_flow": "options",
    "insider": "insider",
}
"""The auxiliary data that an agent needs; without them it asks no model."""

# Of twelve developments of the bundled tickers under the default limits: the median and the mean.
USUAL_ROUNDS, USUAL_RESEARCH = 4, 2


class DevelopmentLength(NamedTuple):
    """How far a development goes: rounds of research, and rounds in all."""

    research: int
    rounds: int


NOWHERE = DevelopmentLength(0, 0)


def longest(limits: Limits, done: DevelopmentLength = NOWHERE) -> DevelopmentLength:
    """As far as the limits let it."""
    rounds = min(
        limits.max_iterations, limits.max_research_iterations * limits.max_strategy_iterations
    )
    research = min(limits.max_research_iterations, rounds)
    return DevelopmentLength(max(0, research - done.research), max(0, rounds - done.rounds))


def usual(limits: Limits, done: DevelopmentLength = NOWHERE) -> DevelopmentLength:
    """As far as one usually goes."""
    most = longest(limits, done)
    return DevelopmentLength(min(USUAL_RESEARCH, most.research), min(USUAL_ROUNDS, most.rounds))


def questions(way: DevelopmentLength, kinds: Collection[str], peers: bool) -> Iterator[Expected]:
    """All questions, each answered at once; every round of research asks all agents anew."""
    asking = [agent for agent in AGENTS if _has_data(agent.name, kinds, peers)]
    domains = {agent.domain for agent in asking}
    for _research in range(way.research):
        for _agent in asking:
            yield _of("researcher")
        for _domain in domains:
            yield _of("synthesizer")
        yield _of("leader")
    for number in range(way.rounds):
        yield _of("strategist")
        yield _of("failure_analyst")
        if number:
            yield _of("trajectory_analyst")


def _of(agent: str) -> Expected:
    return Expected(agent, *TOKENS[agent])


def _has_data(name: str, kinds: Collection[str], peers: bool) -> bool:
    if name == "industry":
        return peers
    return name not in _KIND or _KIND[name] in kinds
