"""Prices whose truth is known: without any order, or with an effect of stated strength.

The tests use the same generators.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.strategies.indicators.arithmetic import exp, log

COLUMNS = ("Open", "High", "Low", "Close")


def noise(n: int, seed: int = 0, sd: float = 0.012) -> NDArray[np.float64]:
    """White noise."""
    return np.random.default_rng(seed).normal(0.0, sd, n)


def ar1(n: int, phi: float, seed: int = 0, sd: float = 0.012) -> NDArray[np.float64]:
    """Returns of which each carries on `phi` of the one before; standard deviation `sd`."""
    shocks = noise(n, seed, sd * float(np.sqrt(1.0 - phi**2)))
    out = np.zeros(n)
    for t in range(1, n):
        out[t] = phi * out[t - 1] + shocks[t]
    return out


def frame_of(returns: NDArray[np.float64], seed: int = 0, start: str = "2000-01-03") -> Any:
    """Daily bars whose closes have these log returns and whose opens are the closes before."""
    rng = np.random.default_rng(10_000 + seed)
    n = len(returns)
    close = 100.0 * exp(np.cumsum(returns))
    opened = np.concatenate([[100.0], close[:-1]])
    reach = np.abs(rng.normal(0.0, 0.004, (2, n)))
    return pd.DataFrame(
        {
            "Open": opened,
            "High": np.maximum(opened, close) * (1.0 + reach[0]),
            "Low": np.minimum(opened, close) * (1.0 - reach[1]),
            "Close": close,
            "Volume": rng.integers(100_000, 1_000_000, n).astype(np.float64),
        },
        index=pd.bdate_range(start, periods=n),
    )


def permuted(frame: pd.DataFrame, seed: int = 0) -> pd.DataFrame:
    """The same bars in another order: what each did to the close before it, with its volume.

    Every bar keeps its move from the previous close to its open, high, low and close, so that all
    that does not depend on the order stays (the distribution of moves, the drift, the first and
    the last close), and what does depend on it goes. The dates stay where they are.
    """
    order = np.random.default_rng(20_000 + seed).permutation(len(frame) - 1)
    prices = log(frame[list(COLUMNS)].to_numpy(np.float64))
    moves = (prices[1:] - prices[:-1, 3:])[order]
    before = prices[0, 3] + np.concatenate([[0.0], np.cumsum(moves[:-1, 3])])
    after = exp(before[:, None] + moves)
    # Logarithms and back: the last digit of a high must not fall below its close.
    after[:, 1], after[:, 2] = after.max(axis=1), after.min(axis=1)
    volume = frame["Volume"].to_numpy(np.float64)[1:][order]
    rest = pd.DataFrame(np.column_stack([after, volume]), frame.index[1:], [*COLUMNS, "Volume"])
    return pd.concat([frame.iloc[:1], rest])
