"""Would entries at other bars have done as well? Importing this module imports numba."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.backtest.checks import PriceArrays, bars_of, check_exact, check_money, for_kernel
from trading.backtest.run import first_bar
from trading.backtest.types import Trade
from trading.domain.broker import CASH, Broker, unit_of
from trading.domain.calculation import CURRENT, draws_on, marks_to_close
from trading.evidence.answer import Answer, known, unknown
from trading.evidence.kernels import play
from trading.strategies.signals import Signals

# The positions of a backtest as spells in time, and other places they could have stood at.

Floats = NDArray[np.float64]
Places = NDArray[np.int64]

AT_OPEN = ("signal", "time_stop", "end")  # the others leave within the bar, or at its close
MANY = 1e9
"""Arrangements beyond which nobody asks how many exactly."""


@dataclass(frozen=True, eq=False)
class Spells:
    """k positions in order of time within the bars `begin`..`end`, arrays of shape (k,).

    Position j is held from the open of bar `entries[j]` to that of `entries[j] + lengths[j]`, on
    side 1 or -1, with `sizes[j]` of the equity. The open after the last bar stands for its close.
    """

    begin: int
    end: int
    entries: Places
    lengths: Places
    sides: Places
    sizes: Floats

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def apart(self) -> Places:
        """The least number of bars between neighbours (k - 1,).

        The engine turns a position round at one open; one of the same side it takes a bar later.
        """
        found: Places = (self.sides[1:] == self.sides[:-1]).astype(np.int64)
        return found

    @property
    def free(self) -> int:
        """Bars that belong neither to a position nor to the least distance between two."""
        return int(self.end - self.begin - self.lengths.sum() - self.apart.sum())

    @property
    def arrangements(self) -> float:
        """In how many ways they can stand, MANY if it is more."""
        ways = math.log(math.comb(self.free + len(self), len(self)))
        for side in (-1, 1):
            same = Counter(self.lengths[self.sides == side].tolist())
            ways += math.lgamma(sum(same.values()) + 1)
            ways -= sum(math.lgamma(count + 1) for count in same.values())
        return round(math.exp(ways)) if ways < math.log(MANY) else MANY

    def shuffled(self, rng: np.random.Generator, rows: int) -> tuple[Places, Places, Floats]:
        """Entries, exits and sizes (rows, k) of as many random arrangements.

        The sides keep their order; lengths (with their sizes) change places within a side; the
        free bars fall between them at random.
        """
        order = np.tile(np.arange(len(self)), (rows, 1))
        for side in (-1, 1):
            of_side = np.flatnonzero(self.sides == side)
            order[:, of_side] = rng.permuted(np.tile(of_side, (rows, 1)), axis=1)
        lengths = self.lengths[order]
        slack = np.sort(rng.integers(0, self.free, (rows, len(self)), endpoint=True), axis=1)
        before = np.cumsum(lengths, axis=1) - lengths
        entries = self.begin + slack + before + np.r_[0, np.cumsum(self.apart)]
        return entries, entries + lengths, self.sizes[order]


def spells_of(
    trades: Sequence[Trade],
    sizes: Floats,
    *,
    begin: int,
    bars: int,
    calculation: int = CURRENT,
) -> Spells:
    """The positions of `trades`, in order of time, on `bars` bars; `begin`: the first bar to enter.

    `sizes` (bars,) is the fraction of equity an entry decided on a bar uses. A position that was
    left within a bar counts to the next open, so that the bar that stopped it is its own; with
    the next one on its heels, on the same side, it is one. In the first calculation positions end
    with the last open, and one entered there is none.
    """
    end = bars if marks_to_close(calculation) else bars - 1
    found: list[list[float]] = []
    for trade in trades:
        if trade.entry_bar >= end:
            continue
        leave = trade.exit_bar + (trade.reason not in AT_OPEN)
        leave = min(max(leave, trade.entry_bar + 1), end)
        side = 1 if trade.size > 0 else -1
        if found and found[-1][2] == side and trade.entry_bar <= found[-1][1]:
            found[-1][1] = leave
        else:
            found.append([trade.entry_bar, leave, side, float(sizes[trade.entry_bar - 1])])
    table = np.array(found, dtype=np.float64).reshape(-1, 4)
    entries, leaves, sides = (table[:, i].astype(np.int64) for i in range(3))
    # A turn within a bar: the engine that plays spells turns at opens.
    leaves[:-1] = np.minimum(leaves[:-1], entries[1:])
    return Spells(begin, end, entries, leaves - entries, sides, table[:, 3])


PERMUTATIONS = 1_000
LEAST_ARRANGEMENTS = 200
"""With fewer the p-value could not tell .05 from its neighbours."""
THRESHOLD = 0.05
"""What the gates that ship ask the p-value to be below."""
MOST = 16 * PERMUTATIONS
"""Where drawing on ends: what is still not told apart is within .006 of the threshold, and to halve
that would take four times as many draws."""
SURE = 3.29
"""Standard errors from the threshold at which a p-value is told apart: 99.9 %, two-sided."""


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
    Since the sixth calculation more are drawn, as many again each time, until it is told from
    `THRESHOLD` or there are `MOST`: Besag & Clifford, "Sequential Monte Carlo p-values", Biometrika
    78(2), 1991.

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
    permuted = np.empty(0)
    while True:
        more = _ratios(bars, spells, spells.shuffled(rng, permutations), money)
        permuted = np.concatenate([permuted, more])
        better = int(np.count_nonzero(permuted >= observed - 1e-12))
        if not draws_on(calculation) or told_apart(better, len(permuted)):
            break
    return known(
        (1 + better) / (1 + len(permuted)),
        observed=observed,
        mean=float(permuted.mean()),
        permutations=len(permuted),
        positions=len(spells),
        exposure=float(spells.lengths.sum()) / (len(bars) - trade_from),
    )


def told_apart(better: int, drawn: int) -> bool:
    """Whether `better` of `drawn` permutations are surely more or fewer than `THRESHOLD` says; or
    so many were drawn that it is left at that.

    By the score interval (Wilson 1927). Sixteen looks at 99.9 % err on at most 1.6 % of p-values
    (Bonferroni).
    """
    error = math.sqrt(drawn * THRESHOLD * (1 - THRESHOLD))
    return drawn >= MOST or abs(better - drawn * THRESHOLD) > SURE * error


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
        *prices, entries, exits, spells.sides, for_kernel(sizes), first, start, cash, commission,
        *terms, version, found,
    )  # fmt: skip
    return found
