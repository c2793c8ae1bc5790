"""The single way to the sealed bars: each look is on record before it is taken."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import date, datetime
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from django.db import transaction
from django.db.models import Q

from config.runs.models import Run
from trading.market import canonical
from trading.market.clock import at_the_spot, in_utc, moment
from trading.market.prices import Caution
from trading.models import Dataset, HoldoutOpening, Strategy
from trading.storage.history import History, read_history
from trading.storage.likeness import BarPrices, same_bars, same_history, same_moves, ups_of


class OpenedMeanwhile(RuntimeError):
    """The sealed bars of a market were opened since somebody counted; `count` is how often."""

    def __init__(self, count: int) -> None:
        super().__init__(f"{count} openings are on record")
        self.count = count


class Opened(NamedTuple):
    """The sealed bars after up to `warmup` bars of their past, and the index to trade from.

    `earlier` counts the openings before this one that saw any of the same bars: with more than
    none, the result is no first look, and what shows it must say so.
    """

    frame: pd.DataFrame
    trade_from: int
    opening: HoldoutOpening
    earlier: int


def open_holdout(
    *,
    dataset: Dataset,
    purpose: str,
    warmup: int = 0,
    start: date | None = None,
    end: date | None = None,
    run: Run | None = None,
    user: Any = None,
    spec_hash: str = "",
    key: str = "",
    expected: int | None = None,
    check: Callable[[], object] | None = None,
) -> Opened:
    """Open the holdout of a dataset (of its dates from `start` to `end`) and put it on record.

    `key` names the occasion, at most 200 characters: the same again is the same opening. Without
    one, a run opens once for each purpose, strategy and dates; outside a run each call is an
    opening of its own. `expected` is how many openings of this market there were as the caller
    knows: with others a new one raises OpenedMeanwhile. `check` is called before, within the same
    transaction, for what must still hold: what it raises opens nothing. Must not be called within
    a transaction, which could take the record back after the bars were seen: raises RuntimeError.
    Raises MarketError as `load` does, and ValueError for a key whose opening was of other bars.
    """
    with transaction.atomic(durable=True):
        if check is not None:
            check()
        _as_known(dataset, key, expected)
        history = read_history(dataset, start, end)
        times = canonical.times(history.data)[history.first : history.last]
        sealed = times[slice(*history.segments.holdout)]
        begin, end_ = (history.first + place for place in history.segments.holdout)
        bars = _bars(history.data, begin, end_)
        opening, _new = HoldoutOpening.objects.get_or_create(
            key=key or _key(run, dataset, purpose, spec_hash, sealed),
            defaults={
                "dataset": dataset,
                "sha256": dataset.sha256,
                "first_at": moment(sealed[0]),
                "last_at": moment(sealed[-1]),
                "ups": ups_of(bars.close),
                "history": _history_of(bars),
                "purpose": purpose,
                "spec_hash": spec_hash,
                "run": run,
                "user": user,
            },
        )
        if (opening.dataset_id, opening.first_at) != (dataset.pk, moment(sealed[0])) or (
            opening.last_at != moment(sealed[-1])
        ):
            raise ValueError(f"opening {opening.key!r} is of other bars than these")
        if _new:
            _mark_trained(dataset, bars)
        earlier = HoldoutOpening.objects.before(opening).count()
    frame, trade_from = _window(history, warmup)
    return Opened(at_the_spot(frame, dataset.timezone), trade_from, opening, earlier)


def _bars(data: bytes, begin: int, end: int) -> BarPrices:
    """BarPrices `begin` to `end` (half open)."""
    frame = canonical.decode(data, begin, end)
    prices = (frame[name].to_numpy(np.float64) for name in ("Open", "Close"))
    return BarPrices(pd.DatetimeIndex(frame.index), *prices)


def _history_of(bars: BarPrices) -> str:
    """The name of the history that sealed bars are of: that of the first opening which shares some
    of them, or a new one."""
    for row in HoldoutOpening.objects.filter(history="").select_related("dataset"):
        _name(row)
    return _known_history(bars) or uuid.uuid4().hex


def _known_history(bars: BarPrices) -> str:
    """The name of the first opening that shares some of the bars; "" where none does."""
    named = list(HoldoutOpening.objects.exclude(history="").order_by("pk"))
    ups = ups_of(bars.close)
    for row in named:
        if same_history(ups, bytes(row.ups)):
            return row.history
    different = {(row.sha256, row.first_at, row.last_at): row for row in reversed(named)}
    for row in reversed(different.values()):
        if same_moves(bars, _bars_of(row)):
            return row.history
    return ""


def _bars_of(row: HoldoutOpening) -> BarPrices:
    """What an opening saw."""
    return _bars_between(row.sha256, row.first_at, row.last_at)


@lru_cache(maxsize=64)
def _bars_between(sha256: str, first_at: datetime, last_at: datetime) -> BarPrices:
    """Of any dataset of this content. To unpack it takes longer than to compare the bars."""
    dataset = Dataset.objects.filter(sha256=sha256).order_by("pk")[0]
    data = read_history(dataset, None, None).data
    times = canonical.times(data)
    first, last = (in_utc(pd.Timestamp(at)) for at in (first_at, last_at))
    begin, end = int(times.searchsorted(first)), int(times.searchsorted(last, side="right"))
    return _bars(data, begin, end)


def _mark_trained(dataset: Dataset, bars: BarPrices) -> None:
    """Say with a dataset which developments on other prices had its sealed bars before: theirs were
    no sealed ones, so that no opening tells of it."""
    others = Strategy.objects.exclude(dataset__sha256=dataset.sha256).order_by()
    contents = others.values_list("dataset__sha256", flat=True).distinct()
    known = [one for one in contents if same_bars(bars, _visible(one))]
    if count := others.filter(dataset__sha256__in=known).count():
        said = Caution("trained", {"count": count})._asdict()
        before = [one for one in dataset.cautions if one["code"] != "trained"]
        Dataset.objects.filter(pk=dataset.pk).update(cautions=[*before, said])


@lru_cache(maxsize=64)
def _visible(sha256: str) -> BarPrices:
    """Train and validation of any dataset of this content."""
    history = read_history(Dataset.objects.filter(sha256=sha256).order_by("pk")[0], None, None)
    return _bars(history.data, 0, history.segments.holdout[0])


def _name(row: HoldoutOpening) -> None:
    """An opening that was made before histories had names: its bars are still there."""
    bars = _bars_of(row)
    name = _known_history(bars) or uuid.uuid4().hex
    HoldoutOpening.objects.filter(pk=row.pk).update(ups=ups_of(bars.close), history=name)


def _as_known(dataset: Dataset, key: str, expected: int | None) -> None:
    """Raises OpenedMeanwhile; all openings of a market wait here for each other."""
    same = Q(ticker=dataset.ticker) | Q(sha256=dataset.sha256)
    rows = Dataset.objects.select_for_update(no_key=True).filter(same)
    list(rows.order_by("pk").values_list("pk", flat=True))
    if expected is None or (key and HoldoutOpening.objects.filter(key=key).exists()):
        return
    of = {"sha256": dataset.sha256, "ticker": dataset.ticker}
    known = HoldoutOpening.objects.of_market(**of).count()
    if known != expected:
        raise OpenedMeanwhile(known)


def _window(history: History, warmup: int) -> tuple[pd.DataFrame, int]:
    sealed = history.first + history.segments.holdout[0]
    begin = max(history.first, sealed - max(0, warmup))
    return canonical.decode(history.data, begin, history.last), sealed - begin


def _key(
    run: Run | None, dataset: Dataset, purpose: str, spec_hash: str, sealed: pd.DatetimeIndex
) -> str:
    """Within a run, one key for one look; outside, a new one each time."""
    if run is None:
        return uuid.uuid4().hex
    look = f"{dataset.sha256} {sealed[0]} {sealed[-1]} {spec_hash} {purpose}"
    return f"run {run.pk} {canonical.sha256(look.encode())}"
