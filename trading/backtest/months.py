"""Returns by month and by year."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Year:
    """A year's returns: of each month that has any, and of the whole, compounded."""

    year: int
    months: dict[int, float]
    total: float


def by_year(times: pd.DatetimeIndex, gained: Floats) -> list[Year]:
    """Returns a bar (n,), dated by the bars they end on, compounded to months and years."""
    years = times.year.to_numpy()
    months = times.month.to_numpy()
    found = []
    for year in np.unique(years):
        here = years == year
        each = {
            int(month): compounded(gained[here & (months == month)])
            for month in np.unique(months[here])
        }
        found.append(Year(int(year), each, compounded(gained[here])))
    return found


def compounded(gained: Floats) -> float:
    """The return over several bars."""
    return float(np.prod(1 + gained) - 1)
