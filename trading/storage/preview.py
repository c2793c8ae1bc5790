"""What a file would become, before anything of it is stored; no bar of its holdout is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

import pandas as pd

from trading.market import canonical
from trading.market.auxiliary import KINDS, encode_rows, read_rows_file
from trading.market.cautions import unsealed
from trading.market.clock import at_the_spot, on_the_spot
from trading.market.csv_reader import Layout, Options, read_file
from trading.market.prices import Caution, known_form
from trading.market.segments import TRAIN, Segments, split
from trading.models import AuxiliaryDataset, Dataset
from trading.storage.history import read_history
from trading.storage.imports import limited
from trading.storage.own_process import read_large
from trading.storage.report import cautions

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
