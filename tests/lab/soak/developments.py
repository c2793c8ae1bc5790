"""The developments of `manage.py soak`: as small as they can be, on the bundled prices."""

from __future__ import annotations

from config.runs.models import Run
from tests.lab.soak.making import Source
from trading.domain.limits import Limits
from trading.services.submit import start_development

EVERY = 25
TICKERS = ("AAPL", "GOOG", "IBM", "MSFT")
LIMITS = Limits(max_iterations=1, max_strategy_iterations=1, max_research_iterations=1, variants=3)


def start(number: int) -> Run:
    ticker = TICKERS[number // EVERY % len(TICKERS)]
    return start_development(ticker=ticker, limits=LIMITS._replace(seed=number)).run


SOURCE = Source(start, every=EVERY)
