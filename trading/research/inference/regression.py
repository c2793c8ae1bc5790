"""Least squares with standard errors that hold when variance changes over time."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trading.research.inference.tails import student_p

FloatArray = NDArray[np.float64]


class Slope(NamedTuple):
    """One coefficient: estimate, heteroskedasticity-robust t (HC3), two-sided p, observations."""

    estimate: float
    t: float
    p_value: float
    n_obs: int


def robust_regression(y: FloatArray, *columns: FloatArray) -> list[Slope] | None:
    """Regress `y` on a constant and `columns`: a Slope each, the constant's first, HC3 errors.

    White 1980 with residuals over 1 - leverage (MacKinnon & White 1985): the plain form believes
    too much where one crash or rally dominates a column. None if a column is constant or
    columns are collinear, or there are fewer than k + 2 rows.
    """
    x = np.column_stack([np.ones(len(y)), *columns])
    n, k = x.shape
    if n < k + 2 or np.linalg.matrix_rank(x / np.maximum(np.abs(x).max(axis=0), 1e-300)) < k:
        return None
    bread = np.linalg.inv(x.T @ x)
    beta = bread @ (x.T @ y)
    leverage = np.einsum("ij,jk,ik->i", x, bread, x)
    scores = x * ((y - x @ beta) / np.maximum(1.0 - leverage, 1e-6))[:, None]
    covariance = bread @ (scores.T @ scores) @ bread
    slopes = []
    for at in range(k):
        se = float(np.sqrt(covariance[at, at]))
        if not se > 0.0:
            return None
        t = float(beta[at] / se)
        slopes.append(Slope(float(beta[at]), t, student_p(t, n - k), n))
    return slopes


def predictive_slope(ahead: FloatArray, past: FloatArray, own: FloatArray) -> Slope | None:
    """Slope of the next return `ahead` on a persistent `past`, corrected for small-sample bias.

    Demeaning makes the slope of a sum of past returns biased by -cov(past, own) / (n var(past)),
    `own` being the return over the bars that `past` looks at (first order of Kendall 1954).
    """
    fitted = robust_regression(ahead, past)
    if fitted is None:
        return None
    raw = fitted[1]
    centred = past - past.mean()
    bias = -float(centred @ own) / (len(past) * float(centred @ centred))
    estimate = raw.estimate - bias
    t = raw.t * estimate / raw.estimate if raw.estimate else 0.0
    return Slope(estimate, t, student_p(t, raw.n_obs - 2), raw.n_obs)
