"""How long a history's bars are, told from their times."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

_MINUTES_A_DAY = 1440
_BUSINESS_DAYS, _DAYS = 252.0, 365.0
_RUN_OF_DAYS, _RUN_OF_MINUTES = 5, 20  # longer steps in a row that are no gap but other bars

Longer = NDArray[np.bool_]


class Frequency(NamedTuple):
    """`name` as in 5min, 1h, 1d, 1w, 1mo; how many bars a year has; steps that are gaps."""

    name: str
    bars_per_year: float
    gaps: NDArray[np.intp]  # i: between bars i and i + 1 some are missing


class Mixed(ValueError):
    """Bars of different length: the first odd one, counted from 0."""

    def __init__(self, bar: int, frequency: str) -> None:
        self.bar, self.frequency = bar, frequency
        super().__init__(f"bar {bar}: not {frequency}")


class Unknown(ValueError):
    """Steps that are no usual length: the first bar that shows it, counted from 0."""

    def __init__(self, bar: int) -> None:
        self.bar = bar
        super().__init__(f"bar {bar}: no known frequency")


def infer(times: pd.DatetimeIndex) -> Frequency:
    """The frequency of strictly increasing times, 3 at least. Raises Mixed and Unknown.

    A step shorter than a bar's length shows mixed bars, and so do many longer ones in a row; a
    few longer ones are gaps.
    """
    if len(times) < 3:
        raise Unknown(len(times) - 1)
    minutes = np.diff(times.as_unit("us").asi8) / 60e6
    if np.all(times == times.normalize()):
        return _in_days(times, np.rint(minutes / _MINUTES_A_DAY))
    return _within_days(times, minutes)


def _in_days(times: pd.DatetimeIndex, days: NDArray[np.float64]) -> Frequency:
    # How long a step may be, and beyond which it is a gap: holidays shift and lengthen steps.
    weekends = bool(np.mean(times.day_of_week >= 5) > 0.1)
    longest = 1 if weekends else 5
    kinds = {
        "1d": (1, longest, _DAYS if weekends else _BUSINESS_DAYS),
        "1w": (5, 10, 52.0),
        "1mo": (25, 37, 12.0),
    }
    usual = int(np.bincount(days.astype(int)).argmax())
    name = {1: "1d", 7: "1w"}.get(usual, "1mo" if 28 <= usual <= 31 else "")
    if not name:
        raise Unknown(int(np.argmax(days == usual)) + 1)
    shortest, most, a_year = kinds[name]
    longer = days > most
    _refuse_mixed(days < shortest, longer, _RUN_OF_DAYS, name)
    return Frequency(name, a_year, np.flatnonzero(longer))


def _within_days(times: pd.DatetimeIndex, minutes: NDArray[np.float64]) -> Frequency:
    same_day = np.diff(times.normalize().asi8) == 0
    steps = minutes[same_day]
    lengths, counts = np.unique(steps, return_counts=True)
    usual = float(lengths[counts.argmax()]) if len(steps) else 0.0
    if usual < 1 or _MINUTES_A_DAY % usual:
        raise Unknown(int(np.argmax(same_day)) + 1)
    name = f"{usual / 60:.0f}h" if usual % 60 == 0 else f"{usual:.0f}min"
    longer = same_day & (minutes > usual)
    _refuse_mixed(minutes < usual, longer, _RUN_OF_MINUTES, name)
    weekends = bool(np.mean(times.day_of_week >= 5) > 0.1)
    a_day = float(np.median(np.unique(times.normalize().asi8, return_counts=True)[1]))
    a_year = a_day * (_DAYS if weekends else _BUSINESS_DAYS)
    return Frequency(name, a_year, np.flatnonzero(longer | (minutes > 5 * _MINUTES_A_DAY)))


def _refuse_mixed(shorter: Longer, longer: Longer, run: int, name: str) -> None:
    if shorter.any():
        raise Mixed(int(shorter.argmax()) + 1, name)
    if len(longer) >= run:
        rows = np.lib.stride_tricks.sliding_window_view(longer, run).all(axis=1)
        if rows.any():
            raise Mixed(int(rows.argmax()) + 1, name)
