"""Steps that several indicators share."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def divide(top: Array, bottom: Array) -> Array:
    """top / bottom, undefined (NaN) wherever that is no finite number."""
    with np.errstate(all="ignore"):
        ratio = np.true_divide(top, bottom)
    return np.where(np.isfinite(ratio), ratio, np.nan)


def lag(source: Array, length: int) -> Array:
    """The value `length` bars ago."""
    values = np.asarray(source, dtype=float)
    past = np.full(len(values), np.nan)
    past[length:] = values[: max(len(values) - length, 0)]
    return past
