"""The developments that `manage.py chaos` disturbs."""

from __future__ import annotations

from typing import Any

from config.runs.models import Run
from tests.lab.chaos.scenarios import Scenario
from tests.lab.talkers.developing import ANSWERS, COUNTS
from trading.domain.limits import Limits
from trading.models import Strategy
from trading.services.certificate import certificate_of
from trading.services.submit import KIND, start_development

# Each on prices of its own: openings of a holdout are counted over all that open the same one.
TICKERS = ("AAPL", "GOOG", "IBM", "MSFT")
LIMITS = Limits(max_iterations=2, max_strategy_iterations=2, max_research_iterations=2, variants=3)


def submit() -> list[Run]:
    return [
        start_development(ticker=ticker, limits=LIMITS._replace(seed=seed), memory="none").run
        for seed, ticker in enumerate(TICKERS)
    ]


def certified(strategy: Strategy) -> dict[str, Any]:
    """What its hash is over, but which code and packages it was made with, and when."""
    document: dict[str, Any] = _timeless(certificate_of(strategy)["document"])
    return {**document, "versions": None}


def _timeless(value: Any) -> Any:
    """Without the moments at which something was done."""
    if isinstance(value, dict):
        return {k: _timeless(v) for k, v in value.items() if k not in ("at", "created_at")}
    return [_timeless(each) for each in value] if isinstance(value, list) else value


SCENARIO = Scenario(
    KIND,
    submit,
    Strategy,
    clocks={
        "trading.iteration": ("timestamp",),
        "trading.strategydecision": ("created_at", "asked_at"),
        "trading.lesson": ("last_used_at",),
        "trading.backtest": ("attempts",),
    },
    keys=("id", "start_time", "end_time", "timestamp", "opening", "attempts", *COUNTS),
    answers=ANSWERS,
    children=True,
    certified=certified,
)
