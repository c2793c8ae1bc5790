"""A dataset as its page shows it: its rows, its openings, its bars before the holdout."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from django.utils.translation import gettext, gettext_noop

from trading.models import Dataset, HoldoutOpening, Strategy
from trading.storage import SegmentExtent, Visible

MOST_CANDLES = 4_000
"""Beyond so many, several bars share a candle: no screen shows more."""

_LONG, _MIDDLE = pd.Timedelta(days=3 * 366), pd.Timedelta(days=62)
_BLOCK = 5_000  # lines of a file that are sent at a time
_DIGITS = 6  # significant ones, of a price on a chart


class Period(NamedTuple):
    """A year, a month or a day in numbers. `volume` is None where there is none."""

    label: str
    bars: int
    open: float
    high: float
    low: float
    close: float
    change: float
    volume: float | None


def summary(frame: pd.DataFrame) -> list[Period]:
    """The bars by year; of short histories by month, of very short ones by day."""
    times = pd.DatetimeIndex(frame.index)
    span = times[-1] - times[0]
    form = "%Y" if span > _LONG else "%Y-%m" if span > _MIDDLE else "%Y-%m-%d"
    periods = _grouped(frame, pd.Index(times.strftime(form)))
    closes = [frame["Open"].iloc[0], *periods["Close"].tolist()[:-1]]
    return [
        Period(
            label=str(label),
            bars=int(row["bars"]),
            open=float(row["Open"]),
            high=float(row["High"]),
            low=float(row["Low"]),
            close=float(row["Close"]),
            change=float(row["Close"] / before - 1),
            volume=None if math.isnan(row["Volume"]) else float(row["Volume"]),
        )
        for (label, row), before in zip(periods.iterrows(), closes, strict=True)
    ]


def series(visible: Visible) -> dict[str, Any]:
    """What the chart draws: columns of candles, and where the segments lie. Plain JSON.

    `time` is in seconds since 1970. `every` bars share a candle. Of the holdout there is its
    extent alone.
    """
    frame = visible.frame
    every = math.ceil(len(frame) / MOST_CANDLES)
    times = pd.DatetimeIndex(frame.index)
    if every > 1:
        groups = np.arange(len(frame)) // every
        times = times[::every]
        frame = _grouped(frame, pd.Index(groups))
    volume = frame["Volume"]
    return {
        "every": every,
        "time": _seconds(times),
        **{name.lower(): _rounded(frame[name]) for name in ("Open", "High", "Low", "Close")},
        "volume": None if volume.isna().all() else [int(one) for one in volume.fillna(0)],
        "segments": [_extent(part) for part in visible.parts],
    }


def csv_blocks(visible: Visible) -> Iterator[str]:
    """The bars before the holdout as CSV, some thousand lines at a time, numbers in full."""
    frame = visible.frame
    times = pd.DatetimeIndex(frame.index)
    daily = bool((times == times.normalize()).all())
    form = "%Y-%m-%d" if daily else "%Y-%m-%dT%H:%M:%S" + ("%z" if times.tz else "Z")
    names = [name for name in frame.columns if not frame[name].isna().all()]
    yield _lines([["Date", *names]])
    for start in range(0, len(frame), _BLOCK):
        part = frame.iloc[start : start + _BLOCK]
        written = pd.DatetimeIndex(part.index).strftime(form)
        columns = [[repr(float(value)) for value in part[name]] for name in names]
        yield _lines(zip(written, *columns, strict=True))


def _grouped(frame: pd.DataFrame, groups: pd.Index) -> pd.DataFrame:
    found = frame.groupby(groups, sort=False)
    bars = {"Open": "first", "High": "max", "Low": "min", "Close": "last"}
    grouped = found.agg(bars)
    grouped["Volume"] = found["Volume"].sum(min_count=1)
    grouped["bars"] = found.size()
    return grouped


def _extent(part: SegmentExtent) -> dict[str, Any]:
    first, last = _seconds(pd.DatetimeIndex([part.first, part.last]))
    return {"name": part.name, "bars": part.bars, "from": first, "to": last}


def _seconds(times: pd.DatetimeIndex) -> list[int]:
    """As the clocks show them where the bars trade: a chart draws them as they are."""
    return [int(value) for value in times.tz_localize(None).as_unit("s").asi8]


def _rounded(values: pd.Series[float]) -> list[float]:
    return [float(f"{value:.{_DIGITS}g}") for value in values]


def _lines(rows: Any) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


# What openings are recorded for, as the page puts it into the reader's language.
PURPOSES = (
    gettext_noop("final check of a development"),
    gettext_noop("backtest by command"),
    gettext_noop("backtest"),
    gettext_noop("second look"),
)


class Versions(NamedTuple):
    """A ticker in the list: its newest version, and those before it."""

    newest: Any
    older: list[Dataset]


class OpeningLine(NamedTuple):
    """One look at sealed bars. `who` and `strategy` are None where they are not the reader's.

    `purpose` then leaves out a person's own words, which follow a colon.
    """

    opening: HoldoutOpening
    purpose: str
    who: str | None
    strategy: Strategy | None
    own_version: bool


def openings(
    rows: Iterable[HoldoutOpening],
    dataset: Dataset,
    strategies: Mapping[int, Strategy],
    reader: Any,
    *,
    sees_all: bool,
) -> list[OpeningLine]:
    """Openings with what the reader may know of them.

    `strategies` are those that one may see, by the run that opened.
    """
    lines = []
    for row in rows:
        named = row.user is not None and (sees_all or row.user_id == reader.pk)
        lines.append(
            OpeningLine(
                opening=row,
                purpose=gettext(row.purpose if named else row.purpose.partition(":")[0]),
                who=row.user.get_username() if named and row.user else None,
                strategy=strategies.get(row.run_id or 0),
                own_version=row.dataset_id == dataset.pk,
            )
        )
    return lines
