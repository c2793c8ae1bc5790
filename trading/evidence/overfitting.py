"""What the best of many is worth: how likely it is overfitted, and whether it is really better.

The probability of backtest overfitting, by combinatorially symmetric cross-validation: Bailey,
Borwein, Lopez de Prado & Zhu, "The Probability of Backtest Overfitting", Journal of Computational
Finance 20(4), 2017. Hansen's test for superior predictive ability: is any of many better than the
benchmark? Importing this module imports numba.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trading.evidence import kernels
from trading.evidence.answer import Answer, known, unknown
from trading.evidence.series import Returns, faults, varies

Floats = NDArray[np.float64]

BLOCKS = 16


@dataclass(frozen=True, eq=False)
class Splits:
    """What each way of halving the blocks says of its in-sample best; arrays (combinations,).

    `logits` of its rank out of sample (negative: below the median), its Sharpe ratio a bar
    `in_sample` and `out_of_sample`; `sizes` are the bars of the blocks.
    """

    logits: Floats
    in_sample: Floats
    out_of_sample: Floats
    sizes: tuple[int, ...]


def probability_of_overfitting(returns: Returns, *, blocks: int = BLOCKS) -> Answer:
    """How often the variant that is best in one half of time lies at or below the median later.

    `returns` (variants, n), net a bar, on the same bars; one variant a cluster of trials. The
    variants are compared by their Sharpe ratio, 0 for one that did nothing. 0..1: .5 is
    what noise gives. At the median counts as overfitted, as in the paper's integral up to 0: with
    an odd number of variants that is the careful side.

    `details`: `variants`, `blocks`, `combinations`; `shortest` and `longest` block, which differ by
    one bar where the blocks do not divide the bars (none is thrown away); `loss`, how often the
    chosen one loses out of sample. Raises ValueError for a number of blocks that is odd or below 2.
    """
    fault = _check(returns, blocks)
    if fault is not None:
        return fault
    found = splits(returns, blocks=blocks)
    return known(
        float(np.mean(found.logits <= 0)),
        variants=len(returns),
        blocks=blocks,
        combinations=len(found.logits),
        shortest=min(found.sizes),
        longest=max(found.sizes),
        loss=float(np.mean(found.out_of_sample < 0)),
    )


def _check(returns: Returns, blocks: int) -> Answer | None:
    if blocks < 2 or blocks % 2:
        raise ValueError(f"{blocks} blocks cannot be halved")
    if returns.ndim != 2:
        raise ValueError(f"returns have two dimensions here, not {returns.ndim}")
    if len(returns) < 2:
        return unknown("one_trial")
    return faults(returns, least=2 * blocks)


def splits(returns: Returns, *, blocks: int = BLOCKS) -> Splits:
    """All halvings of `returns` (variants >= 2, n >= 2 `blocks`), which must be finite.

    In the order of itertools.combinations of the blocks in sample.
    """
    series = np.ascontiguousarray(returns, dtype=np.float64)
    edges = _edges(series.shape[1], blocks)
    sizes = np.diff(edges).astype(np.float64)
    shift = series.mean(axis=1)
    sums, squares, scale = _sums(series, edges, shift)
    halves = _halves(blocks)
    found = np.empty((len(halves), 2, 3))
    kernels.judge(sums, squares, sizes, halves, shift, scale, found)
    # The complement of the i-th combination is the i-th from the end.
    whole = np.concatenate([found[:, 0], found[::-1, 1]])
    return Splits(whole[:, 0], whole[:, 1], whole[:, 2], tuple(int(size) for size in sizes))


def _edges(bars: int, blocks: int) -> NDArray[np.intp]:
    """Where blocks begin and end: equal, the first ones a bar longer where bars are left over."""
    size, over = divmod(bars, blocks)
    lengths = np.full(blocks, size) + (np.arange(blocks) < over)
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.intp)


def _sums(returns: Floats, edges: NDArray[np.intp], shift: Floats) -> tuple[Floats, Floats, Floats]:
    """Sums and sums of squares of the returns less `shift`, (blocks, variants), and their size."""
    sums, squares = (np.empty((len(edges) - 1, len(returns))) for _ in range(2))
    scale = np.abs(shift)
    for i, (begin, end) in enumerate(itertools.pairwise(edges)):
        part = returns[:, begin:end] - shift[:, None]
        sums[i] = part.sum(axis=1)
        squares[i] = (part**2).sum(axis=1)
        scale = np.maximum(scale, np.abs(part).max(axis=1))
    return sums, squares, scale


def _halves(blocks: int) -> NDArray[np.bool_]:
    """Those halvings that hold block 0, as rows of truths; the rest are their opposites."""
    rows = [(0, *rest) for rest in itertools.combinations(range(1, blocks), blocks // 2 - 1)]
    chosen = np.zeros((len(rows), blocks), dtype=bool)
    chosen[np.arange(len(rows))[:, None], rows] = True
    return chosen


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
    """Hansen's statistic: a mean of a resample is how often each bar is in it, times the returns,
    which takes a fiftieth of the time of arch's own."""
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
    """The means of each series in each resample of the stationary bootstrap (resamples, series).

    The draws are those of arch's StationaryBootstrap from the same generator; to import it takes
    two seconds and a hundred megabytes.
    """
    n = values.shape[1]
    found = np.empty((resamples, len(values)))
    columns = np.ascontiguousarray(values.T)
    for begin in range(0, resamples, CHUNK):
        out = found[begin : begin + CHUNK]
        counts = [np.bincount(drawn_bars(n, block, rng), minlength=n) for _ in range(len(out))]
        kernels.multiply(np.array(counts, dtype=np.float64), columns, out)
    found /= n
    return found


def drawn_bars(n: int, block: int, rng: Any) -> NDArray[np.int64]:
    """The bars of one resample (n,): each place goes on to the next bar, in a circle, unless a
    block of `block` bars on average ends before it."""
    whole = rng.integers if isinstance(rng, np.random.Generator) else rng.randint
    starts = whole(n, size=n, dtype=np.int64)
    begins = rng.random(n) <= 1.0 / block
    begins[0] = True
    places = np.arange(n)
    last = np.maximum.accumulate(np.where(begins, places, 0))
    found: NDArray[np.int64] = (starts[last] + places - last) % n
    return found


def long_run_variance(values: Floats, block: int) -> Floats:
    """The variance of sqrt(n) times the mean of each series (series, n), as the bootstrap has it.

    sum of kappa(i) times the autocovariances, kappa(i) = (1 - i/n)(1 - p)^i + (i/n)(1 - p)^(n - i),
    p = 1/block: Politis & Romano 1994, Hansen 2005, section 3. Never below a millionth of the
    plain variance, which it can fall under by rounding.
    """
    centred = values - values.mean(axis=1, keepdims=True)
    found = np.empty(len(values))
    kernels.long_run_variances(centred, float(block), found)
    found[:] = np.maximum(found, (centred**2).mean(axis=1) * 1e-6)
    return found
