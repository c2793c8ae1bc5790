"""Event studies: what follows an event beyond the mean."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trading.research.inference.significance import student_p

FloatArray = NDArray[np.float64]
MINIMUM = 12  # events


class EventStudy(NamedTuple):
    """Mean abnormal return over the window (log), its t and p, and how many events counted."""

    mean: float
    t: float
    p_value: float
    n_events: int


def event_study(events: FloatArray, ahead: FloatArray, window: int) -> EventStudy | None:
    """Cumulated return of the `window` bars after each event, less the mean bar's, signed.

    `events`, shape (n,): +1 or -1 where one happens, 0 elsewhere; `ahead`: what each next bar pays.
    Windows don't overlap: an event within the window of the last counted one is left out, so that
    the cross-sectional t (Brown & Warner 1985, mean-adjusted) sees independent rows.
    None with fewer than MINIMUM events or without variance.
    """
    paid = np.where(np.isnan(ahead), 0.0, ahead)
    usual = float(np.nanmean(ahead)) if bool((~np.isnan(ahead)).any()) else 0.0
    total = np.concatenate([[0.0], np.cumsum(paid - usual)])
    last = len(ahead) - 2 - window
    kept, free = [], 0
    for at in np.flatnonzero(events).tolist():
        if free <= at <= last:
            kept.append(at)
            free = at + window
    if len(kept) < MINIMUM:
        return None
    where = np.asarray(kept)
    abnormal = events[where] * (total[where + window] - total[where])
    se = float(abnormal.std(ddof=1)) / math.sqrt(len(kept))
    if not se > 0.0:
        return None
    t = float(abnormal.mean()) / se
    return EventStudy(float(abnormal.mean()), t, student_p(t, len(kept) - 1), len(kept))
