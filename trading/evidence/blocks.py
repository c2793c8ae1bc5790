"""Returns of several bars as one: long histories in little memory."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def blocks(returns: NDArray[Any], step: int) -> NDArray[Any]:
    """The sums over `step` bars each (n // step,); the first n % step bars are left out."""
    if step == 1:
        return returns
    count = len(returns) // step
    summed: NDArray[Any] = returns[len(returns) - count * step :].reshape(count, step).sum(axis=1)
    return np.asarray(summed, dtype=returns.dtype)
