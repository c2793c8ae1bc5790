"""Seasons of daily bars: weekday, turn of the month, winter half, month of the year.

The calendar is known in advance: a decision at the close knows what day the next bar is.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trading.research.bars import Bars
from trading.research.inference.timing import compare
from trading.research.rules import Rule
from trading.research.words import Quantity, Text

FloatArray = NDArray[np.float64]
TURN = 3  # first bars of a month, with the last one of the month before (Lakonishok & Smidt 1988)
WINTER = (11, 12, 1, 2, 3, 4)  # Bouman & Jacobsen 2002


def seasons(bars: Bars) -> list[Rule]:
    """The four rules; none unless bars are daily."""
    if not bars.daily:
        return []
    weekdays, months = np.asarray(bars.index.day_of_week), np.asarray(bars.index.month)
    return [
        _turn_of_month(bars, months),
        _winter(months),
        *_best_of("weekday", weekdays, bars, "day"),
        *_best_of("month", months, bars, "month"),
    ]


def _known(position: NDArray[np.bool_]) -> FloatArray:
    """What holds of the next bar, by the bar that decides; unknown on the last."""
    shifted = np.full(len(position), np.nan)
    shifted[:-1] = position[1:]
    return shifted


def _turn_of_month(bars: Bars, months: NDArray[np.int32]) -> Rule:
    first = np.concatenate([[True], months[1:] != months[:-1]])
    starts = np.maximum.accumulate(np.where(first, np.arange(len(bars)), 0))
    place = np.arange(len(bars)) - starts
    last = np.concatenate([first[1:], [False]])
    position = _known((place < TURN) | last)
    position[:TURN] = np.nan  # the first month may have begun earlier
    params = {"first": TURN, "last": 1}
    return Rule("turn_of_month", position, 0, "seasonality", None, params=params, columns=("Open",))


def _winter(months: NDArray[np.int32]) -> Rule:
    return Rule("winter", _known(np.isin(months, WINTER)), 0, "seasonality", None,
                params={"months": list(WINTER)}, columns=("Open",))  # fmt: skip


def _best_of(name: str, groups: NDArray[np.int32], bars: Bars, key: str) -> list[Rule]:
    """The group that differs most from the rest; its p-value pays for all that were looked at."""
    nothing = np.zeros(len(bars))
    seen = []
    for group in np.unique(groups):
        position = _known(groups == group)
        if timing := compare(position, bars.ahead, nothing):
            seen.append((abs(timing.t), int(group), position))
    if not seen:
        return []
    _, group, position = max(seen, key=lambda one: one[0])
    return [
        Rule(
            name,
            position,
            0,
            "seasonality",
            "seasonality",
            params={key: group},
            words={"which": Text(f"{name}s.d{group}"), "looked": Quantity(len(seen), "integer")},
            columns=("Open",),
            looked_at=len(seen),
        )
    ]
