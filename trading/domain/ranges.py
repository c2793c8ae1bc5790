"""Whether gates leave any of the values that a figure can have."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from trading.domain.criteria import COMPARE, Criterion
from trading.domain.figures import FIGURES


def meetable(gates: Sequence[Criterion]) -> bool:
    """Whether some value of the figure that all `gates` judge passes them all.

    Where any does, one of these does: the ends of the range, the thresholds, what lies between
    two of them or beyond them.
    """
    if not gates:
        return True
    low, high = FIGURES[gates[0].name].bounds
    marks = sorted({low, high, *(gate.threshold for gate in gates)})
    known = [mark for mark in marks if math.isfinite(mark)]
    between = [(one + other) / 2 for one, other in pairwise(known)]
    beyond = [math.nextafter(known[0], -math.inf), math.nextafter(known[-1], math.inf)]
    values = [value for value in (*known, *between, *beyond) if low <= value <= high]
    return any(all(COMPARE[gate.operator](v, gate.threshold) for gate in gates) for v in values)
