"""What a strategy says on each bar."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Signals:
    """What a spec says on each of n bars, known at that bar's close; arrays of shape (n,)."""

    long_entry: NDArray[np.bool_]
    long_exit: NDArray[np.bool_]
    short_entry: NDArray[np.bool_]
    short_exit: NDArray[np.bool_]
    size: NDArray[np.float64]  # fraction of equity in (0, 1], for an entry decided at that bar
    warmup: int  # first bar at which every indicator is defined
    stop_loss: float | None  # fractions of the close of the bar that decided the entry
    take_profit: float | None
    trailing_stop: float | None  # fraction of the best close since
    time_stop: int | None  # bars held at most
