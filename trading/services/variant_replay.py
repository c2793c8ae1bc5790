"""A variant played again as its development played it, and the last few of these kept."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from config.error_texts import TranslatableError
from trading.backtest.relative import drawdown, hold
from trading.backtest.types import Trade
from trading.domain.calculation import year_of_rules
from trading.market.data import Segments
from trading.services.bench import beyond_market, figures_of
from trading.services.machine_code import share_compiled_code
from trading.strategies.spec import StrategySpec

Floats = NDArray[np.float64]
KEPT_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True, eq=False)
class PlayedSegment:
    """A variant on one segment: bars `begin` to `end` (half-open) of the history.

    `equity` and `hold` (buy-and-hold, from the first close on, without costs) have a value a bar of
    the segment and begin with the cash. The bars of `trades` count from the history's first.
    """

    segment: str
    begin: int
    end: int
    equity: Floats = field(repr=False)
    hold: Floats = field(repr=False)
    trades: tuple[Trade, ...] = field(repr=False)
    figures: dict[str, Any] = field(repr=False)
    engine: str

    @property
    def drawdown(self) -> Floats:
        return drawdown(self.equity)

    @property
    def hold_drawdown(self) -> Floats:
        return drawdown(self.hold)


@dataclass(frozen=True, eq=False)
class PlayedVariant:
    """The bars that may be seen, the segments that could be played, and why others could not."""

    frame: pd.DataFrame = field(repr=False)
    segments: Segments
    parts: tuple[PlayedSegment, ...]
    errors: dict[str, TranslatableError]

    @property
    def size(self) -> int:
        """About so many bytes."""
        return int(self.frame.memory_usage().sum()) + sum(2 * p.equity.nbytes for p in self.parts)


def play_again(
    spec: StrategySpec, frame: pd.DataFrame, segments: Segments, money: dict[str, Any]
) -> PlayedVariant:
    """The spec on each segment that `frame` holds, with the engine and windows of a development.

    `money` is cash, commission, bars a year and calculation. A window starts with the first bar,
    decisions and figures begin with the segment. What cannot be played is told in `errors`.
    """
    parts, errors = [], {}
    for segment, (begin, end) in segments._asdict().items():
        if end <= len(frame):
            try:
                parts.append(play_part(segment, spec, frame.iloc[:end], begin, money))
            except TranslatableError as error:
                errors[segment] = error
    return PlayedVariant(frame, segments, tuple(parts), errors)


def play_part(
    segment: str, spec: StrategySpec, window: pd.DataFrame, begin: int, money: dict[str, Any]
) -> PlayedSegment:
    """The spec on the bars of `window` from `begin` on. Raises SayableError."""
    share_compiled_code()
    from trading.backtest.jobs import told
    from trading.backtest.run import run_backtest
    from trading.strategies.signals import compute_signals

    year = year_of_rules(int(money["calculation"]), money["bars_per_year"])
    signals = compute_signals(spec, window, bars_per_year=year)
    result = run_backtest(window, signals, engine="auto", trade_from=begin, **money)
    close = window["Close"].to_numpy(np.float64)
    figures = figures_of(told(result), int(money["calculation"]))
    if segment == "holdout":
        figures |= beyond_market(result.equity, close, begin, int(money["calculation"]))
    return PlayedSegment(
        segment=segment,
        begin=begin,
        end=len(window),
        equity=result.equity[begin:],
        hold=hold(close[begin:], money["cash"]),
        trades=result.trades,
        figures=figures,
        engine=result.engine,
    )


class Shelf:
    """The last few things played, by all that they depend on, within a number of bytes."""

    def __init__(self, most: int = KEPT_BYTES) -> None:
        self._most = most
        self._lock = Lock()
        self._kept: OrderedDict[object, PlayedVariant] = OrderedDict()

    def get(self, key: object) -> PlayedVariant | None:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: object, played: PlayedVariant) -> None:
        """Keep it, and drop what was not asked for longest."""
        with self._lock:
            self._kept[key] = played
            while len(self._kept) > 1 and sum(p.size for p in self._kept.values()) > self._most:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
