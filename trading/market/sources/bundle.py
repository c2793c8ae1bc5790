"""The bundled prices as a source."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pandas as pd

from .. import bundled
from ..errors import MarketError
from ..prices import Prices, known_form


class BundledSource:
    title = bundled.SOURCE
    licence = bundled.LICENCE

    def fetch(self, ticker: str, start: date | None = None, end: date | None = None) -> Prices:
        """Raises UnknownTicker, and MarketError `no_bars_in_range`."""
        prices = bundled.read(known_form(ticker))
        first = pd.Timestamp(start) if start else None
        last = pd.Timestamp(end) if end else None
        frame = prices.frame.loc[first:last]
        if frame.empty:
            raise MarketError("no_bars_in_range", ticker=ticker, start=start or "-", end=end or "-")
        return replace(prices, frame=frame)
