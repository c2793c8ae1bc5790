"""Nine rules that peek at the future."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from trading.evidence.lookahead import Said


def truth(condition: Any) -> Said:
    return np.asarray(condition, dtype=bool)


def trending(bars: int, change: float) -> pd.DataFrame:
    """Bars that each close by the same log change above (or below) the one before."""
    close = 100 * np.exp(change * np.arange(bars))
    index = pd.bdate_range("2015-01-05", periods=bars)
    frame = pd.DataFrame({"Open": close, "High": close, "Low": close, "Close": close}, index=index)
    return frame.assign(Volume=1_000.0)


def next_close(frame: pd.DataFrame) -> Said:
    """shift(-1): buys when tomorrow is higher."""
    return truth(frame["Close"].shift(-1) > frame["Close"])


def rare_next_close(frame: pd.DataFrame) -> Said:
    """The same on very few bars: a cut elsewhere shows nothing."""
    return truth(frame["Close"].shift(-1) > frame["Close"] * 1.03)


def centred_mean(frame: pd.DataFrame) -> Said:
    mean = frame["Close"].rolling(9, center=True).mean()
    return truth(frame["Close"] < mean)


def whole_zscore(frame: pd.DataFrame) -> Said:
    close = frame["Close"]
    return truth((close - close.mean()) / close.std() < -1)


def whole_maximum(frame: pd.DataFrame) -> Said:
    return truth(frame["Close"] < 0.8 * frame["Close"].max())


def future_volume(frame: pd.DataFrame) -> Said:
    return truth(frame["Volume"].shift(-3) > frame["Volume"].rolling(20).mean())


def week_known_on_monday(frame: pd.DataFrame) -> Said:
    """resample: the week's close on each of its days."""
    weekly = frame["Close"].resample("W").last()
    return truth(weekly.reindex(frame.index, method="bfill") > frame["Close"])


def filled_from_the_future(frame: pd.DataFrame) -> Said:
    """bfill: the next known monthly mean stands on the days before it."""
    monthly = frame["Close"].where(np.arange(len(frame)) % 21 == 20).bfill()
    return truth(monthly > frame["Close"])


def sorted_by_the_last(frame: pd.DataFrame) -> Said:
    """Takes the rule that ends best: momentum or its opposite, by the last close."""
    momentum = frame["Close"].diff(5) > 0
    rose = frame["Close"].iloc[-1] > frame["Close"].iloc[0]
    return truth(momentum if rose else ~momentum)


FUNCTIONS = (
    next_close, rare_next_close, centred_mean, whole_zscore, whole_maximum, future_volume,
    week_known_on_monday, filled_from_the_future, sorted_by_the_last,
)  # fmt: skip
