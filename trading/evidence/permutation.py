"""Would entries at other bars have done as well? Importing this module imports numba."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.backtest.checks import PriceArrays, bars_of, check_exact, check_money
from trading.backtest.run import first_bar
from trading.backtest.types import Trade
from trading.domain.broker import CASH, Broker
from trading.domain.calculation import CURRENT
from trading.domain.units import unit_of
from trading.evidence.answer import Answer, known, unknown
from trading.evidence.permutation_kernel import play
from trading.evidence.spells import Spells, spells_of
from trading.strategies.signals import Signals

Floats = NDArray[np.float64]

PERMUTATIONS = 1_000
LEAST_ARRANGEMENTS = 200
"""With fewer the p-value could not tell .05 from its neighbours."""


def entry_permutation(
    frame: pd.DataFrame,
    signals: Signals,
    trades: Sequence[Trade],
    rng: np.random.Generator,
    *,
    cash: float = 10_000.0,
    commission: float = 0.001,
    trade_from: int = 0,
    permutations: int = PERMUTATIONS,
    calculation: int = CURRENT,
    fractions: bool = False,
    broker: Broker = CASH,
) -> Answer:
    """How often the same positions at random bars have at least the Sharpe ratio: the p-value.

    `trades` are what the backtest of `signals` on `frame` did, with the same money and costs. The
    positions keep their number, sides and their order, lengths and sizes, so exposure and costs
    are those of the strategy; only when they are taken is drawn. Each arrangement, and for a fair
    comparison the strategy's own, is played by the compiled backtest from open to open, without
    stops. p = (1 + as good or better) / (1 + permutations): never 0 (Phipson & Smyth,
    "Permutation P-values Should Never Be Zero", Statistical Applications in Genetics and Molecular
    Biology 9(1), 2010). A trend that lifts every long position lifts the permuted ones as well.

    `no_trades` without a position, `no_room` where they could hardly stand elsewhere (always in
    the market). `details`: `observed` and `mean` (of the permuted) Sharpe ratio a bar,
    `permutations`, `positions`, `exposure` 0..1. Raises BacktestError as `run_backtest` does,
    ValueError for no permutation.
    """
    if permutations < 1:
        raise ValueError(f"{permutations} permutations")
    bars = bars_of(frame)
    check_money(
        bars=len(bars), cash=cash, commission=commission, trade_from=trade_from, broker=broker
    )
    cash /= unit_of(fractions if signals.fractions is None else signals.fractions)
    check_exact(bars, cash, broker)
    first = first_bar(signals, trade_from)
    spells = spells_of(
        trades, signals.size, begin=first + 1, bars=len(bars), calculation=calculation
    )
    if not len(spells):
        return unknown("no_trades")
    if spells.arrangements < LEAST_ARRANGEMENTS:
        ways = spells.arrangements
        return unknown("no_room", arrangements=ways, needed=LEAST_ARRANGEMENTS)
    terms = (float(broker.spread), float(broker.leverage), float(broker.borrow))
    money = (first, trade_from, float(cash), float(commission), terms, calculation)
    own = spells.entries[None], (spells.entries + spells.lengths)[None], spells.sizes[None]
    observed = float(_ratios(bars, spells, own, money)[0])
    permuted = _ratios(bars, spells, spells.shuffled(rng, permutations), money)
    better = int(np.count_nonzero(permuted >= observed - 1e-12))
    return known(
        (1 + better) / (1 + permutations),
        observed=observed,
        mean=float(permuted.mean()),
        permutations=permutations,
        positions=len(spells),
        exposure=float(spells.lengths.sum()) / (len(bars) - trade_from),
    )


def _ratios(
    bars: PriceArrays,
    spells: Spells,
    rows: tuple[NDArray[np.int64], NDArray[np.int64], Floats],
    money: tuple[int, int, float, float, tuple[float, float, float], int],
) -> Floats:
    entries, exits, sizes = rows
    found = np.empty(len(entries))
    prices = (bars.open, bars.high, bars.low, bars.close)
    first, start, cash, commission, terms, version = money
    play(
        *prices, entries, exits, spells.sides, sizes, first, start, cash, commission, *terms,
        version, found,
    )  # fmt: skip
    return found
