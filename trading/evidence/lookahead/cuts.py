"""Where to cut a history, and what to put in place of its future."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.strategies.indicators.arithmetic import exp

Places = NDArray[np.intp]
Bools = NDArray[np.bool_]

PRICES = ("Open", "High", "Low", "Close")
SHIFT = 1.0
"""Log of the factor that moves a scrambled future out of the range of its past."""


def cuts_of(speaks: Bools, changes: Bools, *, first: int, most: int) -> Places:
    """The lengths of `most` or fewer prefixes, rising, each from `first` to one less than all bars.

    Half of them end with, or right before, a bar on which the strategy `speaks` or says something
    else than before (`changes`), shape (bars,): there a glance at the next bar shows. The
    others are spread evenly.
    """
    last = len(speaks) - 1
    events = np.flatnonzero(speaks | changes)
    ends = np.unique(np.concatenate([events + 1, events]))
    ends = _spread(ends[(ends >= first) & (ends <= last)], most // 2)
    rest = np.setdiff1d(np.arange(first, last + 1), ends)
    found: Places = np.union1d(ends, _spread(rest, most - len(ends)))
    return found


def _spread(values: Places, count: int) -> Places:
    """`count` of the values, spread evenly; all of them if they are no more."""
    if len(values) <= count:
        return values
    return values[np.linspace(0, len(values) - 1, count).round().astype(np.intp)]


class Scrambler:
    """Puts another future in place of a frame's; what is the same for all cuts is made once."""

    def __init__(self, frame: pd.DataFrame) -> None:
        self._frame = frame
        self._numbers = [
            column for column in frame.columns if pd.api.types.is_numeric_dtype(frame[column])
        ]
        self._values = frame[self._numbers].to_numpy(dtype=float)
        self._prices = np.array([column in PRICES for column in self._numbers], dtype=bool)

    def scrambled(self, cut: int, rng: np.random.Generator, *, up: bool) -> pd.DataFrame:
        """The bars before `cut` as they are, those from it on in another order and another size.

        The dates stay. Prices of a bar share a factor, so the bar stays possible; all lie far
        above (`up`) or far below what they were, so that the highest and lowest of the whole change
        too. All other columns of numbers change by factors of their own.
        """
        frame, later = self._frame, len(self._frame) - cut
        order = np.concatenate([np.arange(cut), cut + rng.permutation(later)])
        values = self._values[order]
        middle = SHIFT if up else -SHIFT
        factors = exp(rng.normal(middle, SHIFT / 4, (later, len(self._numbers))))
        factors[:, self._prices] = exp(rng.normal(middle, SHIFT / 4, (later, 1)))
        values[cut:] *= factors
        found = pd.DataFrame(values, index=frame.index, columns=self._numbers, copy=False)
        if len(self._numbers) == frame.shape[1]:
            return found
        for column in frame.columns.difference(self._numbers):
            found[column] = frame[column].to_numpy()[order]
        return found[list(frame.columns)]
