"""What could be found in planted prices by whoever knew the truth."""

from __future__ import annotations

from collections.abc import Mapping

from tests.lab.calibration.plan import PLANTED, Sort

ACHIEVABLE: Mapping[Sort, float] = {
    Sort(PLANTED, 0.35): 3.3,
    Sort(PLANTED, 0.2): 1.5,
    Sort(PLANTED, 0.15): 0.94,
    Sort(PLANTED, 0.1): 0.38,
    Sort("trend", 0.2): 1.6,
    Sort("trend", 0.15): 1.0,
    Sort("reversal", 0.05): 1.5,
    Sort("reversal", 0.03): 1.03,
    Sort("month", 0.33): 1.57,
    Sort("month", 0.23): 1.04,
}
"""The annual Sharpe ratio of the best template with its best parameters, net of .1 % a side, on 400
simulated years: what could be achieved by whoever knew the truth."""

STEPS = (1.0, 1.5)
_NEAR = 0.15  # of a step: effects of about its Sharpe ratio


def is_about(sort: Sort, step: float) -> bool:
    """Whether an effect's Sharpe ratio is about one of STEPS."""
    known = ACHIEVABLE.get(sort)
    return known is not None and abs(known - step) <= _NEAR
