"""What a file would become, before anything of it is stored; no bar of its holdout is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

import pandas as pd
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.error_texts import N_
from trading.market import canonical
from trading.market.auxiliary import KINDS, encode_rows, read_rows_file
from trading.market.cautions import unsealed
from trading.market.clock import at_the_spot, on_the_spot
from trading.market.csv_reader import Layout, Options, read_file
from trading.market.data import TRAIN, Segments, split
from trading.market.prices import Caution, known_form
from trading.models import AuxiliaryDataset, Dataset
from trading.storage.history import History, read_history
from trading.storage.imports import limited, read_large

# What a page may show of a dataset: the bars before the holdout, and where each segment lies.


class SegmentExtent(NamedTuple):
    """A segment: its bars, and the times of the first and the last."""

    name: str
    bars: int
    first: pd.Timestamp
    last: pd.Timestamp


class Visible(NamedTuple):
    """`frame` ends before the holdout; of this only the extent is known."""

    frame: pd.DataFrame
    parts: tuple[SegmentExtent, ...]
    cautions: tuple[Caution, ...]

    @property
    def sealed(self) -> SegmentExtent:
        """The holdout."""
        return self.parts[-1]


def look(dataset: Dataset) -> Visible:
    """What may be seen of the whole of a dataset. Raises MarketError `corrupt`.

    As `load`, without what accompanies the prices: for a reader, not for a development.
    """
    history = read_history(dataset, None, None)
    frame = at_the_spot(
        canonical.decode(history.data, 0, history.segments.holdout[0]), dataset.timezone
    )
    times = on_the_spot(canonical.times(history.data), dataset.timezone)
    found = parts(times, history.segments)
    return Visible(frame, found, tuple(cautions(dataset, history)))


def extent(dataset: Dataset, start: date | None, end: date | None) -> tuple[SegmentExtent, ...]:
    """Where each segment of a dataset (of its dates from `start` to `end`) lies, from its bytes.

    The hash of these is checked. Raises MarketError as `load` does.
    """
    history = read_history(dataset, start, end)
    times = on_the_spot(canonical.times(history.data), dataset.timezone)
    times = times[history.first : history.last]
    return parts(times, history.segments)


def parts(times: pd.DatetimeIndex, segments: Segments) -> tuple[SegmentExtent, ...]:
    """The segments by their times."""
    return tuple(
        SegmentExtent(name, stop - start, times[start], times[stop - 1])
        for name, (start, stop) in segments._asdict().items()
    )


SHOWN = 10  # rows of a preview, the first ones


@dataclass(frozen=True)
class Preview:
    """`first` are the first rows as they were read; `same` is the version that holds them already.

    `size` counts all rows. Rows of other kinds have no segments, frequency or warnings.
    """

    layout: Layout
    size: int
    begin: pd.Timestamp
    end: pd.Timestamp
    first: pd.DataFrame = field(repr=False)
    same: Dataset | AuxiliaryDataset | None
    frequency: str = ""
    bars_per_year: float = 0.0
    calendar: Mapping[str, Any] = field(default_factory=dict)
    timezone: str = ""
    adjusted: bool = False
    parts: tuple[SegmentExtent, ...] = ()
    cautions: tuple[Caution, ...] = ()


def preview_prices(*, data: bytes, ticker: str, options: Options | None = None) -> Preview:
    """What `import_prices` would make of a file. Raises as it does."""
    name = known_form(ticker)
    prices, layout = read_large(read_file, data, limited(options))
    times = pd.DatetimeIndex(prices.frame.index)
    segments = split(len(times))
    sealed = segments.holdout[0]
    digest = canonical.sha256(canonical.encode(prices.frame))
    return Preview(
        layout=layout,
        size=len(times),
        begin=times[0],
        end=times[-1],
        first=prices.frame.iloc[: min(SHOWN, sealed)].copy(),
        same=Dataset.objects.of(name)
        .filter(sha256=digest, bars_per_year=prices.bars_per_year, timezone=prices.timezone)
        .first(),
        frequency=prices.frequency,
        bars_per_year=prices.bars_per_year,
        calendar=prices.calendar,
        timezone=prices.timezone,
        adjusted=prices.adjusted,
        parts=parts(times, segments),
        cautions=tuple(unsealed(prices.cautions, times, sealed)),
    )


def preview_rows(*, data: bytes, ticker: str, kind: str, options: Options | None = None) -> Preview:
    """What `import_rows` would make of a file. Raises as it does."""
    name = known_form(ticker)
    rows, layout = read_large(read_rows_file, data, KINDS[kind], limited(options))
    digest = canonical.sha256(encode_rows(rows, KINDS[kind]))
    own = AuxiliaryDataset.objects.of(name).filter(kind=kind)
    return Preview(
        layout=layout,
        size=len(rows),
        begin=rows["available_at"].iloc[0],
        end=rows["available_at"].iloc[-1],
        first=rows.iloc[: max(1, min(SHOWN, int(len(rows) * TRAIN)))].copy(),
        same=own.filter(sha256=digest).first(),
    )


# A dataset as its faces show it: JSON-safe, and without a price.


def dataset_report(dataset: Dataset) -> dict[str, Any]:
    """What is known of a dataset, its segments by date, and its warnings in the reader's words."""
    history = read_history(dataset, None, None)
    times = on_the_spot(canonical.times(history.data), dataset.timezone)
    return {
        **_snapshot(dataset),
        "from": _said(times[0]),
        "to": _said(times[-1]),
        "bars": dataset.bars,
        "frequency": dataset.frequency,
        "bars_per_year": dataset.bars_per_year,
        "calendar": {**dataset.calendar, "message": calendar_of(dataset)},
        "timezone": dataset.timezone,
        "adjusted": dataset.adjusted,
        "segments": {
            name: {"bars": to - first, "from": _said(times[first]), "to": _said(times[to - 1])}
            for name, (first, to) in history.segments._asdict().items()
        },
        "warnings": [
            {"code": each.code, "message": in_words(each)} for each in cautions(dataset, history)
        ],
    }


