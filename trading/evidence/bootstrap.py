"""Intervals of the Sharpe ratio and the drawdown, by the stationary bootstrap.

Politis & Romano, "The Stationary Bootstrap", Journal of the American Statistical Association
89(428), 1994: blocks of bars of random length, in a circle. Importing this module imports numba.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from trading.evidence import kernels
from trading.evidence.answer import Answer, known, unknown
from trading.evidence.fixed_order import dot
from trading.evidence.series import SAME, faults

# How long the blocks of a bootstrap should be.

Floats = NDArray[np.float64]


def block_length(returns: Floats) -> float:
    """The mean length in bars for the stationary bootstrap of `returns` (n >= 3,); at least 1.

    Politis & White, "Automatic Block-Length Selection for the Dependent Bootstrap", Econometric
    Reviews 23(1), 2004, as corrected by Patton, Politis & White, ibid. 28(4), 2009, with the
    constants of `arch.bootstrap.optimal_block_length` (a test holds the two together; importing
    arch takes two seconds). Of returns that do not vary it is 1.
    """
    n = len(returns)
    centred = returns - returns.mean()
    most = math.ceil(min(3 * math.sqrt(n), n / 3))
    quiet = max(5, int(math.log10(n)))
    lags = min(math.ceil(math.sqrt(n)) + quiet, n - 2)
    covariances = np.array([dot(centred[k:], centred[: n - k]) for k in range(lags + 1)]) / n
    last = _last_lag(centred, covariances * n, quiet)
    ks = np.arange(1.0, last + 1)
    # A trapezoid: lags up to the half count whole, then ever less.
    weights = np.minimum(1.0, 2.0 * (1.0 - ks / last)) * covariances[1 : last + 1]
    slope, spread = 2.0 * dot(ks, weights), float(covariances[0] + 2.0 * weights.sum())
    if spread <= 0:
        return 1.0 if slope == 0 else float(most)
    wanted = math.cbrt(slope**2 / spread**2 * n)
    return min(max(1.0, wanted), float(most))


def _last_lag(centred: Floats, products: Floats, quiet: int) -> int:
    """Twice the lag after which `quiet` autocorrelations in a row say nothing, at least 2."""
    n, lags = len(centred), len(products) - 1
    band = 2 * math.sqrt(math.log10(n) / n)
    squares = np.cumsum(np.r_[0.0, centred**2])
    ks = np.arange(lags + 1)
    later, before = squares[n] - squares[ks + 1], squares[n - 1 - ks]
    sizes = np.sqrt(np.maximum(later * before, 0.0))
    strength = np.divide(np.abs(products), sizes, out=np.zeros(lags + 1), where=sizes > 0)
    loud = strength >= band
    for first in range(lags - quiet + 1):
        if not loud[first : first + quiet].any():
            return min(2 * max(first, 1), lags)
    return lags


RESAMPLES = 1_000
LEVEL = 0.95
LEAST = 20
"""Bars below which an interval would be no more than a row of the bars themselves."""
CHUNK = 128  # resamples drawn at a time


@dataclass(frozen=True, slots=True)
class Intervals:
    """Percentile intervals; `value` is the figure of the returns themselves.

    `sharpe` a bar, `drawdown` as a fraction of the peak (<= 0). `details` of each: `low`, `high`,
    `level`, `block` (mean length in bars), `resamples`.
    """

    sharpe: Answer
    drawdown: Answer


def intervals(
    returns: Floats,
    rng: np.random.Generator,
    *,
    resamples: int = RESAMPLES,
    level: float = LEVEL,
    block: float | None = None,
) -> Intervals:
    """What the Sharpe ratio and the deepest fall could as well have been.

    `returns` (n,), net a bar. `block` is the mean length of a block in bars, by `block_length`
    where it is not given. The same for the same state of `rng`. A resample in which nothing moves
    has a ratio of 0. Raises ValueError for a level outside 0..1, a block below 1 or no resample.
    """
    if not 0 < level < 1:
        raise ValueError(f"a level of {level} is not between 0 and 1")
    fault = _check(returns)
    if fault is not None:
        return Intervals(fault, fault)
    length = block_length(returns) if block is None else block
    found = draw(returns, rng, resamples=resamples, block=length)
    values = kernels.sharpe(returns, _floor(returns)), kernels.drawdown(returns)
    ends = np.quantile(found, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return Intervals(
        *(
            known(value, low=low, high=high, level=level, block=length, resamples=resamples)
            for value, low, high in zip(values, *ends.tolist(), strict=True)
        )
    )


def draw(returns: Floats, rng: np.random.Generator, *, resamples: int, block: float) -> Floats:
    """Sharpe ratio a bar and deepest fall of each resample, (resamples, 2).

    The draws are those of arch's StationaryBootstrap from the same generator: for each resample
    first n starts, then n uniform numbers. Raises ValueError for a block below one
    bar, or no resample.
    """
    if not block >= 1 or resamples < 1:
        raise ValueError(f"{resamples} resamples of blocks of {block} bars")
    n = len(returns)
    found = np.empty((resamples, 2))
    starts, draws = np.empty((CHUNK, n), dtype=np.int64), np.empty((CHUNK, n))
    for begin in range(0, resamples, CHUNK):
        out = found[begin : begin + CHUNK]
        for row in range(len(out)):
            starts[row] = rng.integers(n, size=n, dtype=np.int64)
            draws[row] = rng.random(n)
        rows = slice(0, len(out))
        floor = _floor(returns)
        kernels.figures(returns, starts[rows], draws[rows], 1.0 / block, floor, out)
    return found


def _floor(returns: Floats) -> float:
    return float(np.abs(returns).max()) * SAME


def _check(returns: Floats) -> Answer | None:
    if returns.ndim != 1:
        raise ValueError(f"returns have one dimension here, not {returns.ndim}")
    fault = faults(returns, least=LEAST)
    if fault is None and returns.min() < -1:
        return unknown("not_finite")
    return fault
