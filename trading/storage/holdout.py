"""The single way to the sealed bars: each look is on record before it is taken."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from django.db import transaction
from django.db.models import Q
from numpy.typing import NDArray

from config.runs.models import Run
from trading.market import canonical
from trading.market.clock import at_the_spot, in_utc, moment
from trading.models import Dataset, HoldoutOpening
from trading.storage.history import History, read_history

# Is it the same history under another name? Told by the ups and downs of its closes.

WINDOW = 48
"""Ups and downs in a row that no two markets share by chance: 2^48 orders."""
LEAST = 24
"""Windows that must be the same; some differ where prices were rounded anew."""


def ups_of(close: NDArray[np.float64]) -> bytes:
    """Which closes (n,) are above the one before, a bit each, after their number in 4 bytes: the
    same whatever the prices are multiplied by, however they are named and dated."""
    ups = np.diff(close) > 0
    return len(ups).to_bytes(4, "big") + np.packbits(ups).tobytes()


def same_history(one: bytes, other: bytes) -> bool:
    """Whether the closes behind two `ups_of` share some of their bars."""
    return len(_windows(one) & _windows(other)) >= LEAST


@lru_cache(maxsize=256)
def _windows(ups: bytes) -> frozenset[int]:
    """Every run of so many bits, as a number."""
    length = int.from_bytes(ups[:4], "big")
    bits = np.unpackbits(np.frombuffer(ups[4:], dtype=np.uint8), count=length).astype(np.uint64)
    if length < WINDOW:
        return frozenset()
    runs = np.lib.stride_tricks.sliding_window_view(bits, WINDOW)
    weights = np.uint64(1) << np.arange(WINDOW, dtype=np.uint64)
    return frozenset((runs * weights).sum(axis=1, dtype=np.uint64).tolist())


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
        ups = _ups(history.data, begin, end_)
        opening, _new = HoldoutOpening.objects.get_or_create(
            key=key or _key(run, dataset, purpose, spec_hash, sealed),
            defaults={
                "dataset": dataset,
                "sha256": dataset.sha256,
                "first_at": moment(sealed[0]),
                "last_at": moment(sealed[-1]),
                "ups": ups,
                "history": _history_of(ups),
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
        earlier = HoldoutOpening.objects.before(opening).count()
    frame, trade_from = _window(history, warmup)
    return Opened(at_the_spot(frame, dataset.timezone), trade_from, opening, earlier)


def _ups(data: bytes, begin: int, end: int) -> bytes:
    """Of the closes of bars `begin` to `end` (half open)."""
    return ups_of(canonical.decode(data, begin, end)["Close"].to_numpy(np.float64))


def _history_of(ups: bytes) -> str:
    """The name of the history that sealed closes are of: that of the first opening which shares
    some of their bars, or a new one."""
    for row in HoldoutOpening.objects.filter(history="").select_related("dataset"):
        _name(row)
    return _known_history(ups) or uuid.uuid4().hex


def _known_history(ups: bytes) -> str:
    named = HoldoutOpening.objects.exclude(history="").order_by("pk").values_list("history", "ups")
    return next((name for name, other in named if same_history(ups, bytes(other))), "")


def _name(row: HoldoutOpening) -> None:
    """An opening that was made before histories had names: its bars are still there."""
    data = read_history(row.dataset, None, None).data
    times = canonical.times(data)
    first, last = (in_utc(pd.Timestamp(at)) for at in (row.first_at, row.last_at))
    begin, end = int(times.searchsorted(first)), int(times.searchsorted(last, side="right"))
    ups = _ups(data, begin, end)
    name = _known_history(ups) or uuid.uuid4().hex
    HoldoutOpening.objects.filter(pk=row.pk).update(ups=ups, history=name)


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
