"""A variant's series for a chart: a limited number of points, no sealed bars; the chart's texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from django.utils.dates import MONTHS_3
from django.utils.translation import gettext as _
from numpy.typing import NDArray

from trading.backtest.relative import (
    Bin,
    Spread,
    Year,
    bars_between,
    by_year,
    histogram,
    returns,
    spread,
    thinned,
)
from trading.presenting.code_names import segment_word, word
from trading.presenting.numbers import heat, scale_of
from trading.presenting.trades import TradeRow, trade_rows
from trading.services.opening_marks import later_mark
from trading.services.replay import Benchmark, FigureDifference, Replay

if TYPE_CHECKING:
    from trading.services.variant_replay import PlayedSegment


@dataclass(frozen=True)
class MonthEnd:
    """The last bar of a month in a segment, as a table beside the chart."""

    segment: str
    time: Any
    equity: float
    hold: float
    drawdown: float
    hold_drawdown: float


def chart_words() -> dict[str, str]:
    """The texts of the chart's script, in the reader's language."""
    return {
        "date": _("date"),
        "equity": _("equity"),
        "hold": _("buy-and-hold"),
        "drawdown": _("drawdown"),
        "sealed": _("sealed"),
        "long": _("long"),
        "short": _("short"),
        "trade": _("trade"),
        "thinned": _("Drawn: %(points)s of %(bars)s bars, with every low and high kept."),
        "crowded": _("%(trades)s trades are in view: zoom in to see them marked."),
        "failed": _("The chart could not be loaded; the tables below have its numbers."),
    }


def month_ends(replay: Replay) -> list[MonthEnd]:
    """Each segment's curves at the last bar of each month."""
    found = []
    for part in replay.parts:
        times = replay.times[part.begin : part.end]
        number = (times.year * 12 + times.month).to_numpy()
        last = np.append(np.flatnonzero(np.diff(number)), len(times) - 1)
        columns = (part.equity, part.hold, part.drawdown, part.hold_drawdown)
        rows = zip(times[last].to_pydatetime(), *(column[last] for column in columns), strict=True)
        found += [MonthEnd(part.segment, time, *map(float, values)) for time, *values in rows]
    return found


Floats = NDArray[np.float64]
_PRICES = ("open", "high", "low", "close")


def series(replay: Replay, most: int) -> dict[str, Any]:
    """At most `most` points and trades, as columns; times are seconds since 1970, UTC.

    A longer history is thinned: what is left out lies between the lows and highs that are kept, and
    `points` beside `bars` says so.
    """
    places = _places(replay, most)
    frame = replay.played.frame
    prices = [frame[name.title()].to_numpy() for name in _PRICES]
    joined = bars_between(places, *prices)
    local = replay.times.tz_localize(None)  # by the exchange's clock
    times = (local[places].as_unit("s").asi8).tolist()
    rows = trade_rows(replay)
    return {
        "verified": replay.verified,
        "differences": [difference(one) for one in replay.differences],
        "bars": len(frame),
        "points": len(places),
        "daily": replay.daily,
        **replay.money,
        "time": times,
        **{name: _numbers(row) for name, row in zip(_PRICES, joined, strict=True)},
        "segments": [
            *(_segment(part, places) | _marked(part, replay) for part in replay.parts),
            *_sealed(replay, len(places)),
        ],
        "trades": _trades(replay, rows, most),
        "trade_count": len(rows),
    }


def difference(one: FigureDifference) -> dict[str, Any]:
    """The differences from the record, as plain JSON."""
    return one._asdict()


