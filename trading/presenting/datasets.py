"""A dataset for its page: its rows, openings and bars before the holdout; and the preview of a
file."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, gettext_noop, pgettext_lazy
from django.utils.translation import gettext as _

from trading.market.csv_reader import Layout
from trading.market.errors import MarketError
from trading.models import Dataset, HoldoutOpening, Strategy
from trading.presenting.numbers import NONE, significant_digits
from trading.storage import SegmentExtent, Visible

MOST_CANDLES = 4_000
"""The most candles: with more bars, several share a candle, as no screen shows more."""

_LONG, _MIDDLE = pd.Timedelta(days=3 * 366), pd.Timedelta(days=62)
_BLOCK = 5_000  # lines of a file that are sent at once
_DIGITS = 6  # significant digits of a price on a chart


class Period(NamedTuple):
    """A year, a month or a day as numbers. `volume` is None where it is unknown."""

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
    """The chart's data as plain JSON: columns of candles, and the places of the segments.

    `time` is in seconds since 1970. `every` bars share a candle. Of the holdout there is only the
    extent.
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
    """Times by the exchange's clock: a chart draws them as they are."""
    return [int(value) for value in times.tz_localize(None).as_unit("s").asi8]


def _rounded(values: pd.Series[float]) -> list[float]:
    return [float(f"{value:.{_DIGITS}g}") for value in values]


def _lines(rows: Any) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


# The purposes of openings in the reader's language.
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


# The preview of a file, and its faults.

_PREFIX = "line %(line)s"
_DELIMITERS: Mapping[str, str | Promise] = {
    ",": gettext_lazy("comma"),
    ";": gettext_lazy("semicolon"),
    "\t": gettext_lazy("tab"),
    "|": gettext_lazy("vertical bar"),
}
_COLUMNS: Mapping[str, str | Promise] = {
    "Date": gettext_lazy("Date"),
    "Time": gettext_lazy("Time"),
    "Open": pgettext_lazy("of a bar", "Open"),
    "High": pgettext_lazy("of a bar", "High"),
    "Low": pgettext_lazy("of a bar", "Low"),
    "Close": pgettext_lazy("of a bar", "Close"),
    "Volume": gettext_lazy("Volume"),
    "Adj Close": gettext_lazy("Adjusted close"),
    "available_at": gettext_lazy("Known from"),
}
# The reading errors name command-line options; these do not.
_SAID: Mapping[str, str | Promise] = {
    "ambiguous_dates": gettext_lazy("may be day/month or month/day, and no other row tells"),
    "ambiguous_decimal": gettext_lazy("may have thousands or decimals, and no other number tells"),
}
_UTF8 = gettext_lazy("Save the file as “CSV UTF-8” and choose it again.")
_SORT = gettext_lazy("Sort the rows by date, the oldest first.")
_NUMBER = gettext_lazy("Write a plain number, or delete the row.")
_CSV = gettext_lazy("Export the table as CSV and choose that file.")
_QUOTES = gettext_lazy("Look at the separators and quotes of this line.")
MEND: Mapping[str, str | Promise] = {
    "missing": gettext_lazy("Fill it in, or delete the row."),
    "nan": _NUMBER,
    "text": _NUMBER,
    "infinite": _NUMBER,
    "ambiguous_decimal": gettext_lazy("Choose the decimal sign below."),
    "not_positive": gettext_lazy("Prices must be above zero: correct it, or delete the row."),
    "negative": gettext_lazy("Correct it, or set the cell to 0."),
    "absurd": gettext_lazy("Look at the decimal sign, and at the column."),
    "high_below_low": gettext_lazy("Have high and low changed places?"),
    "outside": gettext_lazy(
        "Open and close must lie between low and high: correct the one that does not."
    ),
    "no_values": gettext_lazy("Give one number at least."),
    "bad_date": gettext_lazy("Write it as 2020-12-31 or 31/12/2020."),
    "ambiguous_dates": gettext_lazy("Choose below which comes first."),
    "contradicting_dates": gettext_lazy("Write all dates in one order."),
    "mixed_zones": gettext_lazy("Give all times a zone, or none."),
    "no_such_time": gettext_lazy("Look at the time zone below."),
    "duplicate_date": gettext_lazy("Keep one of the two rows."),
    "unsorted_dates": _SORT,
    "future": gettext_lazy("Delete the row: it has no price yet."),
    "mixed_frequency": gettext_lazy("Keep bars of one length in a file."),
    "unknown_frequency": gettext_lazy("Keep bars of one usual length, without holes."),
    "row_length": _QUOTES,
    "not_csv": _QUOTES,
    "missing_column": gettext_lazy("Add the column, or name it so in the header."),
    "repeated_column": gettext_lazy("Delete one of them, or rename it."),
    "no_columns": gettext_lazy("Let the first line name the columns, with signs between them."),
    "no_rows": gettext_lazy("Choose the file that holds the rows."),
    "too_few_bars": gettext_lazy("Choose a longer history."),
    "too_large": gettext_lazy("Shorten it, or ask who runs this site to import it."),
    "empty": gettext_lazy("Choose the file that holds the rows."),
    "not_text": _CSV,
    "nul": _CSV,
    "utf16": _UTF8,
    "not_utf8": _UTF8,
}


