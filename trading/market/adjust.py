"""Prices corrected for splits and dividends, and for the rounding that this leaves."""

from __future__ import annotations

import numpy as np
import pandas as pd

from trading.market.canonical import COLUMNS


def adjust(raw: pd.DataFrame, adjusted_close: pd.Series[float]) -> pd.DataFrame:
    """O/H/L/C times adjusted close / close; Volume as it was traded. Both by the same dates."""
    ratio = adjusted_close / raw["Close"]
    prices = raw[["Open", "High", "Low", "Close", "Volume"]].copy()
    for name in ("Open", "High", "Low"):
        prices[name] = raw[name] * ratio
    prices["Close"] = adjusted_close
    return enclosed(prices)


def enclosed(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame in our columns, High and Low widened to open and close where rounding left them."""
    inner = (frame["Open"].to_numpy(), frame["Close"].to_numpy())
    frame = frame[list(COLUMNS)].astype(float)
    frame["High"] = np.maximum.reduce([frame["High"].to_numpy(), *inner])
    frame["Low"] = np.minimum.reduce([frame["Low"].to_numpy(), *inner])
    return frame
