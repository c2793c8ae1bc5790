"""The deflated Sharpe ratio: is it above what the best of so many tries shows by luck?"""

from __future__ import annotations

import math
from dataclasses import dataclass

from trading.domain.luck import expected_maximum
from trading.evidence.answer import Answer, known, unknown
from trading.evidence.sharpe import Moments, probabilistic_sharpe_ratio


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
