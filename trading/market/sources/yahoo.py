"""Daily prices from Yahoo by the optional package yfinance (`pip install yfinance`)."""

from __future__ import annotations

import importlib
from datetime import date, timedelta
from typing import Any

from ..csv_reader import Options, read_prices
from ..errors import MarketError
from ..prices import Prices, known_form

_NAME, _INSTALL = "yfinance", "pip install yfinance"


class YahooSource:
    """Adjusted daily bars. What comes goes through the same checks as a user's file.

    Raises MarketError `extra_missing` when yfinance is not installed.
    """

    title = "Yahoo Finance (yfinance)"
    licence = "Yahoo's terms of use: personal use; not to be passed on."

    def __init__(self) -> None:
        try:
            self._package: Any = importlib.import_module(_NAME)
        except ImportError:
            raise MarketError("extra_missing", name=_NAME, install=_INSTALL) from None

    def fetch(self, ticker: str, start: date | None = None, end: date | None = None) -> Prices:
        """Raises MarketError: source_failed, and the refusals of a file."""
        name = known_form(ticker)
        until = end + timedelta(days=1) if end else None  # Yahoo leaves the last day out
        asked = {"period": "max"} if start is None and end is None else {}
        try:
            frame = self._package.Ticker(name).history(
                start=start, end=until, interval="1d", auto_adjust=True, actions=False, **asked
            )
        except Exception as error:  # a process boundary: yfinance raises anything
            raise MarketError("source_failed", name=_NAME, ticker=name, reason=error) from error
        if frame is None or len(frame) == 0:
            raise MarketError("source_failed", name=_NAME, ticker=name, reason="no bars")
        return read_prices(frame.to_csv().encode(), Options(adjusted=True, min_bars=3))
