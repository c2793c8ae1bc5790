"""What a number of trials leaves of the best of them: every figure that counts the tries.

Importing this module imports numba.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trading.domain.luck import luck
from trading.evidence import kernels
from trading.evidence.answer import Answer
from trading.evidence.overfitting import (
    against_cash,
    against_hold,
    probability_of_overfitting,
    superior,
)
from trading.evidence.series import LEAST, Returns, blocks, faults, sharpe_ratios, varies
from trading.evidence.sharpe import Moments, Trials, deflated_sharpe_ratio, minimum_backtest_years

# How many different things were tried: clusters of trials whose returns go together. Importing
# this module imports numba.

Floats = NDArray[np.float64]
Labels = NDArray[np.int64]

CUT = 0.5
"""Clusters are joined while the mean correlation between their members is at least this."""
MOST = 4_000
"""Series whose pairs are all compared (64 MB); of more, near copies are joined before."""
COPY = 0.99
ROWS = 128  # series that are looked at at a time, which bounds the memory beside that of the whole


@dataclass(frozen=True, eq=False)
class Clusters:
    """`labels` (trials,): the cluster of each, 0 the largest; -1 for one that never moved.

    `returns` (clusters, n): what an investor in all of a cluster earned a bar, each member
    weighted by one over its variance; `ratios` (clusters,): its Sharpe ratio a bar. `trials` is
    what the deflated Sharpe ratio asks for.
    """

    labels: Labels
    returns: Floats
    ratios: Floats
    trials: Trials

    def __len__(self) -> int:
        return len(self.returns)


def clusters_of(returns: Returns, *, raw: int | None = None, cut: float = CUT) -> Clusters | Answer:
    """The clusters of `returns` (trials, n), net a bar on the same bars; why not, where none.

    Average linkage on the distance 1 - rho (scipy), cut at 1 - `cut`: within a cluster trials
    correlate by `cut` or more on average. A strategy and its opposite are two. Independent
    trials stay apart, copies become one. The clusters' returns and the variance of their ratios
    are as in Lopez de Prado & Lewis, "Detection of False Investment Strategies Using Unsupervised
    Learning Methods", Quantitative Finance 19(9), 2019; they choose the number of clusters by
    silhouettes (ONC), which never finds that all trials differ.

    `raw` counts the trials where some have no returns to compare (refused, or not kept): each
    of those, but not one that never moved, is a cluster of its own in `trials.effective`. Raises
    ValueError for a `cut` outside 0..1 or fewer `raw` than series.
    """
    if not 0 < cut < 1:
        raise ValueError(f"a cut of {cut} is not between 0 and 1")
    count = len(returns) if raw is None else raw
    if count < len(returns):
        raise ValueError(f"{count} trials have {len(returns)} series")
    if returns.ndim != 2:
        raise ValueError(f"returns have two dimensions here, not {returns.ndim}")
    fault = faults(returns, least=LEAST)
    if fault is not None:
        return fault
    moving = varies(returns)
    series = returns if moving.all() else returns[moving]
    labels = np.full(len(returns), -1, dtype=np.int64)
    labels[moving] = _by_size(_labels(series, cut))
    joined, all_ratios = _joined(series, labels[moving])
    ratios = sharpe_ratios(joined)
    apart = count - len(returns)
    trials = Trials(count, len(joined) + apart, _variance(ratios), _variance(all_ratios))
    return Clusters(labels, joined, ratios, trials)


def _doubles(series: Returns) -> Iterator[tuple[slice, Floats]]:
    """Copies of some series after the other in double precision, with their places: all at once
    would take twice what the series take, for each step of a computation again."""
    for begin in range(0, len(series), ROWS):
        places = slice(begin, begin + ROWS)
        yield places, np.array(series[places], dtype=np.float64)


def _labels(series: Returns, cut: float) -> Labels:
    if len(series) <= MOST:
        return _linked(_distances(series), cut)
    leaders = _leaders(series)
    kept, of_leader = np.unique(leaders, return_inverse=True)
    # Beyond what can be compared, each counts on its own: too many rather than too few.
    found = np.arange(len(kept), dtype=np.int64) + MOST
    found[:MOST] = _linked(_distances(series[kept[:MOST]]), cut)
    return found[of_leader]


def _unit(part: Floats) -> Floats:
    """The series less their means, each of length 1."""
    apart = part - part.mean(axis=1, keepdims=True)
    found: Floats = apart / np.sqrt((apart**2).sum(axis=1))[:, None]
    return found


def _linked(distances: Floats, cut: float) -> Labels:
    if len(distances) == 0:
        return np.zeros(1, dtype=np.int64)
    from scipy.cluster.hierarchy import fcluster, linkage

    found: Labels = fcluster(linkage(distances, "average"), 1.0 - cut, "distance").astype(np.int64)
    return found


def _distances(series: Returns) -> Floats:
    """1 - rho, 0..2, of each series and those after it, one series after the other, as scipy wants
    them.

    Unit series are made anew for each part: all at once would take twice what the series take.
    """
    count = len(series)
    found = np.empty(count * (count - 1) // 2)
    for places, doubles in _doubles(series):
        begin, rows = places.start, _unit(doubles)
        part = np.empty((len(rows), count - begin))
        for others, further in _doubles(series[begin:]):
            columns = np.ascontiguousarray(_unit(further).T)
            tile = np.empty((len(rows), columns.shape[1]))
            kernels.multiply(rows, columns, tile)
            part[:, others] = tile
        for place, row in enumerate(part):
            before = begin + place
            first = before * (count - 1) - before * (before - 1) // 2
            found[first : first + count - 1 - before] = row[place + 1 :]
    np.subtract(1.0, found, out=found)
    return np.clip(found, 0.0, 2.0, out=found)


def _leaders(series: Returns) -> Labels:
    """For each series the first one of which it is a near copy, itself where there is none."""
    unit, found = np.empty(series.shape), np.empty(len(series), dtype=np.int64)
    for places, part in _doubles(series):
        unit[places] = _unit(part)
    kernels.find_leaders(unit, COPY, found)
    return found


def _by_size(labels: Labels) -> Labels:
    """The same clusters, numbered from the largest; of equals the first to appear."""
    names, first, which, counts = np.unique(
        labels, return_index=True, return_inverse=True, return_counts=True
    )
    order = np.lexsort((first, -counts))
    numbers = np.empty(len(names), dtype=np.int64)
    numbers[order] = np.arange(len(names))
    return numbers[which]


def _joined(series: Returns, labels: Labels) -> tuple[Floats, Floats]:
    """The returns of the clusters (clusters, n), and the Sharpe ratios of the series (series,)."""
    found = np.zeros((int(labels.max()) + 1, series.shape[1]))
    weights, ratios = np.empty(len(series)), np.empty(len(series))
    for places, part in _doubles(series):
        weights[places] = 1.0 / part.var(axis=1)
        ratios[places] = sharpe_ratios(part)
    shares = weights / np.bincount(labels, weights=weights)[labels]
    for places, part in _doubles(series):
        np.add.at(found, labels[places], part * shares[places][:, None])
    return found, ratios


def _variance(ratios: Floats) -> float:
    return float(ratios.var(ddof=1)) if len(ratios) > 1 else 0.0


Document = dict[str, Any]

SHOWN = 20
"""Clusters that are told of, the largest first."""
KINDS = 8
"""Kinds of strategy that are told of a cluster."""


@dataclass(frozen=True, eq=False)
class Tried:
    """What was tried on the same bars.

    `returns` (trials, (bars - 1) // step): net, added up over `step` bars each, of the distinct
    trials that could be played, in an order of their own; `kinds` their kinds of strategy;
    `distinct` counts those that could not be played, too. `hold` (bars - 1,) are the returns of the
    prices; `candidates` (trials,) are those that could have been chosen, all where nobody says.
    """

    returns: NDArray[np.float32]
    kinds: Sequence[Sequence[str]]
    distinct: int
    hold: Floats
    bars_per_year: float
    candidates: Sequence[bool] = ()
    step: int = 1


def tally(
    tried: Tried, judged: Mapping[str, Sequence[float] | None], rng: np.random.Generator
) -> Document:
    """The effective number of trials and what follows from it, as plain JSON.

    `effective`: clusters of correlated returns, and each trial without returns by itself. `pbo`,
    `superior_cash` and `superior_hold` take one series a cluster. `luck` is the annual Sharpe ratio
    that the best of so many without any skill would show on these bars, `raw_luck` that of the best
    of all distinct ones. `variants` are the deflated Sharpe ratios of those `judged`. `candidates`
    are the clusters in which something could have been chosen, and each trial without returns.
    """
    bars = len(tried.hold) + 1
    years = bars / tried.bars_per_year
    found = clusters_of(tried.returns, raw=max(tried.distinct, 1))
    trials = (
        _a_bar(found.trials, tried.step) if isinstance(found, Clusters) else _apart(found, tried)
    )
    year = math.sqrt(tried.bars_per_year / tried.step)
    return {
        "effective": trials.effective,
        "candidates": _choices(found, tried),
        "unplayed": tried.distinct - len(tried.returns),
        "bars": bars,
        "variance": trials.variance,
        "raw_variance": trials.raw_variance,
        **_compared(found, blocks(tried.hold, tried.step), rng),
        "min_backtest_years": minimum_backtest_years(trials.effective),
        "years": years,
        "luck": luck(trials.effective, len(tried.hold), tried.bars_per_year),
        "raw_luck": luck(trials.raw, len(tried.hold), tried.bars_per_year),
        "clusters": _told(found, tried, year) if isinstance(found, Clusters) else [],
        "variants": {
            name: deflated_sharpe_ratio(_moments(known), trials).as_plain()
            for name, known in judged.items()
        },
    }


def _a_bar(trials: Trials, step: int) -> Trials:
    """The variances of Sharpe ratios of `step` bars as those of ratios a bar."""
    return replace(trials, variance=trials.variance / step, raw_variance=trials.raw_variance / step)


def _apart(why: Answer, tried: Tried) -> Trials:
    """The trials where no two can be compared: each its own, but for those that never moved."""
    idle = len(tried.returns) if why.reason == "constant" else 0
    return Trials(max(tried.distinct, 1), max(tried.distinct - idle, 1), 0.0, 0.0)


def _choices(found: Clusters | Answer, tried: Tried) -> int:
    """How many independent tries one was chosen among: 1 at least."""
    chosen = np.array(tried.candidates or [True] * len(tried.returns), dtype=bool)
    apart = tried.distinct - len(tried.returns)
    if isinstance(found, Answer):
        return max(1, int(chosen.sum()) + apart)
    labels = found.labels[chosen]
    return max(1, len(np.unique(labels[labels >= 0])) + apart)


def _compared(found: Clusters | Answer, hold: Floats, rng: np.random.Generator) -> Document:
    if isinstance(found, Answer):
        told = found.as_plain()
        return dict.fromkeys(("pbo", "superior_cash", "superior_hold"), told)
    returns = found.returns
    return {
        "pbo": probability_of_overfitting(returns).as_plain(),
        "superior_cash": superior(against_cash(returns), rng).as_plain(),
        "superior_hold": superior(against_hold(returns, hold), rng).as_plain(),
    }


def _told(found: Clusters, tried: Tried, year: float) -> list[Document]:
    kinds: list[set[str]] = [set() for _ in range(len(found))]
    sizes = [0] * len(found)
    for cluster, of_trial in zip(found.labels.tolist(), tried.kinds, strict=True):
        if cluster >= 0:
            sizes[cluster] += 1
            kinds[cluster] |= set(of_trial)
    rows = zip(sizes, found.ratios.tolist(), kinds, strict=True)
    return [
        {"size": size, "sharpe_ratio": ratio * year, "kinds": sorted(names)[:KINDS]}
        for size, ratio, names in list(rows)[:SHOWN]
    ]


def _moments(known: Sequence[float] | None) -> Moments | None:
    if known is None:
        return None
    ratio, bars, skew, kurtosis = known
    return Moments(ratio, int(bars), skew, kurtosis)
