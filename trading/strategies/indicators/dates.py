"""Where a bar stands in the week, the month and the year."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

Array = NDArray[np.float64]


def calendar(dates: pd.DatetimeIndex) -> tuple[Array, Array, Array, Array, Array]:
    """Day of the week (Monday 0), day of the month, month (1-12), weekday of the month, and left.

    The last two count Mondays to Fridays: 1 is the first of the month, 0 left is its last. Both
    are known in advance from the date alone; holidays are not taken out.
    """
    index = pd.DatetimeIndex(dates).tz_localize(None)  # the day where it trades
    days = index.values.astype("datetime64[D]")
    months = days.astype("datetime64[M]")
    first, following = months.astype("datetime64[D]"), (months + 1).astype("datetime64[D]")
    weekday_of_month = np.busday_count(first, days + 1).astype(float)
    weekdays_left = np.busday_count(days + 1, following).astype(float)
    return (
        index.day_of_week.to_numpy(dtype=float),
        index.day.to_numpy(dtype=float),
        index.month.to_numpy(dtype=float),
        weekday_of_month,
        weekdays_left,
    )
