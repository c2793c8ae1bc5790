"""Is it the same history under another name? Told by the moves of its prices, not by its name.

Ups and downs are kept with an opening and are looked at first. Where they differ, the moves
themselves are held against each other: prices with some noise, turned over (1 / price), with bars
left out or put in, opens given out for closes, or fewer bars a week of the same source.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

Floats = NDArray[np.float64]

WINDOW = 48
"""Ups and downs in a row that no two markets share by chance: 2^48 orders."""
LEAST = 24
"""Windows that must be the same; some differ where prices were rounded anew."""


def ups_of(close: Floats) -> bytes:
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


RUN = 16
"""Moves in a row that are held against all such runs of the other history."""
ALIKE = 0.95
"""Their correlation, of either sign, from which on two runs are the same."""
RUNS = 6
"""Runs that must be. In 3,270 days no two of the bundled tickers have one. Markets whose moves
correlate at .9 or more all the time (two funds of one index) count as one history."""
_STRIDE, _PARTS, _MOST, _CHUNK = 8, 24, 512, 16_384
"""Bars from one run to the next, less where there are few bars; runs at most, and at a time."""
_WILD = 4.5  # times the median move: what is beyond is cut, or one crash would be a correlation
_MONTH = pd.Timedelta(days=27)
_PHASES = 24  # ways to cut fine bars into coarse ones, at most


class BarPrices(NamedTuple):
    """Times, opens and closes, (n,) each."""

    times: pd.DatetimeIndex
    open: Floats
    close: Floats


def same_bars(one: BarPrices, other: BarPrices) -> bool:
    """Whether two histories share some of their bars, told either way."""
    return same_history(ups_of(one.close), ups_of(other.close)) or same_moves(one, other)


def same_moves(one: BarPrices, other: BarPrices) -> bool:
    """Whether two histories share some of their bars, by the moves of their prices."""
    return any(_alike(_moves(a), _moves(b)) for a, b in _pairs(one, other))


def _pairs(one: BarPrices, other: BarPrices) -> Iterator[tuple[Floats, Floats]]:
    """The prices to compare: closes, and an open that may be the other's close; of bars of another
    length the shorter ones as bars of the longer, however these were cut."""
    short, long = sorted((one, other), key=lambda each: _step(each.times))
    step = _step(long.times)
    if step < 1.5 * _step(short.times):
        yield from ((one.close, other.close), (one.open, other.close), (one.close, other.open))
        return
    fine = pd.Series(short.close, short.times)
    if step > _MONTH:
        yield _values(fine.resample("ME").last()), long.close
        return
    phases = min(_PHASES, round(step / _step(short.times)))
    for phase in range(phases):
        cut = fine.resample(step, origin="epoch", offset=step / phases * phase)
        yield _values(cut.last()), long.close


def _values(prices: pd.Series[float]) -> Floats:
    return np.asarray(prices.dropna(), dtype=np.float64)


def _step(times: pd.DatetimeIndex) -> pd.Timedelta:
    """The usual time from one bar to the next."""
    return pd.Timedelta(np.median(np.diff(times.as_unit("us").asi8)), unit="us")


def _moves(prices: Floats) -> Floats:
    moves = np.diff(np.log(prices))
    usual = float(np.median(np.abs(moves))) if len(moves) else 0.0
    return np.clip(moves, -_WILD * usual, _WILD * usual) if usual > 0 else moves


def _alike(one: Floats, other: Floats) -> bool:
    """Whether enough runs of one series of moves are found in another."""
    if min(len(one), len(other)) < RUN:
        return False
    stride = max(1, min(_STRIDE, len(one) // _PARTS), len(one) // _MOST)
    runs, others = _units(one)[::stride], _units(other)
    found = np.zeros(len(runs), dtype=bool)
    for begin in range(0, len(others), _CHUNK):
        found |= (np.abs(runs @ others[begin : begin + _CHUNK].T) >= ALIKE).any(axis=1)
    return int(found.sum()) >= RUNS


def _units(moves: Floats) -> Floats:
    """Every run (n, RUN) around its mean, of length 1; 0 where nothing moves."""
    runs = np.lib.stride_tricks.sliding_window_view(moves, RUN)
    apart = runs - runs.mean(axis=1, keepdims=True)
    sizes = np.sqrt((apart**2).sum(axis=1, keepdims=True))
    found: Floats = np.divide(apart, sizes, out=np.zeros_like(apart), where=sizes > 1e-9)
    return found
