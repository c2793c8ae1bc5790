"""Many parameter sets of one spec, fast: shared indicators, the kernel, figures and no more."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from config.error_texts import TranslatableError
from trading.backtest import measure, sets
from trading.backtest.checks import PriceArrays, bars_of, check_exact, check_money
from trading.backtest.metrics import metrics_of
from trading.backtest.parameter_sets import ParameterSets, SetPlan
from trading.domain.broker import CASH, Broker, unit_of
from trading.domain.calculation import CURRENT, year_of_rules
from trading.domain.figures import Metrics
from trading.strategies.spec import StrategySpec
from trading.strategies.table import IndicatorCache

Floats = NDArray[np.float64]
Parameters = Mapping[str, float]

CHUNK = 256
CELLS = 8_000_000
"""Numbers that are held at once, 64 MB: of long histories fewer sets, one at least."""


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


class Played(NamedTuple):
    """What sets came to, a row a set: figures (NaN), net returns a bar (0; no rows unless asked
    for) and warm-up (0) of those that could be played; by row, why another could not."""

    figures: Floats
    returns: Floats
    warmups: NDArray[np.int64]
    errors: Mapping[int, TranslatableError]


class Player:
    """One spec on one frame, to be played with many sets of parameters."""

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
        self._rules, self._cache, self._bars = SetPlan(spec), cache, bars
        self._start, self._spread = trade_from, broker.spread
        self._money = (
            float(cash / unit), float(unit), float(commission), float(broker.spread),
            float(broker.leverage), float(broker.borrow), float(bars_per_year), calculation,
        )  # fmt: skip
        self._hold = np.full(measure.FIGURES, math.nan)
        measure.measure_hold(bars.close, trade_from, bars_per_year, self._hold, calculation)
        self._together = self._room(len(bars))

    def _room(self, bars: int) -> int:
        """How many sets are played at a time: each has its series and sizes, as they are computed
        and in one array, and its returns; beside them there is what `sets.play_sets` works in, but
        for the table of trades, of which a set fills what it trades."""
        program = self._rules.program
        a_set = 2 * (len(program.series) + 1) + 1
        values = len(program.numbers) + program.made + 1
        truths = math.ceil((program.truths + 4) / 8)
        return max(1, (CELLS // bars - values - truths) // a_set)

    def chunk(self, parameter_sets: Sequence[Parameters], *, returns: bool) -> Chunk:
        """All of the sets, as many at a time as there is room for."""
        count, bars = len(parameter_sets), len(self._bars) - self._start
        figures = np.empty((count, measure.FIGURES))
        kept = np.empty((count, bars - 1), np.float32) if returns else None
        errors: dict[int, TranslatableError] = {}
        for begin in range(0, count, self._together):
            part = slice(begin, begin + self._together)
            played = self.play(parameter_sets[part], returns=returns)
            figures[part] = played.figures
            if kept is not None:
                kept[part] = played.returns
            errors |= {begin + row: error for row, error in played.errors.items()}
        return Chunk(parameter_sets, figures, kept, errors)

    def play(self, parameter_sets: Sequence[Parameters], *, returns: bool = False) -> Played:
        """All of the sets at once."""
        settled = ParameterSets(self._rules, self._cache, self._spread)
        errors: dict[int, TranslatableError] = {}
        sound: list[int] = []
        for row, parameters in enumerate(parameter_sets):
            try:
                settled.add(parameters)
            except TranslatableError as error:
                errors[row] = error
            else:
                sound.append(row)
        figures = np.tile(self._hold, (len(sound), 1))
        kept = np.empty((len(sound) if returns else 1, len(self._bars) - self._start - 1))
        warmups = np.empty(0, np.int64)
        if sound:
            arrays, program = settled.arrays(), self._rules.program
            warmups = arrays.warmups
            sets.play_sets(
                self._bars.open, self._bars.high, self._bars.low, self._bars.close,
                program.steps, program.rules, program.truths, program.made,
                arrays.rows, arrays.places, arrays.numbers, arrays.sizes, arrays.stops,
                arrays.warmups, self._start, *self._money, figures, kept,
            )  # fmt: skip
        kept = kept if returns else kept[:0]
        if errors:
            count = len(parameter_sets)
            figures = _among(count, sound, figures, math.nan)
            kept = _among(count, sound, kept, 0.0) if returns else kept
            warmups = _among(count, sound, warmups, 0)
        return Played(figures, kept, warmups, errors)


def _among(count: int, places: Sequence[int], rows: NDArray[Any], other: float) -> NDArray[Any]:
    """Rows at their places among so many, the others filled up."""
    found = np.full((count, *rows.shape[1:]), other, rows.dtype)
    found[places] = rows
    return found
