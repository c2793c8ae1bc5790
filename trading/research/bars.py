"""Bars as arrays: returns that were, the return a decision earns, coarser bars."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.market.clock import all_in_utc
from trading.research.drafts import FindingDraft, no_data
from trading.research.sentences import Quantity, Text
from trading.research.types import Material
from trading.strategies.indicators.arithmetic import log

FloatArray = NDArray[np.float64]


# Rows beside prices: read, checked for age and number, laid on the bars that could know them.


@dataclass(frozen=True)
class Source:
    """What an agent needs: a kind of rows, numeric columns, how fresh and how many."""

    kind: str
    columns: tuple[str, ...]
    fresh_days: int
    least: int


def read(material: Material, source: Source) -> pd.DataFrame | FindingDraft:
    """The usable rows in order of available_at, or the draft that says why there are none.

    A row counts if all the source's columns hold finite numbers. NO_DATA: no rows or a column is
    missing; STALE: the newest is more than `fresh_days` before the end of train; INSUFFICIENT:
    fewer than `least`.
    """
    given = material.auxiliary.get(source.kind)
    if given is None or given.empty:
        return no_data(source.kind, source.kind)
    if any(column not in given.columns for column in source.columns):
        return no_data(source.kind, "columns")
    rows = _numeric(given, source)
    if rows.empty:
        return no_data(source.kind, "columns")
    age = (material.end - rows["available_at"].iloc[-1]).days
    if age > source.fresh_days:
        return _unusable(source, rows, "STALE", age, source.fresh_days)
    if len(rows) < source.least:
        return _unusable(source, rows, "INSUFFICIENT", len(rows), source.least)
    return rows


def _numeric(given: pd.DataFrame, source: Source) -> pd.DataFrame:
    rows = pd.DataFrame({"available_at": pd.to_datetime(given["available_at"])})
    for column in source.columns:
        rows[column] = pd.to_numeric(given[column], errors="coerce").astype(np.float64)
    rows = rows.replace([np.inf, -np.inf], np.nan).dropna()
    return rows.sort_values("available_at", kind="stable", ignore_index=True)


def _unusable(
    source: Source, rows: pd.DataFrame, status: Any, has: int, limit: int
) -> FindingDraft:
    words = {"n": Quantity(has, "integer"), "needed": Quantity(limit, "integer")}
    key = "status.stale" if status == "STALE" else "status.few_rows"
    return FindingDraft(
        source.kind, Text(key, words), n_obs=len(rows), status=status, columns=source.columns,
        rows=rows["available_at"],
    )  # fmt: skip


def recent(rows: pd.DataFrame, material: Material, days: int) -> NDArray[np.bool_]:
    """Which rows became available in the last `days` of train."""
    since = material.end - pd.Timedelta(days=days)
    return (rows["available_at"] > since).to_numpy(bool)


def on_bars(times: pd.Series[Any], scores: FloatArray, index: pd.DatetimeIndex) -> FloatArray:
    """Mean score on the first bar stamped at or after each time, shape of index; NaN where none.

    A row of the afternoon of a daily bar's date thus counts from the next bar on.
    """
    at = all_in_utc(index).searchsorted(pd.DatetimeIndex(times), side="left")
    known = at < len(index)
    total = np.bincount(at[known], weights=scores[known], minlength=len(index))
    count = np.bincount(at[known], minlength=len(index))
    mean = np.full(len(index), np.nan)
    np.divide(total, count, out=mean, where=count > 0)
    return mean


def per_year(rows: pd.DataFrame) -> int:
    """Reports a year, by the median distance of their times: 1, 2, 4 or 12."""
    gaps = np.diff(rows["available_at"].to_numpy("datetime64[s]").astype(np.int64)) / 86_400
    usual = 365.25 / max(float(np.median(gaps)), 1.0) if len(gaps) else 1.0
    return min((1, 2, 4, 12), key=lambda many: abs(math.log(usual / many)))


@dataclass(frozen=True)
class Bars:
    """One series of n bars; arrays of shape (n,). `horizon`: original bars in each of these."""

    index: pd.DatetimeIndex
    open: FloatArray
    high: FloatArray
    low: FloatArray
    close: FloatArray
    volume: FloatArray
    bars_per_year: float
    horizon: int = 1

    @classmethod
    def of(cls, frame: pd.DataFrame, bars_per_year: float, horizon: int = 1) -> Bars:
        """The frame's bars, `horizon` of them made into one; a first, incomplete one is left out.

        Blocks are counted from the end, so that the newest bar is always whole.
        """
        whole = frame.iloc[len(frame) % horizon :] if horizon > 1 else frame
        o, h, lo, c, v = (
            whole[name].to_numpy(np.float64).reshape(-1, horizon)
            for name in ("Open", "High", "Low", "Close", "Volume")
        )
        index = pd.DatetimeIndex(whole.index[horizon - 1 :: horizon])
        return cls(
            index, o[:, 0].copy(), h.max(axis=1), lo.min(axis=1), c[:, -1].copy(), v.sum(axis=1),
            bars_per_year / horizon, horizon,
        )  # fmt: skip

    def part(self, start: int, stop: int) -> Bars:
        """The bars from `start` up to `stop`."""
        arrays = (self.open, self.high, self.low, self.close, self.volume)
        o, h, lo, c, v = (values[start:stop] for values in arrays)
        return Bars(self.index[start:stop], o, h, lo, c, v, self.bars_per_year, self.horizon)

    def __len__(self) -> int:
        return len(self.close)

    @cached_property
    def logs(self) -> FloatArray:
        """Logarithms of the closes."""
        return log(self.close)

    @cached_property
    def returns(self) -> FloatArray:
        """Log returns close to close, shape (n - 1,): the first is that of bar 1."""
        return np.diff(self.logs)

    @cached_property
    def ahead(self) -> FloatArray:
        """Log return of the bar a decision at this close can have: next open to the open after.

        NaN on the last two bars, whose next open but one is not known.
        """
        paid = np.full(len(self), np.nan)
        paid[:-2] = np.diff(log(self.open))[1:]
        return paid

    def past(self, bars: int) -> FloatArray:
        """Log return over the last `bars` bars; from the first bar where there are fewer."""
        before = np.maximum(np.arange(len(self)) - bars, 0)
        change: FloatArray = self.logs - self.logs[before]
        return change

    def span(self, years: float) -> int:
        """Bars in so many years, at least 1."""
        return max(1, round(self.bars_per_year * years))

    def scaled(self, bars: int) -> int:
        """A usual look-back of single bars, in these bars; at least 2."""
        return max(2, round(bars / self.horizon))

    @property
    def daily(self) -> bool:
        """One bar a trading day."""
        return self.horizon == 1 and 200 <= self.bars_per_year <= 370
