"""How sure one can be of a Sharpe ratio. All ratios are a bar's, not a year's."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_NORMAL = NormalDist()
_ROUNDING = 1e-5
"""Returns that vary by less than this part of their mean do so by the rounding of prices."""


def sharpe_ratio(returns: NDArray[np.float64]) -> float | None:
    """Mean over standard deviation (ddof=1) of a series of returns, shape (n,).

    None for fewer than two returns, for returns that do not vary or are not all finite.
    """
    if returns.size < 2 or not np.all(np.isfinite(returns)):
        return None
    deviation = float(np.std(returns, ddof=1))
    mean = float(np.mean(returns))
    scale = float(np.max(np.abs(returns)))
    if deviation <= max(scale * 1e-12, abs(mean) * _ROUNDING):
        return None
    return mean / deviation


class Moments(NamedTuple):
    """What the certainty of a Sharpe ratio hangs on: `ratio` a bar, raw `kurtosis` (3: normal)."""

    ratio: float
    bars: int
    skew: float
    kurtosis: float


def moments(returns: NDArray[np.float64]) -> Moments | None:
    """The moments of a series of returns, shape (n,); None where its ratio is undefined."""
    ratio = sharpe_ratio(returns)
    if ratio is None:
        return None
    deviations = returns - returns.mean()
    # numpy's power differs from processor to processor; products do not.
    squares = deviations * deviations
    variance = float(np.mean(squares))
    skew = float(np.mean(squares * deviations)) / (variance * math.sqrt(variance))
    kurtosis = float(np.mean(squares * squares)) / (variance * variance)
    return Moments(ratio, int(returns.size), skew, kurtosis)


def sharpe_score(known: Moments | None, benchmark: float = 0.0) -> float | None:
    """How many standard errors a Sharpe ratio lies above `benchmark`; None where it is undefined.

    z = (SR - SR*) sqrt(n - 1) / sqrt(1 - skew SR + (kurtosis - 1)/4 SR^2), with the raw
    kurtosis: Bailey & Lopez de Prado, "The Sharpe Ratio Efficient Frontier", Journal of Risk
    15(2), 2012.
    """
    if known is None:
        return None
    spread = 1.0 - known.skew * known.ratio + (known.kurtosis - 1.0) / 4.0 * known.ratio**2
    if spread <= 0:
        return None
    return (known.ratio - benchmark) * math.sqrt(known.bars - 1) / math.sqrt(spread)


def probabilistic_sharpe_ratio(known: Moments | None, benchmark: float = 0.0) -> float | None:
    """The probability that the true Sharpe ratio is above `benchmark`, 0..1: PSR = Phi(z).

    None where the ratio, or its score, is undefined.
    """
    score = sharpe_score(known, benchmark)
    return None if score is None else _NORMAL.cdf(score)
