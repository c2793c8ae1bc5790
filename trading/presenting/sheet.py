"""A variant's tear sheet: growth, drawdown, a year's Sharpe ratio, and the worst drawdowns."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trading.backtest.curves import drawdown, thinned
from trading.backtest.relative import Relative
from trading.presenting.numbers import number, percent
from trading.presenting.picture import (
    POINTS,
    SIZE,
    GridLine,
    Picture,
    across,
    growth,
    known,
    picture,
)
from trading.presenting.returns import dated, gained, held
from trading.services.benchmark import Benchmark, by_segment
from trading.services.replay import Replay

Floats = NDArray[np.float64]
WORST = 5


@dataclass(frozen=True)
class SheetPanel:
    """A variant and its benchmark on a plain scale; `rows` are its ends, and zero."""

    own: str
    held: str
    rows: Sequence[GridLine]


@dataclass(frozen=True)
class Fall:
    """A drawdown: how deep, when it began, was deepest, and was made good (None: not yet)."""

    depth: float
    since: Any
    lowest: Any
    until: Any


@dataclass(frozen=True)
class Sheet:
    """What one looks at first. `window` is the number of bars of the rolling Sharpe ratio, and
    `rolling` None where there are too few for it. `relative` is how the variant goes with its
    benchmark, by segment; `choices` are the tickers that it may be held against."""

    picture: Picture
    drawdown: SheetPanel
    rolling: SheetPanel | None
    window: int
    falls: Sequence[Fall]
    benchmark: Benchmark
    relative: Sequence[tuple[str, Relative]]
    choices: Sequence[str]
    partly: bool
    """Whether the benchmark has no value on some of the bars."""


def sheet(replay: Replay, benchmark: Benchmark, choices: Sequence[str] = ()) -> Sheet | None:
    """The sheet over all segments that were played; None where none was."""
    drawn = picture(replay, benchmark=benchmark)
    if drawn is None:
        return None
    own, other = gained(replay), held(replay, benchmark)
    places, there = across(replay), known(other)
    year = replay.money["bars_per_year"]
    window = round(year)
    below = np.where(there, drawdown(growth(np.nan_to_num(other))), np.nan)
    return Sheet(
        picture=drawn,
        drawdown=_panel(places, drawdown(growth(own)), below, percent),
        rolling=_panel(
            places[window:], rolling(own, window, year), rolling(other, window, year), _plain
        )
        if len(own) > window > 1
        else None,
        window=window,
        falls=worst(growth(own), dated(replay)),
        benchmark=benchmark,
        relative=by_segment(replay, benchmark),
        choices=choices,
        partly=not bool(there.all()),
    )


def rolling(moves: Floats, window: int, year: float) -> Floats:
    """The annual Sharpe ratio of each `window` returns in a row, (n - window + 1,); 0 where none
    of them moved, NaN where one is unknown."""
    seen = np.lib.stride_tricks.sliding_window_view(moves, window)
    mean, deviation = seen.mean(axis=1), seen.std(axis=1, ddof=1)
    flat = np.zeros_like(mean)
    flat[np.isnan(mean)] = np.nan
    found: Floats = np.divide(mean, deviation, out=flat, where=deviation > 0) * math.sqrt(year)
    return found


def worst(worth: Floats, times: Any, most: int = WORST) -> list[Fall]:
    """The deepest drawdowns, the deepest first. `times` are those of `worth` after its first."""
    below = drawdown(worth)
    under = np.concatenate([[False], below < 0, [False]]).astype(int)
    begins, ends = np.flatnonzero(np.diff(under) == 1), np.flatnonzero(np.diff(under) == -1)
    falls = []
    for begin, end in zip(begins.tolist(), ends.tolist(), strict=True):
        low = begin + int(below[begin:end].argmin())
        until = times[end - 1] if end < len(worth) else None
        falls.append(Fall(float(below[low]), times[max(begin - 2, 0)], times[low - 1], until))
    return sorted(falls, key=lambda one: one.depth)[:most]


def _plain(value: float) -> str:
    return number(value, 1)


def _panel(places: Floats, own: Floats, other: Floats, said: Any) -> SheetPanel:
    """Both curves; of the benchmark's what is known."""
    kept = thinned(len(own), POINTS, own, np.nan_to_num(other))
    shown = kept[np.isfinite(other[kept])]
    low = min(float(own.min()), float(np.nanmin(other, initial=0.0)))
    high = max(float(own.max()), float(np.nanmax(other, initial=0.0)))
    span = (high - low) or 1.0

    def points(curve: Floats, at: NDArray[np.intp]) -> str:
        down = SIZE * (high - curve[at]) / span
        pairs = zip(places[at].tolist(), down.tolist(), strict=True)
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in pairs)

    ends = sorted({low, 0.0, high})
    rows = [GridLine(f"{100 * (high - value) / span:.2f}%", said(value)) for value in ends]
    return SheetPanel(points(own, kept), points(other, shown), rows)
