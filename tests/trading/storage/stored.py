"""Datasets for the tests."""

from __future__ import annotations

import pandas as pd

from tests.trading.market.files import walk
from trading.market.prices import Prices
from trading.models import Dataset
from trading.storage import store_prices


def prices(frame: pd.DataFrame) -> Prices:
    return Prices(frame=frame, frequency="1d", bars_per_year=252.0, adjusted=False)


def dataset(frame: pd.DataFrame | None = None, ticker: str = "WALK") -> Dataset:
    frame = walk(300) if frame is None else frame
    return store_prices(ticker=ticker, prices=prices(frame), source="a test").dataset