def _places(replay: Replay, most: int) -> NDArray[np.intp]:
    """The bars to draw: each segment's share, with its first and last bar."""
    bars = len(replay.played.frame)
    close = replay.played.frame["Close"].to_numpy()
    known = {part.begin: part for part in replay.parts}
    found = []
    for begin, end in replay.played.segments:
        if end <= bars:
            part = known.get(begin)
            drawn = (part.equity, part.hold, part.drawdown) if part else (close[begin:end],)
            share = max(2, most * (end - begin) // bars)
            found.append(begin + thinned(end - begin, share, *drawn))
    return np.concatenate(found)


def _segment(part: PlayedSegment, places: NDArray[np.intp]) -> dict[str, Any]:
    """A segment's curves at the places that lie in it: `from` and `to` count points."""
    begin, end = np.searchsorted(places, [part.begin, part.end]).tolist()
    here = places[begin:end] - part.begin
    return {
        "name": part.segment,
        "word": segment_word(part.segment),
        "sealed": False,
        "from": begin,
        "to": end,
        "bars": part.end - part.begin,
        "equity": _numbers(part.equity[here]),
        "hold": _numbers(part.hold[here]),
        "drawdown": _numbers(part.drawdown[here]),
        "hold_drawdown": _numbers(part.hold_drawdown[here]),
    }


def _marked(part: PlayedSegment, replay: Replay) -> dict[str, Any]:
    """For the holdout: the number of earlier openings on record, and a sentence about it."""
    if part.segment != "holdout" or replay.openings_before is None:
        return {}
    before = replay.openings_before
    return {"openings_before": before, "mark": later_mark(before)}


def _sealed(replay: Replay, points: int) -> list[dict[str, Any]]:
    """The sealed holdout: its length and nothing else."""
    if replay.sealed is None:
        return []
    return [{
        "name": "holdout",
        "word": word("holdout", "segment"),
        "sealed": True,
        "from": points,
        "to": points,
        "bars": replay.sealed.bars,
        "until": replay.sealed.until.isoformat(),
    }]  # fmt: skip


def _trades(replay: Replay, rows: list[TradeRow], most: int) -> dict[str, list[Any]]:
    """Columns of the trades; of more than `most`, those with the largest gains and losses."""
    if len(rows) > most:
        largest = sorted(rows, key=lambda row: abs(row.trade.pnl), reverse=True)[:most]
        rows = sorted(largest, key=lambda row: row.number)
    seconds = replay.times.tz_localize(None).as_unit("s").asi8
    return {
        "number": [row.number for row in rows],
        "side": [row.side for row in rows],
        "entry": [int(seconds[row.trade.entry_bar]) for row in rows],
        "exit": [int(seconds[row.trade.exit_bar]) for row in rows],
        "entry_price": _numbers(row.trade.entry_price for row in rows),
        "exit_price": _numbers(row.trade.exit_price for row in rows),
        "pnl": _numbers(row.trade.pnl for row in rows),
        "return": _numbers(row.trade.return_pct for row in rows),
        "reason": [str(row.reason_word) for row in rows],
    }


def _numbers(values: Iterable[float]) -> list[float]:
    """Eight digits: more than a chart shows, half the size of the full number."""
    return [float(f"{value:.8g}") for value in values]


# Returns for the page: by month, by year, and their distribution.


@dataclass(frozen=True)
class YearRow:
    """A year: a cell per month (value, CSS class), and its total."""

    year: int
    cells: list[tuple[float | None, str]]
    total: float
    hold: float
    trades: int
    costs: float

    @property
    def more(self) -> float:
        """The return beyond buy-and-hold."""
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


def benchmark_moves(replay: Replay, benchmark: Benchmark) -> Floats:
    """The same of a benchmark; NaN where it has no value."""
    curves = [benchmark.drawn()[part.begin : part.end] for part in replay.parts]
    return np.concatenate([np.diff(one) / one[:-1] for one in curves]) if curves else np.empty(0)


def dated(replay: Replay) -> Any:
    """The times of the bars at which the returns of `gained` end."""
    places = [np.arange(part.begin + 1, part.end) for part in replay.parts]
    return replay.times[np.concatenate(places) if places else np.empty(0, dtype=int)]


def months(replay: Replay, trades: list[TradeRow]) -> Months:
    """Monthly returns, and a row of figures per year; a trade counts in the year of its exit."""
    times = dated(replay)
    own, market = by_year(times, gained(replay)), by_year(times, gained(replay, hold=True))
    scale = scale_of(value for year in own for value in year.months.values())
    left = Counter(row.left.year for row in trades)
    costs: dict[int, float] = {}
    for row in trades:
        costs[row.left.year] = costs.get(row.left.year, 0.0) + row.trade.commission
    rows = [
        YearRow(year.year, _cells(year, scale), year.total, other.total, left[year.year],
                costs.get(year.year, 0.0))
        for year, other in zip(own, market, strict=True)
    ]  # fmt: skip
    return Months([str(MONTHS_3[month]) for month in range(1, 13)], rows)


def _cells(year: Year, scale: float) -> list[tuple[float | None, str]]:
    values = [year.months.get(month) for month in range(1, 13)]
    return [(value, heat(value, scale)) for value in values]


@dataclass(frozen=True)
class Bar:
    """A bin in the units of the drawing's view box."""

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
_MARKS = 6  # about so many values below the bars


@dataclass(frozen=True)
class Distribution:
    """The distribution of one kind of return."""

    kind: str
    spread: Spread
    drawing: Drawing


def distributions(replay: Replay, trades: list[TradeRow]) -> list[Distribution]:
    """Of the returns per bar, and of the returns per trade."""
    a_bar = gained(replay)
    a_trade = np.array([row.trade.return_pct for row in trades], dtype=np.float64)
    return [
        Distribution("bars", spread(a_bar), drawing(a_bar)),
        Distribution("trades", spread(a_trade), drawing(a_trade)),
    ]


def drawing(values: Floats) -> Drawing:
    """A histogram of the non-zero returns; `still` counts the zeros, which would dwarf the rest."""
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
    step = max(1, len(bins) // _MARKS)
    marks = [
        (_r(n * width), float(one.low))
        for n, one in enumerate(bins)
        if n % step == 0 and one.low is not None
    ]
    return Drawing(bars, marks, zero, len(values) - len(moved))


def _r(value: float) -> float:
    return round(value, 2)
