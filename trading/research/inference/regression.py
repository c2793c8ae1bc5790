"""Least squares with standard errors that hold when variance changes over time."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trading.evidence.fixed_order import basis, dot
from trading.research.inference.significance import student_p

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
    n, k = len(y), len(columns) + 1
    if n < k + 2:
        return None
    x = basis(np.ones(n), *columns)
    if not x.full:
        return None
    leverage = (x.rows**2).sum(axis=0)
    residuals = x.residuals(y) / np.maximum(1.0 - leverage, 1e-6)
    # With X = QR the coefficients are R^-1 Q'y, and each is a sum over the rows of the data.
    inverse, parts = x.inverse, x.parts(y)
    slopes = []
    for row in inverse:
        estimate = dot(row, parts)
        shares = (x.rows * row[:, None]).sum(axis=0) * residuals
        se = math.sqrt(dot(shares, shares))
        if not se > 0.0:
            return None
        t = estimate / se
        slopes.append(Slope(estimate, t, student_p(t, n - k), n))
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
    bias = -dot(centred, own) / (len(past) * dot(centred, centred))
    estimate = raw.estimate - bias
    t = raw.t * estimate / raw.estimate if raw.estimate else 0.0
    return Slope(estimate, t, student_p(t, raw.n_obs - 2), raw.n_obs)
