"""Returns as the page shows them: by month, by year, and how they are spread."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.utils.dates import MONTHS_3
from numpy.typing import NDArray

from trading.backtest.curves import returns
from trading.backtest.relative import Bin, Spread, Year, by_year, histogram, spread
from trading.presenting.numbers import heat, scale_of
from trading.presenting.trades import TradeRow
from trading.services.benchmark import Benchmark
from trading.services.replay import Replay

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class YearRow:
    """A year: a cell a month (value, class of its colour), and what it came to."""

    year: int
    cells: list[tuple[float | None, str]]
    total: float
    hold: float
    trades: int
    costs: float

    @property
    def more(self) -> float:
        """What was earned beyond buy-and-hold."""
        return self.total - self.hold


@dataclass(frozen=True)
class Months:
    """The matrix of years and months. Segments follow one another: each one's first bar, on
    which its account is opened, has no return."""

    names: list[str]
    rows: list[YearRow]


def gained(replay: Replay, hold: bool = False) -> Floats:
    """The returns a bar of all segments that were played, one after the other."""
    curves = [part.hold if hold else part.equity for part in replay.parts]
    return np.concatenate([returns(curve) for curve in curves]) if curves else np.empty(0)


def held(replay: Replay, benchmark: Benchmark) -> Floats:
    """The same of a benchmark; NaN where it has no value."""
    curves = [benchmark.drawn()[part.begin : part.end] for part in replay.parts]
    return np.concatenate([np.diff(one) / one[:-1] for one in curves]) if curves else np.empty(0)


def dated(replay: Replay) -> Any:
    """The times of the bars on which the returns of `gained` end."""
    places = [np.arange(part.begin + 1, part.end) for part in replay.parts]
    return replay.times[np.concatenate(places) if places else np.empty(0, dtype=int)]


def months(replay: Replay, trades: list[TradeRow]) -> Months:
    """Monthly returns, and a row of figures a year; a trade counts in the year it was left."""
    times = dated(replay)
    own, held = by_year(times, gained(replay)), by_year(times, gained(replay, hold=True))
    scale = scale_of(value for year in own for value in year.months.values())
    left = Counter(row.left.year for row in trades)
    costs: dict[int, float] = {}
    for row in trades:
        costs[row.left.year] = costs.get(row.left.year, 0.0) + row.trade.commission
    rows = [
        YearRow(year.year, _cells(year, scale), year.total, other.total, left[year.year],
                costs.get(year.year, 0.0))
        for year, other in zip(own, held, strict=True)
    ]  # fmt: skip
    return Months([str(MONTHS_3[month]) for month in range(1, 13)], rows)


def _cells(year: Year, scale: float) -> list[tuple[float | None, str]]:
    values = [year.months.get(month) for month in range(1, 13)]
    return [(value, heat(value, scale)) for value in values]


@dataclass(frozen=True)
class Bar:
    """A bin as a drawing has it, in the units of its view box."""

    bin: Bin
    x: float
    y: float
    width: float
    height: float
    gain: bool


@dataclass(frozen=True)
class Drawing:
    """A histogram in a box of WIDTH x HEIGHT, with marks below it."""

    bars: list[Bar]
    marks: list[tuple[float, float]]
    zero: float | None
    still: int


WIDTH, HEIGHT, GAP = 640, 180, 1.5


@dataclass(frozen=True)
class Distribution:
    """How one kind of return is spread."""

    kind: str
    spread: Spread
    drawing: Drawing


def distributions(replay: Replay, trades: list[TradeRow]) -> list[Distribution]:
    """Of the returns a bar, and of the returns a trade."""
    a_bar = gained(replay)
    a_trade = np.array([row.trade.return_pct for row in trades], dtype=np.float64)
    return [
        Distribution("bars", spread(a_bar), drawing(a_bar)),
        Distribution("trades", spread(a_trade), drawing(a_trade)),
    ]


def drawing(values: Floats) -> Drawing:
    """A histogram of what moved; `still` counts what did not, which would dwarf the rest."""
    moved = values[values != 0]
    bins = histogram(moved)
    if not bins:
        return Drawing([], [], None, len(values) - len(moved))
    most = max(one.count for one in bins)
    width = WIDTH / len(bins)
    bars = []
    for n, one in enumerate(bins):
        height = HEIGHT * one.count / most
        gain = (one.low if one.low is not None else -1.0) >= 0
        bars.append(Bar(one, _r(n * width + GAP / 2), _r(HEIGHT - height), _r(width - GAP),
                        _r(height), gain))  # fmt: skip
    zero = next((_r(n * width) for n, one in enumerate(bins) if one.low == 0), None)
    step = max(1, len(bins) // 6)
    marks = [
        (_r(n * width), float(one.low))
        for n, one in enumerate(bins)
        if n % step == 0 and one.low is not None
    ]
    return Drawing(bars, marks, zero, len(values) - len(moved))


def _r(value: float) -> float:
    return round(value, 2)
