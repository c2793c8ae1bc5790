"""The expected use of models by a development, estimated before it starts."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from config.llm.provider import Expected, Provider, priced
from config.runs import providers
from config.runs.model_usage import RunEstimate
from trading.domain.limits import Limits
from trading.market.errors import UnknownTicker
from trading.market.prices import known_form
from trading.models import Dataset, Strategy
from trading.research.agents import AGENTS
from trading.storage import auxiliary_of, known_tickers

# Typical tokens of a question and of its answer. Questions: the characters of those that a
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

# Medians of twelve developments of the bundled tickers under the default limits.
USUAL_ROUNDS, USUAL_RESEARCH = 4, 2


class DevelopmentLength(NamedTuple):
    """The length of a development: rounds of research, and rounds in all."""

    research: int
    rounds: int


NOWHERE = DevelopmentLength(0, 0)


def longest(limits: Limits, done: DevelopmentLength = NOWHERE) -> DevelopmentLength:
    """The longest development that the limits allow."""
    rounds = min(
        limits.max_iterations, limits.max_research_iterations * limits.max_strategy_iterations
    )
    research = min(limits.max_research_iterations, rounds)
    return DevelopmentLength(max(0, research - done.research), max(0, rounds - done.rounds))


def usual(limits: Limits, done: DevelopmentLength = NOWHERE) -> DevelopmentLength:
    """The length of a usual development."""
    most = longest(limits, done)
    return DevelopmentLength(min(USUAL_RESEARCH, most.research), min(USUAL_ROUNDS, most.rounds))


def questions(way: DevelopmentLength, kinds: Collection[str], peers: bool) -> Iterator[Expected]:
    """All questions, each answered at once; every round of research asks all agents again."""
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


_DAILY = "1d"  # the frequency of the bundled prices, which have peers


def estimate_development(
    *,
    ticker: str = "",
    limits: Limits = Limits(),  # noqa: B008  # a tuple of numbers
    done: DevelopmentLength = NOWHERE,
    models: Sequence[Provider] | None = None,
) -> RunEstimate | None:
    """The calls, tokens and cost to come; None where no model is asked.

    Without a ticker it is that of daily prices alone. `done` is how far it has gone already;
    `models` those to ask, if they are known. Raises MarketError for an unknown ticker.
    """
    configured = providers.configured() if models is None else models
    if not configured:
        return None
    kinds, peers = _data_of(known_form(ticker)) if ticker else (set(), True)
    about, most = (
        priced(questions(way, kinds, peers), configured)
        for way in (usual(limits, done), longest(limits, done))
    )
    return RunEstimate(about, most) if most.calls else None


def _data_of(ticker: str) -> tuple[set[str], bool]:
    """The kinds of its auxiliary data, and whether it has peers; nothing is stored for it."""
    dataset = Dataset.objects.of(ticker).first()
    if dataset is None and ticker not in (known := known_tickers()):
        raise UnknownTicker("unknown_ticker", ticker=ticker, known=", ".join(known))
    peers = dataset is None or dataset.frequency == _DAILY
    return {row.kind for row in auxiliary_of(ticker)}, peers


def estimate_strategy(*, strategy: Strategy) -> RunEstimate | None:
    """The estimate of the remaining part of a development, by its own limits."""
    limits = limits_of(strategy)
    state = strategy.state or {}
    done = DevelopmentLength(state.get("research_iteration", 0), state.get("current_iteration", 0))
    return estimate_development(ticker=strategy.ticker, limits=limits, done=done)


def limits_of(strategy: Strategy) -> Limits:
    """The limits of the request."""
    return Limits(
        strategy.max_iterations,
        strategy.max_strategy_iterations,
        strategy.max_research_iterations,
        strategy.variants_wanted,
        strategy.seed,
    )
