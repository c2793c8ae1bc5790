"""Market data as the rest of Crivo sees it: never a bar of the holdout."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple

import pandas as pd

from trading.market import canonical
from trading.market.errors import MarketError

Segment = Literal["train", "validation"]


# A price history in three parts, in time order: train, validation, sealed holdout.

TRAIN, VALIDATION = 0.6, 0.2  # shares of the bars; the rest is the holdout
MINIMUM = 3  # bars below which a segment would be empty

Span = tuple[int, int]


class Segments(NamedTuple):
    """Half-open bar indexes `(from, to)` on the full history; together they cover it."""

    train: Span
    validation: Span
    holdout: Span

    @property
    def bars(self) -> int:
        """The length of the full history."""
        return self.holdout[1]


def split(
    n_bars: int,
    train: float = TRAIN,
    validation: float = VALIDATION,
    sealed_from: int | None = None,
) -> Segments:
    """The segments of a history of `n_bars`; each cut is rounded down.

    What is sealed stays so: the holdout begins at bar `sealed_from` at the latest, and train and
    validation share what lies before it in their proportion. Raises MarketError `too_few_bars`,
    and ValueError for shares that leave no holdout.
    """
    if not (train > 0 and validation > 0 and train + validation < 1):
        raise ValueError(f"shares {train} and {validation} do not leave three segments")
    # Rounded first: 0.6 * 5 is 3 although the product of the floats may lie below it.
    first = int(round(n_bars * train, 6))
    second = int(round(n_bars * (train + validation), 6))
    if sealed_from is not None and sealed_from < second:
        second = sealed_from
        first = int(round(second * train / (train + validation), 6))
    if not 0 < first < second < n_bars:
        bars = n_bars if sealed_from is None else max(0, second)
        raise MarketError("too_few_bars", bars=bars, minimum=MINIMUM)
    return Segments((0, first), (first, second), (second, n_bars))


@dataclass(frozen=True)
class MarketData:
    """A ticker's history before the holdout, and what else may be known of it.

    `frame` has float64 columns Open High Low Close Volume and a strictly increasing DatetimeIndex:
    of daily and longer bars their date, without a zone; of shorter ones the time where they trade,
    by the zone `timezone`, or UTC without a zone where that is "". Volume is NaN throughout when
    the source has none. `calendar` says what `bars_per_year` rests on. `segments` are bounds on the
    full history (see `split`), of which `frame` holds the first `segments.holdout[0]` bars.
    `sha256` names the whole dataset; `train_sha256` only what research may see. `peers` (other
    tickers' frames) and `auxiliary` (kind -> rows) end with the train segment.
    """

    ticker: str
    sha256: str
    source: str
    licence: str
    adjusted: bool
    frequency: str
    bars_per_year: float
    frame: pd.DataFrame = field(repr=False)
    segments: Segments
    peers: Mapping[str, pd.DataFrame] = field(repr=False)
    auxiliary: Mapping[str, pd.DataFrame] = field(repr=False)
    calendar: Mapping[str, Any] = field(default_factory=dict, repr=False)
    timezone: str = ""

    @property
    def train(self) -> pd.DataFrame:
        """The bars that research, fitting and tuning may look at."""
        return self.frame.iloc[slice(*self.segments.train)].copy()

    @cached_property
    def train_sha256(self) -> str:
        """The hash of the train bars' canonical bytes: a key for what was computed from them."""
        return canonical.sha256(canonical.encode(self.train))

    def window(self, segment: Segment, warmup: int = 0) -> tuple[pd.DataFrame, int]:
        """A segment's bars after up to `warmup` bars of its past, and the index to trade from.

        Raises ValueError for a segment that is not here, the holdout above all.
        """
        if segment not in ("train", "validation"):
            raise ValueError(f"no segment {segment!r} in market data: train or validation")
        first, last = self.segments.train if segment == "train" else self.segments.validation
        begin = max(0, first - max(0, warmup))
        return self.frame.iloc[begin:last].copy(), first - begin

    def require(self, minimum: int) -> None:
        """Raises MarketError `too_few_bars` for a history (holdout included) below `minimum`."""
        if self.segments.bars < minimum:
            raise MarketError("too_few_bars", bars=self.segments.bars, minimum=minimum)
