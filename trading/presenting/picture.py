"""A variant's curves as a drawing without a script: growth, and the luck of many trials.

Curves are in a box of SIZE x SIZE that is stretched to its place; labels are placed in percent, so
that they keep their size on any screen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from numpy.typing import NDArray

from trading.backtest.relative import Relative, drawdown, thinned
from trading.domain.luck import expected_maximum
from trading.models import Strategy, Variant
from trading.presenting.code_names import segment_word
from trading.presenting.numbers import number, percent
from trading.presenting.result import TrialSummary
from trading.presenting.series import benchmark_moves, dated, gained
from trading.services.replay import (
    CASH,
    HOLD,
    Benchmark,
    Replay,
    by_segment,
    market,
    replay_variant,
)

Floats = NDArray[np.float64]
SIZE, POINTS = 1000, 400
LEAST = 1e-3  # of the value at the start: the logarithm of zero does not exist
_STEPS = (1.02, 1.05, 1.1, 1.25, 1.5, 2.0, 4.0, 10.0, 100.0)
_MOST_ROWS = 5


@dataclass(frozen=True)
class GridLine:
    """A horizontal line and its value. `at` is in percent from the top."""

    at: str
    text: str


@dataclass(frozen=True)
class SegmentBand:
    """A segment: its start and width in percent; `since` is the year or the day of its first
    bar, empty where that is sealed."""

    name: str
    at: str
    width: str
    since: str
    sealed: bool


@dataclass(frozen=True)
class Picture:
    """Growth of a variant and of its benchmark, each 1 at the start, on a logarithmic scale.

    `benchmark` is its curve, from its first bar on; `against` names it. `band` is between where the
    worst and the best of `tries` without any skill, as volatile as the variant, are expected; empty
    for fewer than two. The rest is what became of one.
    """

    own: str
    benchmark: str
    band: str
    rows: Sequence[GridLine]
    columns: Sequence[SegmentBand]
    tries: int
    gained: float
    hold: float
    luck: float
    against: str

    @property
    def beyond_luck(self) -> bool:
        """Whether the variant ends above the band."""
        return self.gained > self.luck

    @property
    def beyond_hold(self) -> bool:
        """Whether it ends above buying and holding."""
        return self.gained > self.hold

    @property
    def sealed(self) -> bool:
        """Whether there is a sealed part."""
        return any(column.sealed for column in self.columns)


def picture_of(strategy: Strategy, variant: Variant, trials: TrialSummary) -> Picture | None:
    """The picture of a development's variant; None where no bar of it could be played. Raises as
    `replay_variant`."""
    variant.strategy = strategy  # loaded with all that a replay needs
    tries = trials.tally.effective if trials.tally else trials.total
    return picture(replay_variant(variant=variant), tries)


def picture(replay: Replay, tries: int = 0, benchmark: Benchmark | None = None) -> Picture | None:
    """The growth over all played segments in a row; beside it that of a benchmark, by default of
    holding what the variant trades."""
    if not replay.parts:
        return None
    beside = benchmark or market(replay)
    moves, others = gained(replay), benchmark_moves(replay, beside)
    own, other = growth(moves), growth(np.nan_to_num(others))
    low, high = _band(moves, tries)
    axis = _Axis([own, other, low, high])
    places = across(replay)
    points = thinned(len(own), POINTS, own, other)
    shown = points[known(others)[points]]
    edge = np.concatenate([points, points[::-1]])
    both = np.concatenate([high[points], low[points][::-1]])
    return Picture(
        own=axis.points(places[points], own[points]),
        benchmark=axis.points(places[shown], other[shown]),
        band=axis.points(places[edge], both) if tries > 1 else "",
        rows=axis.rows(),
        columns=columns(replay),
        tries=tries,
        gained=float(own[-1] - 1),
        hold=float(other[-1] - 1),
        luck=float(high[-1] - 1),
        against=benchmark_name(beside),
    )


def known(moves: Floats) -> NDArray[np.bool_]:
    """Where the growth (n + 1,) of some returns (n,), NaN where unknown, is known."""
    there = np.isfinite(moves)
    found: NDArray[np.bool_] = np.append(False, there) | np.append(there, False)
    return found


def benchmark_name(benchmark: Benchmark) -> str:
    """The name of a benchmark for readers."""
    named = {HOLD: _("buy-and-hold"), CASH: _("cash")}
    return named.get(benchmark.key, benchmark.ticker)


def across(replay: Replay) -> Floats:
    """The places of the bars of `growth`, from 0 to SIZE over the whole history, sealed bars
    included."""
    first = [part.begin for part in replay.parts[:1]]
    ends = [np.arange(part.begin + 1, part.end) for part in replay.parts]
    found: Floats = SIZE * np.concatenate([first, *ends]) / max(1, replay.played.segments.bars - 1)
    return found


def columns(replay: Replay) -> list[SegmentBand]:
    """The segments of the whole history, the sealed one included."""
    bars = replay.played.segments.bars
    found = []
    for name, (begin, end) in replay.played.segments._asdict().items():
        sealed = end > len(replay.times)
        found.append(
            SegmentBand(
                name=_("sealed") if sealed else segment_word(name),
                at=_percent(begin / bars),
                width=_percent((end - begin) / bars),
                since="" if sealed else _since(replay, begin),
                sealed=sealed,
            )
        )
    return found


def _since(replay: Replay, bar: int) -> str:
    times = replay.times
    years = times[-1].year - times[0].year
    return date_format(times[bar], "Y" if years > 1 else "SHORT_DATE_FORMAT")


def growth(moves: Floats) -> Floats:
    """The growth of 1 after each return, (n + 1,)."""
    worth: Floats = np.maximum(np.concatenate([[1.0], np.cumprod(1 + moves)]), LEAST)
    return worth


def _band(moves: Floats, tries: int) -> tuple[Floats, Floats]:
    """Where the worst and the best of many walks without skill are expected, bar by bar.

    After t bars a walk of volatility s a bar without a mean return has log growth of mean
    -s^2 t / 2 and deviation s sqrt(t); the best of N lies `expected_maximum(N, 1)` of these above.
    """
    deviation = float(moves.std()) if len(moves) else 0.0
    bars = np.arange(len(moves) + 1)
    spread = expected_maximum(tries, deviation) * np.sqrt(bars)
    middle = -(deviation**2) * bars / 2
    return np.exp(middle - spread), np.exp(middle + spread)


class _Axis:
    """A logarithmic scale from the lowest to the highest of several curves."""

    def __init__(self, curves: Sequence[Floats]) -> None:
        low, high = min(c.min() for c in curves), max(c.max() for c in curves)
        # Free above and below the curves: a share of the height; a little where all is flat.
        room = 0.04 * math.log(high / low) + 0.005
        self.low, self.high = math.log(low) - room, math.log(high) + room

    def at(self, values: Floats) -> Floats:
        """How far below the top, as a share of the height."""
        found: Floats = (self.high - np.log(values)) / (self.high - self.low)
        return found

    def points(self, across: Floats, values: Floats) -> str:
        return " ".join(
            f"{x:.1f},{y:.1f}"
            for x, y in zip(across.tolist(), (SIZE * self.at(values)).tolist(), strict=True)
        )

    def rows(self) -> list[GridLine]:
        """Multiples of the start, as many as can be distinguished."""
        span = self.high - self.low
        step = next((one for one in _STEPS if span / math.log(one) <= _MOST_ROWS), _STEPS[-1])
        first = math.ceil(self.low / math.log(step))
        last = math.floor(self.high / math.log(step))
        values = [step**n for n in range(first, last + 1)]
        return [
            GridLine(_percent(float(self.at(np.array([value]))[0])), f"× {_short(value)}")
            for value in values
        ]


def _short(value: float) -> str:
    digits = 0 if value >= 10 or value == round(value) else 2
    return number(value, digits)


def _percent(share: float) -> str:
    return f"{100 * share:.2f}%"


# A variant's tear sheet: growth, drawdown, rolling annual Sharpe ratio, and the worst drawdowns.

WORST = 5


@dataclass(frozen=True)
class SheetPanel:
    """A variant and its benchmark on a plain scale; `rows` are its ends, and zero."""

    own: str
    benchmark: str
    rows: Sequence[GridLine]


@dataclass(frozen=True)
class Fall:
    """A drawdown: its depth, its start, its lowest point, and its recovery (None: not yet)."""

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
    """The sheet over all played segments; None where there is none."""
    drawn = picture(replay, benchmark=benchmark)
    if drawn is None:
        return None
    own, other = gained(replay), benchmark_moves(replay, benchmark)
    places, there = across(replay), known(other)
    year = replay.money["bars_per_year"]
    window = round(year)
    below = np.where(there, drawdown(growth(np.nan_to_num(other))), np.nan)
    return Sheet(
        picture=drawn,
        drawdown=_panel(places, drawdown(growth(own)), below, percent),
        rolling=_panel(
            places[window:], rolling(own, window, year), rolling(other, window, year), _one_decimal
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
    """The deepest drawdowns, deepest first. `times` are those of `worth` after its first value."""
    below = drawdown(worth)
    under = np.concatenate([[False], below < 0, [False]]).astype(int)
    begins, ends = np.flatnonzero(np.diff(under) == 1), np.flatnonzero(np.diff(under) == -1)
    falls = []
    for begin, end in zip(begins.tolist(), ends.tolist(), strict=True):
        low = begin + int(below[begin:end].argmin())
        until = times[end - 1] if end < len(worth) else None
        falls.append(Fall(float(below[low]), times[max(begin - 2, 0)], times[low - 1], until))
    return sorted(falls, key=lambda one: one.depth)[:most]


def _one_decimal(value: float) -> str:
    return number(value, 1)


def _panel(places: Floats, own: Floats, other: Floats, label: Any) -> SheetPanel:
    """Both curves; of the benchmark's where it is known."""
    places_shown = thinned(len(own), POINTS, own, np.nan_to_num(other))
    shown = places_shown[np.isfinite(other[places_shown])]
    low = min(float(own.min()), float(np.nanmin(other, initial=0.0)))
    high = max(float(own.max()), float(np.nanmax(other, initial=0.0)))
    span = (high - low) or 1.0

    def points(curve: Floats, at: NDArray[np.intp]) -> str:
        down = SIZE * (high - curve[at]) / span
        pairs = zip(places[at].tolist(), down.tolist(), strict=True)
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in pairs)

    ends = sorted({low, 0.0, high})
    rows = [GridLine(f"{100 * (high - value) / span:.2f}%", label(value)) for value in ends]
    return SheetPanel(points(own, places_shown), points(other, shown), rows)
