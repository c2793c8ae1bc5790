"""Datasets out of the database, without their holdout."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

import pandas as pd

from trading.market import canonical, sources
from trading.market.clock import at_the_spot, on_the_spot
from trading.market.data import MarketData, Segments, split
from trading.market.errors import MarketError, UnknownTicker
from trading.market.prices import known_form
from trading.market.tickers import TICKERS
from trading.models import AuxiliaryDataset, Dataset
from trading.storage.imports import auxiliary_of, install_bundled, rows_until


class History(NamedTuple):
    """A dataset's bytes, and the part of them a date range leaves: bars `first` to `last`."""

    data: bytes
    first: int
    last: int
    segments: Segments


def known_tickers() -> list[str]:
    """Every ticker that has prices, bundled ones included, in alphabetical order."""
    stored = Dataset.objects.order_by().values_list("ticker", flat=True).distinct()
    return sorted({*TICKERS, *stored})


def find_dataset(ticker: str, version: int | None = None) -> Dataset:
    """A ticker's newest dataset, or one version; a bundled ticker is stored when first asked for.

    Raises MarketError `bad_ticker` and UnknownTicker, which lists the known ones.
    """
    name = known_form(ticker)
    versions = Dataset.objects.of(name)
    if name in TICKERS and not versions.exists():
        install_bundled(name)
    found = versions.filter(version=version).first() if version else versions.first()
    if found is None:
        asked = f"{name} v{version}" if version else name
        raise UnknownTicker("unknown_ticker", ticker=asked, known=", ".join(known_tickers()))
    return found


def load(
    dataset: Dataset,
    start: date | None = None,
    end: date | None = None,
    auxiliary: Sequence[AuxiliaryDataset] | None = None,
) -> MarketData:
    """What may be seen of a dataset: no bar of its holdout, peers and rows to the end of train.

    `start` and `end` (both included) cut the history before it is segmented; what the whole of it
    seals stays sealed. `auxiliary` are the auxiliary datasets to take (default: the newest of each
    kind). Raises MarketError (`no_bars_in_range`, `range_sealed`, `too_few_bars`, `corrupt`).
    """
    taken = auxiliary_of(dataset.ticker) if auxiliary is None else auxiliary
    history = read_history(dataset, start, end)
    sealed = history.first + history.segments.holdout[0]
    frame = at_the_spot(canonical.decode(history.data, history.first, sealed), dataset.timezone)
    train = pd.DatetimeIndex(frame.index[slice(*history.segments.train)])
    return MarketData(
        ticker=dataset.ticker,
        sha256=dataset.sha256,
        source=dataset.source,
        licence=dataset.licence,
        adjusted=dataset.adjusted,
        frequency=dataset.frequency,
        bars_per_year=dataset.bars_per_year,
        frame=frame,
        segments=history.segments,
        peers=peers(dataset, train),
        auxiliary=rows_until(taken, train[-1]),
        calendar=dataset.calendar,
        timezone=dataset.timezone,
    )


def read_history(dataset: Dataset, start: date | None, end: date | None) -> History:
    """The whole of a dataset's bytes. For this package alone: the sealed bars are in them.

    A range does not move the seal: no bar of the whole history's holdout is before its own.
    """
    data = canonical.unpack_prices(bytes(dataset.blob.content))
    if canonical.sha256(data) != dataset.sha256:
        raise MarketError("corrupt", sha256=dataset.sha256)
    times = canonical.times(data)
    first, last = _range(on_the_spot(times, dataset.timezone), start, end)
    if last <= first:
        raise MarketError(
            "no_bars_in_range", ticker=dataset.ticker, start=start or "-", end=end or "-"
        )
    sealed = split(len(times)).holdout[0]
    if first >= sealed:
        raise MarketError(
            "range_sealed",
            ticker=dataset.ticker,
            start=on_the_spot(times[sealed:], dataset.timezone)[0].date(),
        )
    return History(data, first, last, split(last - first, sealed_from=sealed - first))


def _range(times: pd.DatetimeIndex, start: date | None, end: date | None) -> tuple[int, int]:
    first = int(times.searchsorted(pd.Timestamp(start, tz=times.tz))) if start else 0
    if end is None:
        return first, len(times)
    after = pd.Timestamp(end + timedelta(days=1), tz=times.tz)
    return first, int(times.searchsorted(after))


def peers(dataset: Dataset, train: pd.DatetimeIndex) -> dict[str, Any]:
    """The other bundled tickers' bars between the first and last of `train`, where there are any.

    Bundled prices are daily: only daily datasets have peers.
    """
    if dataset.frequency != "1d":
        return {}
    frames = {
        ticker: sources.read_bundled(ticker).frame.loc[train[0] : train[-1]].copy()
        for ticker in TICKERS
        if ticker != dataset.ticker
    }
    return {ticker: frame for ticker, frame in frames.items() if len(frame)}
