"""A rule's returns against a benchmark's: alpha, beta and correlation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pandas as pd
from numpy.typing import NDArray

Floats = NDArray[np.float64]
LEAST_RETURNS = 2  # fewer have no spread


@dataclass(frozen=True)
class Relative:
    """How returns a bar go with those of a benchmark, over `bars` bars that both have.

    `alpha` is Jensen's, a year and without a rate for cash ("The Performance of Mutual Funds in the
    Period 1945-1964", Journal of Finance 23(2), 1968): the mean return that `beta` times the
    benchmark's does not explain. A benchmark that never moves has neither beta nor correlation;
    alpha is then the mean return a year.
    """

    bars: int
    alpha: float | None
    beta: float | None
    correlation: float | None


def relative(equity: Floats, benchmark: Floats, bars_per_year: float) -> Relative:
    """The equity of a rule against a benchmark's value, both (bars,); NaN where it has none.

    A return goes from one bar that both have to the next such bar.
    """
    known = np.isfinite(benchmark)
    own, other = returns(equity[known]), returns(benchmark[known])
    bars = int(known.sum())
    if len(own) < LEAST_RETURNS:
        return Relative(bars, None, None, None)
    year = bars_per_year * len(own) / max(1, int(np.flatnonzero(known)[-1] - known.argmax()))
    apart_own, apart_other = own - own.mean(), other - other.mean()
    spread = float((apart_other**2).sum())
    if spread == 0.0:
        return Relative(bars, float(own.mean()) * year, None, None)
    beta = float((apart_own * apart_other).sum()) / spread
    both = math.sqrt(float((apart_own**2).sum()) * spread)
    correlation = float((apart_own * apart_other).sum()) / both if both > 0 else None
    return Relative(bars, float(own.mean() - beta * other.mean()) * year, beta, correlation)


# Returns by month and by year.


@dataclass(frozen=True)
class Year:
    """A year's returns: of each month that has any, and of the whole, compounded."""

    year: int
    months: dict[int, float]
    total: float


def by_year(times: pd.DatetimeIndex, gained: Floats) -> list[Year]:
    """Returns a bar (n,), dated by the bars they end on, compounded to months and years."""
    years = times.year.to_numpy()
    months = times.month.to_numpy()
    found = []
    for year in np.unique(years):
        here = years == year
        each = {
            int(month): compounded(gained[here & (months == month)])
            for month in np.unique(months[here])
        }
        found.append(Year(int(year), each, compounded(gained[here])))
    return found


def compounded(gained: Floats) -> float:
    """The return over several bars."""
    return float(np.prod(1 + gained) - 1)


# How returns are spread: their moments, and a histogram with open ends.

BINS = 31
_WIDE = 4.0  # standard deviations that the bins between the open ends cover, either way


@dataclass(frozen=True)
class Spread:
    """Moments of n values: sd with ddof 1, raw kurtosis (3: normal); None where undefined."""

    count: int
    mean: float | None
    sd: float | None
    skew: float | None
    kurtosis: float | None
    lowest: float | None
    highest: float | None


@dataclass(frozen=True)
class Bin:
    """How many values lie from `low` (included) to `high`; None for an end that is open."""

    low: float | None
    high: float | None
    count: int


def spread(values: Floats) -> Spread:
    """The moments of values (n,)."""
    if not len(values):
        return Spread(0, None, None, None, None, None, None)
    mean = float(values.mean())
    sd = float(values.std(ddof=1)) if len(values) > 1 else None
    apart = values - mean
    squares = apart * apart  # numpy's power differs from processor to processor
    variance = float(np.mean(squares))
    varies = math.sqrt(variance) > float(np.abs(values).max()) * 1e-12
    skew = float(np.mean(squares * apart)) / variance**1.5 if varies else None
    kurtosis = float(np.mean(squares * squares)) / variance**2 if varies else None
    ends = float(values.min()), float(values.max())
    return Spread(len(values), mean, sd, skew, kurtosis, *ends)


def histogram(values: Floats, bins: int = BINS) -> list[Bin]:
    """So many bins of one round width around zero at most, those at the ends open.

    Zero is an edge: losses and gains never share a bin. Empty for fewer than two different values.
    """
    if len(values) < 2 or values.min() == values.max():
        return []
    sd, mean = float(values.std()), float(values.mean())
    low = max(float(values.min()), mean - _WIDE * sd)
    high = min(float(values.max()), mean + _WIDE * sd)
    width = _round_up((high - low) / (bins - 2))
    first, last = math.floor(low / width), math.ceil(high / width)
    edges = np.array([round(n * width, 12) for n in range(first, last + 1)])
    places = np.clip(np.searchsorted(edges, values, side="right") - 1, 0, max(0, len(edges) - 2))
    counts = np.bincount(places, minlength=max(1, len(edges) - 1))
    beyond = bool(values.min() < edges[0]), bool(values.max() >= edges[-1])
    found = [
        Bin(float(a), float(b), int(count))
        for a, b, count in zip(edges[:-1], edges[1:], counts, strict=True)
    ]
    if beyond[0]:
        found[0] = Bin(None, found[0].high, found[0].count)
    if beyond[1]:
        found[-1] = Bin(found[-1].low, None, found[-1].count)
    return found


def _round_up(width: float) -> float:
    """The next number of 1, 2, 2.5 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(width))
    return next(step * power for step in (1, 2, 2.5, 5, 10) if step * power >= width * (1 - 1e-9))


# What is drawn of a backtest: the fall from the peak, buy-and-hold, the returns a bar.

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
