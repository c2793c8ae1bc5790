"""How sure one can be of a Sharpe ratio: its error, its luck, its record. A bar's, not a year's."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trading.domain.luck import expected_maximum
from trading.evidence.answer import Answer, known, unknown

_NORMAL = NormalDist()
_ROUNDING = 1e-5
"""Returns that vary by less than this part of their mean do so by the rounding of prices."""


def sharpe_ratio(returns: NDArray[np.float64]) -> float | None:
    """Mean over standard deviation (ddof=1) of a series of returns, shape (n,).

    None for fewer than two returns, for returns that do not vary or are not all finite.
    """
    if returns.size < 2 or not np.all(np.isfinite(returns)):
        return None
    deviation = float(np.std(returns, ddof=1))
    mean = float(np.mean(returns))
    scale = float(np.max(np.abs(returns)))
    if deviation <= max(scale * 1e-12, abs(mean) * _ROUNDING):
        return None
    return mean / deviation


class Moments(NamedTuple):
    """What the certainty of a Sharpe ratio hangs on: `ratio` a bar, raw `kurtosis` (3: normal)."""

    ratio: float
    bars: int
    skew: float
    kurtosis: float


def moments(returns: NDArray[np.float64]) -> Moments | None:
    """The moments of a series of returns, shape (n,); None where its ratio is undefined."""
    ratio = sharpe_ratio(returns)
    if ratio is None:
        return None
    deviations = returns - returns.mean()
    # numpy's power differs from processor to processor; products do not.
    squares = deviations * deviations
    variance = float(np.mean(squares))
    skew = float(np.mean(squares * deviations)) / (variance * math.sqrt(variance))
    kurtosis = float(np.mean(squares * squares)) / (variance * variance)
    return Moments(ratio, int(returns.size), skew, kurtosis)


def sharpe_score(known: Moments | None, benchmark: float = 0.0) -> float | None:
    """How many standard errors a Sharpe ratio lies above `benchmark`; None where it is undefined.

    z = (SR - SR*) sqrt(n - 1) / sqrt(1 - skew SR + (kurtosis - 1)/4 SR^2), with the raw
    kurtosis: Bailey & Lopez de Prado, "The Sharpe Ratio Efficient Frontier", Journal of Risk
    15(2), 2012.
    """
    if known is None:
        return None
    spread = 1.0 - known.skew * known.ratio + (known.kurtosis - 1.0) / 4.0 * known.ratio**2
    if spread <= 0:
        return None
    return (known.ratio - benchmark) * math.sqrt(known.bars - 1) / math.sqrt(spread)


def probabilistic_sharpe_ratio(known: Moments | None, benchmark: float = 0.0) -> float | None:
    """The probability that the true Sharpe ratio is above `benchmark`, 0..1: PSR = Phi(z).

    None where the ratio, or its score, is undefined.
    """
    score = sharpe_score(known, benchmark)
    return None if score is None else _NORMAL.cdf(score)


# The deflated Sharpe ratio: is it above what the best of so many tries shows by luck?


@dataclass(frozen=True, slots=True)
class Trials:
    """What was tried: `raw` parameter sets, in `effective` clusters of correlated returns.

    `variance` is that of the clusters' Sharpe ratios a bar, `raw_variance` that of all trials'.
    """

    raw: int
    effective: int
    variance: float
    raw_variance: float

    def __post_init__(self) -> None:
        if not 1 <= self.effective <= self.raw:
            raise ValueError(f"{self.effective} clusters of {self.raw} trials")
        for value in (self.variance, self.raw_variance):
            if not 0 <= value < math.inf:
                raise ValueError(f"{value} is no variance")


def deflated_sharpe_ratio(judged: Moments | None, trials: Trials) -> Answer:
    """The probability, 0..1, that the true ratio is above the luck of the effective trials.

    DSR = PSR(SR0), SR0 = sqrt(V) E[max of N], all a bar: Bailey & Lopez de Prado, "The Deflated
    Sharpe Ratio", Journal of Portfolio Management 40(5), 2014, with N the number of clusters and
    V their variance (Lopez de Prado & Lewis, "Detection of False Investment Strategies Using
    Unsupervised Learning Methods", Quantitative Finance 19(9), 2019).

    V is never taken below 1/(n - 1), the variance that n bars without any skill give a ratio by
    themselves: a few clusters that happen to agree are no licence. `details`: `luck` (SR0),
    `trials` and `variance` as used; `raw`, `raw_luck`, `raw_trials`, the same with every trial
    counted as its own; `noise`, `noise_luck`, the same with V = 1/(n - 1): where some clusters have
    a real edge V holds it, too, and takes it for luck. A single trial has no luck to beat: its
    DSR is PSR(0).
    """
    if judged is None:
        return unknown("constant")
    least = 1.0 / (judged.bars - 1)
    variance, raw_variance = max(trials.variance, least), max(trials.raw_variance, least)
    luck = expected_maximum(trials.effective, math.sqrt(variance))
    raw_luck = expected_maximum(trials.raw, math.sqrt(raw_variance))
    noise_luck = expected_maximum(trials.effective, math.sqrt(least))
    value, raw, noise = (
        probabilistic_sharpe_ratio(judged, one) for one in (luck, raw_luck, noise_luck)
    )
    if value is None or raw is None or noise is None:
        return unknown("no_spread")
    return known(
        value,
        luck=luck,
        trials=trials.effective,
        variance=variance,
        raw=raw,
        raw_luck=raw_luck,
        raw_trials=trials.raw,
        noise=noise,
        noise_luck=noise_luck,
    )


# How long a record must be before it says anything.


def minimum_track_record(
    judged: Moments | None, *, target: float = 0.0, confidence: float = 0.95
) -> Answer:
    """The bars (a fraction of one included) from which PSR(`target`) reaches `confidence`.

    MinTRL = 1 + (1 - skew SR + (kurtosis - 1)/4 SR^2) (z / (SR - SR*))^2, ratios a bar, raw
    kurtosis: Bailey & Lopez de Prado, "The Sharpe Ratio Efficient Frontier", Journal of Risk
    15(2), 2012, eq. 11. `not_above` where the ratio is not above the target: no length is enough.
    `details`: `bars` there are, and `enough` (1 or 0). Raises ValueError for a confidence
    outside .5..1.
    """
    if not 0.5 <= confidence < 1:
        raise ValueError(f"a confidence of {confidence} is not in [.5, 1)")
    if judged is None:
        return unknown("constant")
    spread = 1.0 - judged.skew * judged.ratio + (judged.kurtosis - 1.0) / 4.0 * judged.ratio**2
    if spread <= 0:
        return unknown("no_spread", bars=judged.bars)
    above = judged.ratio - target
    # Nearer than this the answer is beyond any history and no finite number.
    if above <= 1e-9:
        return unknown("not_above", bars=judged.bars)
    needed = 1.0 + spread * (_NORMAL.inv_cdf(confidence) / above) ** 2
    return known(needed, bars=judged.bars, enough=float(judged.bars >= needed))


def minimum_backtest_years(trials: int, *, target: float = 1.0) -> float:
    """The years below which the best of `trials` without skill shows an annual ratio of `target`.

    MinBTL = (E[max of N] / target)^2: Bailey, Borwein, Lopez de Prado & Zhu, "Pseudo-Mathematics
    and Financial Charlatanism", Notices of the AMS 61(5), 2014, eq. 6. 0 for one trial. Raises
    ValueError for a target that is not above zero, or no trial.
    """
    if not 0 < target < math.inf:
        raise ValueError(f"a target of {target} is not above 0")
    if trials < 1:
        raise ValueError(f"{trials} trials")
    return (expected_maximum(trials, 1.0) / target) ** 2
