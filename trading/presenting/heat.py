"""Numbers as steps of a colour: four below zero, four above, and zero between."""

from __future__ import annotations

import math
from collections.abc import Iterable

STEPS = 4


def scale_of(values: Iterable[float | None]) -> float:
    """What the last step stands for: the largest size but for the twentieth beyond all others."""
    sizes = sorted(abs(value) for value in values if value)
    return sizes[max(0, math.ceil(0.95 * len(sizes)) - 1)] if sizes else 1.0


def heat(value: float | None, scale: float) -> str:
    """The class of a cell: m4 ... m1, z, p1 ... p4; empty for no value."""
    if value is None:
        return ""
    if not value:
        return "z"
    step = min(STEPS, max(1, math.ceil(STEPS * abs(value) / scale - 1e-9)))
    return f"{'p' if value > 0 else 'm'}{step}"
