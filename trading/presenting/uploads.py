"""A preview of a file, and what is wrong with it, as the page shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import pandas as pd
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from trading.market.csv_reader import Layout
from trading.market.errors import MarketError
from trading.presenting.numbers import NONE, significant_digits

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
# The reader's own sentences name options of the command line.
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
    "not_positive": gettext_lazy("Prices are above zero: mend it, or delete the row."),
    "negative": gettext_lazy("Mend it, or leave the cell at 0."),
    "absurd": gettext_lazy("Look at the decimal sign, and at the column."),
    "high_below_low": gettext_lazy("Have high and low changed places?"),
    "outside": gettext_lazy("Open and close lie between low and high: mend the odd one."),
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
    """A fault's place, what is wrong, and what to do about it; a blank is about the whole file."""

    line: Any
    column: str
    value: str
    said: str
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
            said=_sentence(fault),
            mend=str(MEND.get(fault.code, "")),
        )
        for fault in faults
    ]


def _sentence(fault: MarketError) -> str:
    """What is wrong, without the place: that stands in columns of its own."""
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
    """A column of ours in words."""
    return str(_COLUMNS.get(name, name.replace("_", " ")))


def delimiter(layout: Layout) -> str:
    """The sign between the columns, in words."""
    return str(_DELIMITERS[layout.delimiter])


_COUNTED: Mapping[str, str | Promise] = {
    "s": gettext_lazy("seconds since 1970, UTC"),
    "ms": gettext_lazy("thousandths of a second since 1970, UTC"),
    "us": gettext_lazy("millionths of a second since 1970, UTC"),
    "ns": gettext_lazy("billionths of a second since 1970, UTC"),
    "d": gettext_lazy("days as a spreadsheet counts them"),
}


def counted(layout: Layout) -> str:
    """The unit of times that are numbers, in words; "" where they are written as dates."""
    return str(_COUNTED.get(layout.counted, ""))


def taken(layout: Layout) -> str:
    """What was taken for what, on one line."""
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