def calendar_of(dataset: Dataset) -> str:
    """What a dataset's bars a year rest on, in the reader's language."""
    return calendar_in_words(dataset.calendar, dataset.bars_per_year)


def calendar_in_words(calendar: Mapping[str, Any], bars_per_year: float) -> str:
    """`Calendar.as_plain` as a sentence; of an older dataset only the number is known."""
    said = {
        "year": f"{bars_per_year:.6g}",
        "days": calendar.get("days"),
        "which": ", ".join(str(WEEKDAYS[day]) for day in calendar.get("weekdays", ())),
        "bars": calendar.get("bars_a_day"),
    }
    basis = calendar.get("basis", "")
    if basis in ("sessions", "observed") and said["bars"] != 1:
        basis = f"{basis}_of_bars"
    if basis == "sessions_of_bars" and len(calendar["weekdays"]) > calendar["days"]:
        basis = "sessions_in_parts"
    return _(_CALENDARS.get(basis, _CALENDARS[""])) % said


_CALENDARS = {
    "": N_("%(year)s bars a year"),
    "sessions": N_("%(year)s bars a year: %(days)s trading days a week (%(which)s)"),
    "sessions_of_bars": N_(
        "%(year)s bars a year: %(days)s trading days a week (%(which)s), %(bars)s bars a day"
    ),
    "sessions_in_parts": N_(
        "%(year)s bars a year: the bars of a week make %(days)s whole days (on %(which)s), "
        "%(bars)s bars a day"
    ),
    "observed": N_("%(year)s bars a year, as many as there were: trading days are %(which)s"),
    "observed_of_bars": N_(
        "%(year)s bars a year, as many as there were: trading days are %(which)s, "
        "%(bars)s bars a day"
    ),
    "weeks": N_("%(year)s bars a year: one a week"),
    "months": N_("%(year)s bars a year: one a month"),
    "given": N_("%(year)s bars a year, as was said at the import"),
}
WEEKDAYS = (
    gettext_lazy("Mon"), gettext_lazy("Tue"), gettext_lazy("Wed"), gettext_lazy("Thu"),
    gettext_lazy("Fri"), gettext_lazy("Sat"), gettext_lazy("Sun"),
)  # fmt: skip


def rows_report(dataset: AuxiliaryDataset) -> dict[str, Any]:
    """What is known of auxiliary rows; `from` and `to` are the first and last `available_at`."""
    return {**_snapshot(dataset), "kind": dataset.kind, "rows": dataset.rows}


def cautions(dataset: Dataset, history: History | None = None) -> list[Caution]:
    """What a user should know of the data, as it was found when they were stored.

    No sealed price is told of. `history` saves reading the bars anew.
    """
    found = [Caution(each["code"], each["params"]) for each in dataset.cautions]
    if not any(each.code in ("jumps", "constant") for each in found):
        return found
    history = history or read_history(dataset, None, None)
    times = on_the_spot(canonical.times(history.data), dataset.timezone)
    return list(unsealed(found, times, history.segments.holdout[0]))


def in_words(caution: Caution) -> str:
    """A warning in the reader's language, with its numbers and dates as that language has them."""
    said = {name: _value(name, value) for name, value in caution.params.items()}
    return _(caution.template) % said


def _value(name: str, value: object) -> object:
    if name in ("percent", "correlation"):
        digits = number_format(abs(float(str(value))), 1 if name == "percent" else 2)
        return f"{'−' if str(value).startswith('-') else '+'}{digits}"
    if name in ("at", "first", "last"):
        day, *hour = str(value).split(" ")
        return " ".join([date_format(date.fromisoformat(day), "SHORT_DATE_FORMAT"), *hour])
    return number_format(value, 0, force_grouping=True) if isinstance(value, int) else value


def _snapshot(dataset: Dataset | AuxiliaryDataset) -> dict[str, Any]:
    return {
        "ticker": dataset.ticker,
        "version": dataset.version,
        "source": dataset.source,
        "licence": dataset.licence,
        "from": _said(dataset.first_at),
        "to": _said(dataset.last_at),
        "sha256": dataset.sha256,
    }


def _said(time: Any) -> str:
    """A time as ISO 8601, without a zone: daily bars their date, others that of the exchange."""
    midnight = (time.hour, time.minute, time.second, time.microsecond) == (0, 0, 0, 0)
    return str(time.strftime("%Y-%m-%d" if midnight else "%Y-%m-%dT%H:%M:%S"))
