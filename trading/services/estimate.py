"""What a development will take of models, told before it starts."""

from __future__ import annotations

from collections.abc import Sequence

from config.llm.forecast import priced
from config.llm.provider import Provider
from config.runs import providers
from config.runs.estimates import RunEstimate
from trading.domain.limits import Limits
from trading.market.errors import UnknownTicker
from trading.market.prices import known_form
from trading.market.storage import auxiliary_of, known_tickers
from trading.models import Dataset, Strategy
from trading.services.model_questions import NOWHERE, DevelopmentLength, longest, questions, usual

_DAILY = "1d"  # those that have peers: the bundled prices


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
    """Of what a development still has before it, by its own limits."""
    limits = limits_of(strategy)
    state = strategy.state or {}
    done = DevelopmentLength(state.get("research_iteration", 0), state.get("current_iteration", 0))
    return estimate_development(ticker=strategy.ticker, limits=limits, done=done)


def limits_of(strategy: Strategy) -> Limits:
    """What it was asked for."""
    return Limits(
        strategy.max_iterations,
        strategy.max_strategy_iterations,
        strategy.max_research_iterations,
        strategy.variants_wanted,
        strategy.seed,
    )
