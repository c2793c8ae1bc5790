"""What a number of trials leaves of the best of them: every figure that counts the tries.

Importing this module imports numba.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trading.domain.luck import luck
from trading.evidence.answer import Answer
from trading.evidence.blocks import blocks
from trading.evidence.clusters import Clusters, clusters_of
from trading.evidence.deflated import Trials, deflated_sharpe_ratio
from trading.evidence.overfitting import probability_of_overfitting
from trading.evidence.sharpe import Moments
from trading.evidence.superior import against_cash, against_hold, superior
from trading.evidence.track_record import minimum_backtest_years

Floats = NDArray[np.float64]
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
