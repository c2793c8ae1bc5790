"""Rows beside prices: read, checked for age and number, laid on the bars that could know them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.market.clock import all_in_utc
from trading.research.drafts import FindingDraft, no_data
from trading.research.sentences import Quantity, Text
from trading.research.types import Material

FloatArray = NDArray[np.float64]


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
