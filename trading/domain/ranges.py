"""Between what values a figure can lie at all, and whether gates leave any of them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

from trading.domain.criteria import COMPARE, Criterion

_ANY = (-math.inf, math.inf)
_PART, _SIZE = (0.0, 1.0), (0.0, math.inf)

RANGES: Mapping[str, tuple[float, float]] = {
    **dict.fromkeys(("psr", "psr_above_luck", "dsr", "permutation_p", "pbo", "win_rate"), _PART),
    **dict.fromkeys(("exposure", "enough_evidence", "luck_p"), _PART),
    **dict.fromkeys(
        ("volatility", "max_drawdown", "profit_factor", "avg_trade_duration", "turnover"), _SIZE
    ),
    **dict.fromkeys(("costs_paid", "total_trades", "bars", "final_equity", "look_ahead"), _SIZE),
}
"""What is not here may be any number. A drawdown is judged by its size."""


def meetable(gates: Sequence[Criterion]) -> bool:
    """Whether some value of the figure that all `gates` judge passes them all.

    Where any does, one of these does: the ends of the range, the thresholds, what lies between
    two of them or beyond them.
    """
    if not gates:
        return True
    low, high = RANGES.get(gates[0].name, _ANY)
    marks = sorted({low, high, *(gate.threshold for gate in gates)})
    known = [mark for mark in marks if math.isfinite(mark)]
    between = [(one + other) / 2 for one, other in pairwise(known)]
    beyond = [math.nextafter(known[0], -math.inf), math.nextafter(known[-1], math.inf)]
    values = [value for value in (*known, *between, *beyond) if low <= value <= high]
    return any(all(COMPARE[gate.operator](v, gate.threshold) for gate in gates) for v in values)
