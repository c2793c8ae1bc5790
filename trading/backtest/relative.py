"""A rule's returns against a benchmark's: alpha, beta and correlation."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from trading.backtest.curves import returns

Floats = NDArray[np.float64]
LEAST_RETURNS = 2  # fewer have no spread


@dataclass(frozen=True)
class Relative:
    """How returns a bar go with those of a benchmark, over `bars` bars that both have.

    `alpha` is Jensen's, a year and without a rate for cash ("The Performance of Mutual Funds in the
    Period 1945-1964", Journal of Finance 23(2), 1968): the mean return that `beta` times the
    benchmark's does not explain. A benchmark that never moves has neither beta nor correlation;
    alpha is then the mean return a year.
    """

    bars: int
    alpha: float | None
    beta: float | None
    correlation: float | None


def relative(equity: Floats, benchmark: Floats, bars_per_year: float) -> Relative:
    """The equity of a rule against a benchmark's value, both (bars,); NaN where it has none.

    A return goes from one bar that both have to the next such bar.
    """
    known = np.isfinite(benchmark)
    own, other = returns(equity[known]), returns(benchmark[known])
    bars = int(known.sum())
    if len(own) < LEAST_RETURNS:
        return Relative(bars, None, None, None)
    year = bars_per_year * len(own) / max(1, int(np.flatnonzero(known)[-1] - known.argmax()))
    apart_own, apart_other = own - own.mean(), other - other.mean()
    spread = float((apart_other**2).sum())
    if spread == 0.0:
        return Relative(bars, float(own.mean()) * year, None, None)
    beta = float((apart_own * apart_other).sum()) / spread
    both = math.sqrt(float((apart_own**2).sum()) * spread)
    correlation = float((apart_own * apart_other).sum()) / both if both > 0 else None
    return Relative(bars, float(own.mean() - beta * other.mean()) * year, beta, correlation)
