"""Hansen's test for superior predictive ability: is any of many better than the benchmark?

arch draws the bars; importing it takes two seconds, so it is imported when it is needed. Importing
this module imports numba.
"""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trading.evidence import product_kernel
from trading.evidence.answer import Answer, known
from trading.evidence.series import Returns, faults, varies

Floats = NDArray[np.float64]

RESAMPLES = 1_000
CHUNK = 128  # resamples counted at a time
LEAST = 30
"""Bars below which blocks of their square root are too few to draw from."""


def against_cash(returns: Floats, rate: float = 0.0) -> Floats:
    """What each variant (variants, n) earned a bar beyond cash at `rate` a bar."""
    return returns - rate


def against_hold(returns: Floats, hold: Floats) -> Floats:
    """What each variant (variants, n) earned a bar beyond buy-and-hold at its own volatility.

    `hold` (n,) are buy-and-hold's returns on the same bars: the part of the wealth that moves as
    much as the variant is held, the rest is cash at no interest.
    """
    spread = hold.std()
    shares = returns.std(axis=1) / spread if spread > 0 else np.zeros(len(returns))
    return returns - shares[:, None] * hold


def superior(
    excess: Returns,
    rng: np.random.Generator | np.random.RandomState,
    *,
    resamples: int = RESAMPLES,
    block: int | None = None,
    studentized: bool = True,
) -> Answer:
    """The p-value that no variant is better than the benchmark, Hansen's consistent one.

    `excess` (variants, n): what each earned a bar beyond the benchmark (`against_cash`,
    `against_hold`). Stationary bootstrap with blocks of `block` bars on average (sqrt(n) where not
    given, as in arch). Hansen, "A Test for Superior Predictive Ability", Journal of Business &
    Economic Statistics 23(4), 2005. `studentized` divides each variant by its long-run deviation
    first, as the paper does: arch 8.0 compares means as they are, which lets the variant
    that moves most decide. Variants that equal the benchmark are left out. Where none earned more
    than the benchmark the p-value is 1, as the paper's statistic, never below 0, has it.

    `details`: `lower` and `upper` (White's reality check) p-values, `variants`, `block`,
    `resamples`, `best` (place of the variant that is most above the benchmark). Raises ValueError
    for a block below 1 or no resample.
    """
    if excess.ndim != 2:
        raise ValueError(f"excess returns have two dimensions here, not {excess.ndim}")
    fault = faults(excess, least=LEAST)
    if fault is not None:
        return fault
    moving = np.flatnonzero(varies(excess))
    length = int(math.sqrt(excess.shape[1])) if block is None else block
    if length < 1 or resamples < 1:
        raise ValueError(f"{resamples} resamples of blocks of {length} bars")
    values = np.asarray(excess[moving], dtype=np.float64)
    if studentized:
        values = values / np.sqrt(long_run_variance(values, length))[:, None]
    lower, consistent, upper = _p_values(values, length, resamples, rng)
    return known(
        consistent,
        lower=lower,
        upper=upper,
        variants=len(values),
        block=length,
        resamples=resamples,
        best=int(moving[values.mean(axis=1).argmax()]),
    )


def _p_values(values: Floats, block: int, resamples: int, rng: Any) -> tuple[float, float, float]:
    """Hansen's statistic on the bars that arch draws: a mean of a resample is how often each bar
    is in it, times the returns, which takes a fiftieth of the time of arch's own."""
    means = values.mean(axis=1)
    if means.max() <= 0:
        return 1.0, 1.0, 1.0
    n = values.shape[1]
    floor = -np.sqrt(long_run_variance(values, block) / n * 2 * math.log(math.log(n)))
    drawn = _drawn(values, block, resamples, rng)
    centres = np.maximum(means, 0.0), np.where(means >= floor, means, 0.0), means
    lower, consistent, upper = (
        float(np.mean((drawn - centre).max(axis=1) > means.max())) for centre in centres
    )
    return lower, consistent, upper


def _drawn(values: Floats, block: int, resamples: int, rng: Any) -> Floats:
    """The means of each series in each resample of the stationary bootstrap (resamples, series)."""
    from arch.bootstrap import StationaryBootstrap

    n = values.shape[1]
    found = np.empty((resamples, len(values)))
    draws = StationaryBootstrap(block, np.arange(n), seed=rng).bootstrap(resamples)
    columns = np.ascontiguousarray(values.T)
    for begin in range(0, resamples, CHUNK):
        out = found[begin : begin + CHUNK]
        counts = [
            np.bincount(places, minlength=n) for (places,), _ in itertools.islice(draws, len(out))
        ]
        product_kernel.multiply(np.array(counts, dtype=np.float64), columns, out)
    found /= n
    return found


def long_run_variance(values: Floats, block: int) -> Floats:
    """The variance of sqrt(n) times the mean of each series (series, n), as the bootstrap has it.

    sum of kappa(i) times the autocovariances, kappa(i) = (1 - i/n)(1 - p)^i + (i/n)(1 - p)^(n - i),
    p = 1/block: Politis & Romano 1994, Hansen 2005, section 3. Never below a millionth of the
    plain variance, which it can fall under by rounding.
    """
    centred = values - values.mean(axis=1, keepdims=True)
    found = np.empty(len(values))
    product_kernel.long_run_variances(centred, float(block), found)
    found[:] = np.maximum(found, (centred**2).mean(axis=1) * 1e-6)
    return found
