"""Walk-forward efficiency: how much of what was earned in sample is earned after it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from trading.evidence.answer import Answer, known, unknown
from trading.evidence.fixed_order import dot

Floats = NDArray[np.float64]

Fold = tuple[Floats, Floats]
"""Net returns a bar of the tuned strategy: on the bars it was tuned on, on those after them."""


def walk_forward_efficiency(folds: Sequence[Fold]) -> Answer:
    """The annual return out of sample over that in sample; 1: all of it was kept.

    Pardo, "The Evaluation and Optimization of Trading Strategies", 2nd ed., Wiley 2008, ch. 11:
    annualised profit over annualised profit, both as mean returns a bar, so the year cancels. The
    in-sample means count as many bars as their fold has out of sample: both sides weigh the folds
    alike. `in_sample_loss` where nothing was earned in sample: a ratio of losses says nothing.
    `details`: `in_sample` and `out_of_sample` mean return a bar, `folds`, `earning` (folds that
    earn out of sample), `bars` out of sample.
    """
    if not folds:
        return unknown("no_folds")
    if any(len(part) == 0 for fold in folds for part in fold):
        return unknown("too_short", bars=0, needed=1)
    if not all(np.isfinite(part).all() for fold in folds for part in fold):
        return unknown("not_finite")
    bars = np.array([len(after) for _, after in folds])
    before, after = np.array([[one.mean(), two.mean()] for one, two in folds]).T
    weights = bars / bars.sum()
    inside, outside = dot(before, weights), dot(after, weights)
    details = {
        "in_sample": inside,
        "out_of_sample": outside,
        "folds": len(folds),
        "earning": int(np.count_nonzero(after > 0)),
        "bars": int(bars.sum()),
    }
    if inside <= 0:
        return unknown("in_sample_loss", **details)
    return known(outside / inside, **details)
