"""What could be found in planted prices by whoever knew the truth."""

from __future__ import annotations

import math
from collections.abc import Mapping

from tests.lab.calibration.plan import PLANTED, SWINGS, Sort

ACHIEVABLE: Mapping[Sort, float] = {
    Sort(PLANTED, 0.35): 4.01,
    Sort(PLANTED, 0.215): 1.98,
    Sort(PLANTED, 0.2): 1.76,
    Sort(PLANTED, 0.18): 1.50,
    Sort(PLANTED, 0.15): 1.08,
    Sort(PLANTED, 0.1): 0.48,
    Sort("trend", 0.235): 2.01,
    Sort("trend", 0.2): 1.53,
    Sort("trend", 0.15): 0.95,
    Sort("reversal", 0.05): 2.10,
    Sort("reversal", 0.03): 1.65,
    Sort("reversal", 0.025): 1.50,
    Sort("reversal", 0.01): 0.97,
    Sort("month", 0.33): 1.93,
    Sort("month", 0.26): 1.50,
    Sort("month", 0.23): 1.31,
    Sort("month", 0.18): 0.99,
    Sort("volatility", 0.135): 2.01,
    Sort("volatility", 0.1): 1.48,
    Sort("volatility", 0.07): 1.02,
    Sort(SWINGS, 0.265): 2.03,
    Sort(SWINGS, 0.21): 1.51,
    Sort(SWINGS, 0.16): 1.02,
}
"""The annual Sharpe ratio of the best rule of the spec language with its best parameters, net of
.1 % a side, over 1,138 simulated years on which it was not chosen. `oracle.py` computes it."""

STEPS = (1.0, 1.5, 2.0)
_NEAR = 0.15  # of a step: effects of about its Sharpe ratio


def is_about(sort: Sort, step: float) -> bool:
    """Whether an effect's Sharpe ratio is about one of STEPS."""
    return distance(sort, step) <= _NEAR


def distance(sort: Sort, step: float) -> float:
    """How far an effect's Sharpe ratio is from a step; infinite where it is not known."""
    return round(abs(ACHIEVABLE.get(sort, math.inf) - step), 3)
