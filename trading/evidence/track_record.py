"""How long a record must be before it says anything."""

from __future__ import annotations

import math
from statistics import NormalDist

from trading.domain.luck import expected_maximum
from trading.evidence.answer import Answer, known, unknown
from trading.evidence.sharpe import Moments

_NORMAL = NormalDist()


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
