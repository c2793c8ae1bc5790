"""Does a rule's position tell the bars that follow apart?"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trading.research.inference.significance import student_p

FloatArray = NDArray[np.float64]
MINIMUM = 30  # bars in each of the two states


class Timing(NamedTuple):
    """Returns (log, a bar) of the upper state beside those of the lower one.

    `spread`: difference of means, bias removed; `t`: Welch; `gain`: what the position, turned the
    way that pays, adds to the mean return a bar; `break_even`: the commission a side (fraction) at
    which that gain is gone, None when the position never changes.
    """

    n_obs: int
    spread: float
    t: float
    p_value: float
    upper: float
    lower: float
    gain: float
    break_even: float | None


def compare(position: FloatArray, ahead: FloatArray, past: FloatArray) -> Timing | None:
    """Mean of `ahead` after the upper state of `position` against the lower one.

    Arrays of shape (n,). `position` is known at the close: +1 against -1 (0 between them does not
    count), or +1 against 0; NaN: undefined. `ahead` is what the next bar pays, NaN at the end.
    `past` is the return over the bars the rule looks at: means of a finite sample are biased
    towards reversal by its difference over n (see `regression.predictive_slope`).
    The test of Brock, Lakonishok & LeBaron 1992 (buy against sell days), with unequal variances
    (Welch 1947). None with fewer than MINIMUM bars in either state, or without variance.
    """
    usable = ~(np.isnan(position) | np.isnan(ahead))
    low = -1.0 if bool((position[usable] < 0).any()) else 0.0
    upper, lower = usable & (position > 0), usable & (position == low)
    n_up, n_low = int(upper.sum()), int(lower.sum())
    if min(n_up, n_low) < MINIMUM:
        return None
    up, down = ahead[upper], ahead[lower]
    a, b = float(up.var(ddof=1)) / n_up, float(down.var(ddof=1)) / n_low
    if not a + b > 0.0:
        return None
    tilt = float(past[upper].mean()) - float(past[lower].mean())
    where = np.flatnonzero(usable)
    spread = float(up.mean() - down.mean()) + tilt / int(where[-1] - where[0] + 1)
    t = spread / math.sqrt(a + b)
    df = (a + b) ** 2 / (a**2 / (n_up - 1) + b**2 / (n_low - 1))
    gain, even = _worth(position, ahead, usable, 1.0 if spread > 0 else -1.0)
    return Timing(
        n_up + n_low, spread, t, student_p(t, df), float(up.mean()), float(down.mean()), gain, even
    )


def _worth(
    position: FloatArray, ahead: FloatArray, usable: NDArray[np.bool_], turn: float
) -> tuple[float, float | None]:
    """Gain a bar over holding the same share throughout, and the cost a side it can bear."""
    held, paid = position[usable] * turn, ahead[usable]
    gain = float((held * (paid - paid.mean())).mean())
    sides = float(np.abs(np.diff(held)).mean())
    return gain, (max(gain, 0.0) / sides if sides > 0.0 else None)


# Event studies: what follows an event beyond the mean.

MINIMUM_EVENTS = 12  # events


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
    if len(kept) < MINIMUM_EVENTS:
        return None
    where = np.asarray(kept)
    abnormal = events[where] * (total[where + window] - total[where])
    se = float(abnormal.std(ddof=1)) / math.sqrt(len(kept))
    if not se > 0.0:
        return None
    t = float(abnormal.mean()) / se
    return EventStudy(float(abnormal.mean()), t, student_p(t, len(kept) - 1), len(kept))
