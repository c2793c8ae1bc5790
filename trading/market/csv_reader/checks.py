"""What prices must be, whatever the market: the bars that are not, by line and column."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.market.csv_reader.table import CsvTable

from .collecting import MOST

LOWEST, HIGHEST = 1e-9, 1e9  # a price in any currency; beyond, a slip of the decimals
MOST_TRADED = 1e15
ROUNDING = 2.0**-21
"""Relative: how far a price may lie beyond its bar by being kept in single precision (2^-24 each)
or adjusted there; beyond, it is a fault."""
_SEEN = 1e-9  # relative: less is no more than how numbers are written

Numbers = Mapping[str, NDArray[np.float64]]
Fault = tuple[int, int, str, str, dict[str, object]]


def check_numbers(table: CsvTable, columns: Numbers) -> None:
    """Raises MarketError for the first row with a price or volume that cannot be.

    not_positive, absurd, high_below_low, outside, negative. Where faults are collected: the first
    of each row. What is NaN is left alone.
    """
    found: list[Fault] = []

    def note(bad: NDArray[np.bool_], code: str, name: str, **params: NDArray[np.float64]) -> None:
        if bad.any():
            for row in _first(table, bad):
                said: dict[str, object] = {key: f"{v[row]:.10g}" for key, v in params.items()}
                found.append((row, len(found), code, name, said))

    everywhere = np.ones(len(table.rows))
    for name in (name for name in columns if name != "Volume"):
        note(columns[name] <= 0, "not_positive", name)
        beyond = (columns[name] < LOWEST) | (columns[name] > HIGHEST)
        note(beyond, "absurd", name, low=LOWEST * everywhere, high=HIGHEST * everywhere)
    high, low = columns["High"], columns["Low"]
    note(high < low * (1 - ROUNDING), "high_below_low", "High", low=low)
    for name in ("Open", "Close"):
        outside = (columns[name] > high * (1 + ROUNDING)) | (columns[name] < low * (1 - ROUNDING))
        note(outside, "outside", name, low=low, high=high)
    if "Volume" in columns:
        note(columns["Volume"] < 0, "negative", "Volume")
        beyond = columns["Volume"] > MOST_TRADED
        note(beyond, "absurd", "Volume", low=0 * everywhere, high=MOST_TRADED * everywhere)
    before = -1
    for row, _order, code, name, said in sorted(found, key=lambda fault: fault[:2]):
        if row != before:
            table.note(code, row, name, **said)
        before = row


def beyond_by_rounding(columns: Numbers) -> int:
    """How many bars have an open or close beyond their low or high; `check_numbers` found it to be
    no more than rounding."""
    inner = [columns["Open"], columns["Close"]]
    above = np.maximum(*inner) > columns["High"] * (1 + _SEEN)
    below = np.minimum(*inner) < columns["Low"] * (1 - _SEEN)
    return int(np.count_nonzero(above | below))


def check_order(table: CsvTable, times: pd.DatetimeIndex) -> None:
    """Raises MarketError unless the times rise: duplicate_date, unsorted_dates."""
    steps = np.diff(times.asi8)
    if not (steps <= 0).any():
        return
    for row in _first(table, np.concatenate([[False], steps <= 0])):
        other, code = row - 1, "unsorted_dates"
        earlier = np.flatnonzero(times.asi8[:row] == times.asi8[row])
        if len(earlier):
            other, code = int(earlier[0]), "duplicate_date"
        params = {"other": table.cell(other, "Date"), "other_line": table.lines[other]}
        table.note(code, row, "Date", **params)


def _first(table: CsvTable, bad: NDArray[np.bool_]) -> list[int]:
    """The first row at fault; the first MOST, where faults are collected."""
    if table.faults is None:
        return [int(bad.argmax())]
    return [int(row) for row in np.flatnonzero(bad)[:MOST]]
