"""What a page may show of a dataset: the bars before the holdout, and where each segment lies."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

import pandas as pd

from trading.models import Dataset

from .. import canonical
from ..clock import at_the_spot, on_the_spot
from ..prices import Caution
from ..segments import Segments
from .reading import read_history
from .report import cautions


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
