"""Prices whose truth is known: without any order, or with an effect of stated strength.

The tests use the same generators.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.signal import lfilter

from trading.strategies.indicators.arithmetic import exp, log

START = "2000-01-03"
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


def garch(n: int, seed: int = 0, sd: float = 0.012) -> NDArray[np.float64]:
    """Volatility that clusters and fat tails: GARCH(1, 1) with .08 and .9, shocks of Student's t
    with 5 degrees of freedom; no expected return."""
    shocks = np.random.default_rng(seed).standard_t(5, n) * float(np.sqrt(3.0 / 5.0))
    out, variance = np.zeros(n), sd * sd
    for t in range(n):
        out[t] = shocks[t] * float(np.sqrt(variance))
        variance = 0.02 * sd * sd + 0.08 * out[t] * out[t] + 0.9 * variance
    return out


def jumps(n: int, seed: int = 0, sd: float = 0.012) -> NDArray[np.float64]:
    """White noise with a jump of 4 % on one bar of a hundred, up or down."""
    rng = np.random.default_rng(30_000 + seed)
    return noise(n, 130_000 + seed, sd) + np.where(
        rng.random(n) < 0.01, rng.normal(0.0, 0.04, n), 0.0
    )


def bounce(n: int, seed: int = 0, sd: float = 0.012) -> NDArray[np.float64]:
    """A walk that is seen at bid or ask, .2 % apart (Roll 1984): closes turn back, but by less than
    it costs."""
    spread = 0.002
    sides = np.random.default_rng(40_000 + seed).choice([-0.5, 0.5], n + 1)
    return noise(n, 140_000 + seed, sd) + spread * np.diff(sides)


def regimes(n: int, drift: float, seed: int = 0, sd: float = 0.012) -> NDArray[np.float64]:
    """A trend up or down of `drift` deviations a bar, which turns on one bar of 80."""
    rng = np.random.default_rng(50_000 + seed)
    turns = np.cumsum(rng.random(n) < 1.0 / 80.0)
    return sd * drift * np.where((turns + rng.integers(2)) % 2, 1.0, -1.0) + noise(n, seed, sd)


def reverting(n: int, pull: float, seed: int = 0, sd: float = 0.012) -> NDArray[np.float64]:
    """A log price that is drawn back to its level by the part `pull` of the distance a bar
    (Ornstein & Uhlenbeck)."""
    level, out, shocks = 0.0, np.zeros(n), noise(n, seed, sd)
    for t in range(n):
        out[t] = -pull * level + shocks[t]
        level += out[t]
    return out


def turn_of_month(n: int, drift: float, seed: int = 0, sd: float = 0.012) -> NDArray[np.float64]:
    """`drift` deviations a bar on the last and the first three bars of a month, else nothing."""
    months = pd.bdate_range(START, periods=n + 1).month.to_numpy()
    ends = np.append(np.flatnonzero(months[1:] != months[:-1]), n)
    favoured = np.zeros(n + 3, dtype=bool)
    for after in range(4):
        favoured[ends[ends + after < n] + after] = True
    return noise(n, seed, sd) + sd * drift * favoured[:n]


def volatility_regimes(
    n: int, drift: float, seed: int = 0, sd: float = 0.012
) -> NDArray[np.float64]:
    """Calm and wild spells, which turn on one bar of 60: half the deviation and `drift` deviations
    a bar up, or 1.32 times the deviation and as much down. The whole has no drift, and variance
    `sd` squared."""
    rng = np.random.default_rng(60_000 + seed)
    turns = np.cumsum(rng.random(n) < 1.0 / 60.0)
    calm = (turns + rng.integers(2)) % 2 == 1
    shocks = noise(n, seed, sd) * np.where(calm, 0.5, float(np.sqrt(1.75)))
    return shocks + sd * drift * np.where(calm, 1.0, -1.0)


def swings(n: int, drift: float, seed: int = 0, sd: float = 0.012) -> NDArray[np.float64]:
    """An expected move that swings slowly around nothing: `drift` deviations a bar at its own
    deviation, of which a 60th is lost a bar (an autoregression, Fama & French 1988)."""
    rng = np.random.default_rng(80_000 + seed)
    kept = 1.0 - 1.0 / 60.0
    steps = rng.normal(0.0, float(np.sqrt(1.0 - kept * kept)), n)
    steps[0] = rng.normal()  # as if it had always swung
    mean: NDArray[np.float64] = lfilter([1.0], [1.0, -kept], steps)
    return noise(n, seed, sd) + sd * drift * mean


def frame_of(returns: NDArray[np.float64], seed: int = 0, start: str = START) -> Any:
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
    return _reordered(frame, np.random.default_rng(20_000 + seed).permutation(len(frame) - 1))


def permuted_blocks(frame: pd.DataFrame, seed: int = 0, length: int = 21) -> pd.DataFrame:
    """The same bars in blocks of `length` whose order is random, without the drift.

    What bars do to those near them stays, such as volatility in clusters. The mean move of a close
    is taken from every bar. The dates stay where they are.
    """
    starts = np.arange(0, len(frame) - 1, length)
    mixed = np.random.default_rng(70_000 + seed).permutation(starts)
    order = (mixed[:, None] + np.arange(length)).ravel()
    return _reordered(frame, order[order < len(frame) - 1], demeaned=True)


def _reordered(
    frame: pd.DataFrame, order: NDArray[np.int64], *, demeaned: bool = False
) -> pd.DataFrame:
    """The first bar, then the others in an order."""
    prices = log(frame[list(COLUMNS)].to_numpy(np.float64))
    moves = (prices[1:] - prices[:-1, 3:])[order]
    if demeaned:
        moves = moves - moves[:, 3].mean()
    before = prices[0, 3] + np.concatenate([[0.0], np.cumsum(moves[:-1, 3])])
    after = exp(before[:, None] + moves)
    # Logarithms and back: the last digit of a high must not fall below its close.
    after[:, 1], after[:, 2] = after.max(axis=1), after.min(axis=1)
    volume = frame["Volume"].to_numpy(np.float64)[1:][order]
    rest = pd.DataFrame(np.column_stack([after, volume]), frame.index[1:], [*COLUMNS, "Volume"])
    return pd.concat([frame.iloc[:1], rest])
