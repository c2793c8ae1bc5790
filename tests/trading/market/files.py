"""Price files for the tests: lines of a small, sound history, to spoil one thing at a time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

import numpy as np
import pandas as pd

from trading.market.csv_reader import Options

HEADER = "Date,Open,High,Low,Close,Volume"
FEW = Options(min_bars=3)


def days(count: int, begin: date = date(2020, 1, 1)) -> list[date]:
    """Business days from `begin` on."""
    found = [begin + timedelta(n) for n in range(count * 2)]
    return [day for day in found if day.weekday() < 5][:count]


def rows(count: int = 40) -> list[str]:
    """ISO dates and prices that move a little."""
    return [
        f"{day},{100 + n % 7}.5,{102 + n % 7}.25,{99 + n % 7}.75,{101 + n % 7}.0,{1000 + n}"
        for n, day in enumerate(days(count))
    ]


def file(lines: list[str] | None = None, header: str = HEADER) -> bytes:
    return "\n".join([header, *(rows() if lines is None else lines), ""]).encode()


def spoiled(row: int, change: Callable[[list[str]], None], count: int = 40) -> bytes:
    """The sound file with one row's cells changed; row 0 stands on line 2."""
    lines = rows(count)
    cells = lines[row].split(",")
    change(cells)
    lines[row] = ",".join(cells)
    return file(lines)


def walk(count: int, seed: int = 1, begin: str = "2010-01-04") -> pd.DataFrame:
    """A random walk of daily bars as MarketData has them."""
    generator = np.random.default_rng(seed)
    close = 100 * np.exp(np.cumsum(generator.normal(0, 0.01, count)))
    opened = close * np.exp(generator.normal(0, 0.003, count))
    spread = np.exp(np.abs(generator.normal(0, 0.004, count)))
    return pd.DataFrame(
        {
            "Open": opened,
            "High": np.maximum(opened, close) * spread,
            "Low": np.minimum(opened, close) / spread,
            "Close": close,
            "Volume": generator.integers(1, 10_000, count).astype(float),
        },
        index=pd.bdate_range(begin, periods=count, name="Date").as_unit("us"),
    )
