"""The positions of a backtest as spells in time, and other places they could have stood at."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from trading.backtest.types import Trade
from trading.domain.calculation import CURRENT, marks_to_close

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
