"""The luck of many tries: the Sharpe ratio that the best of them shows without any skill."""

from __future__ import annotations

import math
from statistics import NormalDist

_NORMAL = NormalDist()
_EULER = 0.5772156649015329


def expected_maximum(trials: int, deviation: float) -> float:
    """The best Sharpe ratio that `trials` independent tries without any skill lead one to expect.

    `deviation` is the standard deviation of the tries' ratios. E[max] = deviation ((1 - g)
    z(1 - 1/N) + g z(1 - 1/(N e))), g Euler's constant, z the normal quantile: Bailey & Lopez de
    Prado, "The Deflated Sharpe Ratio", Journal of Portfolio Management 40(5), 2014. 0 for one try.
    """
    if trials <= 1:
        return 0.0
    first = _NORMAL.inv_cdf(1.0 - 1.0 / trials)
    second = _NORMAL.inv_cdf(1.0 - 1.0 / (trials * math.e))
    return deviation * ((1.0 - _EULER) * first + _EULER * second)


def luck(tries: int, returns: int, bars_per_year: float = 1.0) -> float:
    """The Sharpe ratio of the best of `tries` independent ones without skill, over so many returns.

    Annual with `bars_per_year`, else a bar's. n returns without any skill give a ratio by
    themselves a standard deviation of 1/sqrt(n - 1).
    """
    return expected_maximum(tries, 1.0 / math.sqrt(max(returns - 1, 1))) * math.sqrt(bars_per_year)
