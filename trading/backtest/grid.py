"""Many parameter sets of one spec, fast: shared indicators, the kernel, figures and no more."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from config.error_texts import TranslatableError
from trading.backtest import kernel, measure
from trading.backtest.borrow import charge_borrow
from trading.backtest.checks import PriceArrays, bars_of, check_exact, check_money, check_stops
from trading.backtest.metrics import metrics_of
from trading.backtest.run import first_bar, simulate
from trading.domain.broker import CASH, Broker, unit_of
from trading.domain.calculation import CURRENT, year_of_rules
from trading.domain.figures import Metrics
from trading.strategies.signals import compute_signals
from trading.strategies.spec import StrategySpec
from trading.strategies.table import IndicatorCache, Plan

Floats = NDArray[np.float64]
Parameters = Mapping[str, float]

CHUNK = 256


@dataclass(frozen=True, eq=False)
class Chunk:
    """What some parameter sets came to, a row a set.

    `figures` (sets, measure.FIGURES) are the fields of Metrics in their order, NaN where
    undefined; `returns`, where asked for, (sets, bars - 1) net returns a bar as float32, for
    their correlations; `errors` tells by row why a set could not be played.
    """

    parameters: Sequence[Parameters]
    figures: Floats
    returns: NDArray[np.float32] | None
    errors: Mapping[int, TranslatableError]

    def metrics(self, row: int) -> Metrics:
        return metrics_of(self.figures[row])


def evaluate(
    spec: StrategySpec,
    frame: pd.DataFrame,
    parameter_sets: Sequence[Parameters],
    *,
    cash: float = 10_000.0,
    commission: float = 0.001,
    bars_per_year: float = 252.0,
    trade_from: int = 0,
    calculation: int = CURRENT,
    fractions: bool = False,
    broker: Broker = CASH,
    returns: bool = False,
    chunk: int = CHUNK,
    cache: IndicatorCache | None = None,
) -> Iterator[Chunk]:
    """Figures of each parameter set, `chunk` sets at a time: memory does not grow with the grid.

    As `run_backtest` with the kernel, set by set. `cache`, of this very frame, keeps indicators
    from one call to the next. A set that is refused (parameters out of bounds, too few bars) is
    told in its chunk. Raises BacktestError for impossible prices
    or money, NotExact where the kernel would not be exact.
    """
    bars = bars_of(frame)
    check_money(
        bars=len(bars), cash=cash, commission=commission, trade_from=trade_from, broker=broker
    )
    unit = unit_of(fractions if spec.fractions is None else spec.fractions)
    check_exact(bars, cash / unit, broker)
    year = year_of_rules(calculation, bars_per_year)
    shared = IndicatorCache(frame, bars_per_year=year) if cache is None else cache
    player = Player(
        spec, shared, bars, cash, commission, bars_per_year, trade_from, calculation, unit, broker
    )
    for begin in range(0, len(parameter_sets), chunk):
        yield player.chunk(parameter_sets[begin : begin + chunk], returns=returns)


class Player:
    """One spec on one frame; holds the arrays that all sets are played in."""

    def __init__(
        self,
        spec: StrategySpec,
        cache: IndicatorCache,
        bars: PriceArrays,
        cash: float,
        commission: float,
        bars_per_year: float,
        trade_from: int,
        calculation: int,
        unit: float,
        broker: Broker = CASH,
    ) -> None:
        self._plan, self._cache, self._bars = Plan(spec), cache, bars
        self._cash, self._commission, self._unit = cash / unit, commission, unit
        self._broker = broker
        self._year, self._start, self._version = bars_per_year, trade_from, calculation
        self._equity = np.empty(len(bars))
        self._table = np.empty((kernel.TRADE_ROWS, len(bars)))
        self._hold = np.full(measure.FIGURES, math.nan)
        measure.measure_hold(bars.close, trade_from, bars_per_year, self._hold, calculation)

    def chunk(self, parameter_sets: Sequence[Parameters], *, returns: bool) -> Chunk:
        figures = np.tile(self._hold, (len(parameter_sets), 1))
        kept: NDArray[np.float32] | None = None
        if returns:
            kept = np.zeros((len(parameter_sets), len(self._bars) - self._start - 1), np.float32)
        errors: dict[int, TranslatableError] = {}
        for row, parameters in enumerate(parameter_sets):
            try:
                self.play(parameters, figures[row])
            except TranslatableError as error:
                figures[row] = math.nan
                errors[row] = error
            else:
                if kept is not None:
                    kept[row] = self.returns()
        return Chunk(parameter_sets, figures, kept, errors)

    def play(self, parameters: Parameters, figures: Floats) -> None:
        """One set into `figures`; leaves its equity in place."""
        signals = compute_signals(
            self._plan, self._cache.frame, cache=self._cache, parameters=parameters
        )
        check_stops(
            signals, self._broker.spread
        )  # the arrays are sound: they were made for these bars
        first = first_bar(signals, self._start)
        k, _ = simulate(
            self._bars, signals, first, self._cash, self._commission, self._broker, self._equity,
            self._table, self._version,
        )  # fmt: skip
        self._equity *= self._unit
        self._table[kernel.SIZE, :k] *= self._unit
        charge_borrow(self._equity, self._table, k, self._bars.close, self._broker.borrow)
        measure.measure(
            self._equity,
            self._table,
            k,
            self._start,
            self._commission,
            self._year,
            figures,
            self._version,
        )

    def returns(self) -> Floats:
        """Net returns a bar of the set last played; none after ruin."""
        equity = self._equity[self._start :]
        before = equity[:-1]
        return np.divide(equity[1:], before, out=np.ones(len(before)), where=before > 0) - 1