class UploadFaultLine(NamedTuple):
    """A fault's place, what is wrong, and what to do; without a place it concerns the whole
    file."""

    line: Any
    column: str
    value: str
    message: str
    mend: str


class ColumnMatch(NamedTuple):
    """How a column of the file was understood."""

    ours: str
    theirs: str


def fault_lines(faults: Iterable[MarketError]) -> list[UploadFaultLine]:
    """Faults as rows of a table."""
    return [
        UploadFaultLine(
            line=fault.values.get("line", ""),
            column=str(fault.values.get("column", "")),
            value=str(fault.values.get("value", "")),
            message=_sentence(fault),
            mend=str(MEND.get(fault.code, "")),
        )
        for fault in faults
    ]


def _sentence(fault: MarketError) -> str:
    """The fault without its place, which has columns of its own."""
    if fault.code in _SAID:
        return str(_SAID[fault.code])
    template = _(fault.template)
    if fault.template.startswith(_PREFIX):
        template = template.split(": ", 1)[1]
    return template % fault.values


def columns(layout: Layout) -> list[ColumnMatch]:
    """The columns that were recognised, in our order."""
    return [ColumnMatch(column(ours), theirs) for ours, theirs in layout.columns.items()]


def column(name: str) -> str:
    """The name of a column."""
    return str(_COLUMNS.get(name, name.replace("_", " ")))


def delimiter(layout: Layout) -> str:
    """The name of the sign between columns."""
    return str(_DELIMITERS[layout.delimiter])


_COUNTED: Mapping[str, str | Promise] = {
    "s": gettext_lazy("seconds since 1970, UTC"),
    "ms": gettext_lazy("thousandths of a second since 1970, UTC"),
    "us": gettext_lazy("millionths of a second since 1970, UTC"),
    "ns": gettext_lazy("billionths of a second since 1970, UTC"),
    "d": gettext_lazy("days as a spreadsheet counts them"),
}


def counted(layout: Layout) -> str:
    """The unit of numeric times; "" where they are dates."""
    return str(_COUNTED.get(layout.counted, ""))


def taken(layout: Layout) -> str:
    """How the file was understood, on one line."""
    names = ", ".join(f"{theirs} = {column(ours)}" for ours, theirs in layout.columns.items())
    unit = counted(layout)
    return f"{names} ({unit})" if unit else names


def table(first: pd.DataFrame) -> tuple[list[str], list[list[str]]]:
    """The header and the first rows, as they were read."""
    frame = first if "available_at" in first.columns else first.reset_index()
    shown = frame.dropna(axis="columns", how="all")
    rows = [[_cell(value) for value in row] for row in shown.itertuples(index=False)]
    return [column(str(name)) for name in shown.columns], rows


def _cell(value: Any) -> str:
    if isinstance(value, pd.Timestamp):
        day = date_format(value, "SHORT_DATE_FORMAT")
        return day if value == value.normalize() else f"{day} {value:%H:%M:%S}"
    if isinstance(value, float):
        return NONE if pd.isna(value) else significant_digits(value)
    return str(value)[:80]
