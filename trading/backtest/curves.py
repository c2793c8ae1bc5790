"""What is drawn of a backtest: the fall from the peak, buy-and-hold, the returns a bar."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Places = NDArray[np.intp]


def drawdown(equity: Floats) -> Floats:
    """How far each value lies below the highest so far, as a fraction of it: <= 0, shape (n,)."""
    return equity / np.maximum.accumulate(equity) - 1


def hold(close: Floats, cash: float) -> Floats:
    """What `cash` is worth at each close when all of it is held from the first on, no costs."""
    worth: Floats = cash * close / close[0]
    return worth


def returns(equity: Floats) -> Floats:
    """The simple returns from bar to bar, (n - 1,); 0 once all is lost, as in the metrics."""
    before = equity[:-1]
    return np.divide(np.diff(equity), before, out=np.zeros_like(before), where=before > 0)


def thinned(bars: int, most: int, *series: Floats) -> Places:
    """Which of `bars` places to draw so that there are `most` at most, in order.

    The first, the last, and of each of as many stretches as there is room for its last place and
    where each of the series (n,) is lowest and highest. `most` is at least 2.
    """
    if bars <= most:
        return np.arange(bars)
    stretches = (most - 2) // (2 * len(series) + 1)
    edges = np.linspace(0, bars, max(1, stretches) + 1).astype(np.intp)
    kept = {0, bars - 1}
    for begin, end in pairwise(edges.tolist()):
        if stretches and end > begin:
            kept |= {end - 1, *_extremes(series, begin, end)}
    return np.array(sorted(kept), dtype=np.intp)


def _extremes(series: Sequence[Floats], begin: int, end: int) -> set[int]:
    cuts = [values[begin:end] for values in series]
    lowest = {begin + int(cut.argmin()) for cut in cuts}
    return lowest | {begin + int(cut.argmax()) for cut in cuts}


def bars_between(
    places: Places, opened: Floats, high: Floats, low: Floats, close: Floats
) -> Floats:
    """Bars (n,) joined so that each ends at one of `places`: open, high, low, close, (4, places).

    The last place is the last bar: no price is left out.
    """
    begins = np.concatenate([[0], places[:-1] + 1]).astype(np.intp)
    return np.stack([
        opened[begins],
        np.maximum.reduceat(high, begins),
        np.minimum.reduceat(low, begins),
        close[places],
    ])  # fmt: skip
