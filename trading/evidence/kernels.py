"""The compiled loops of the evidence, each sum in one fixed order.

Products of many long series: BLAS has a kernel for each processor, and each adds in an order of its
own. Here every sum goes from its first term to its last, whatever the width of the processor's
registers: what is vectorised are sums beside each other, never one sum. Nothing is fused:
`compiled` asks for IEEE arithmetic.

Resamples of a series of returns, and their figures.

The inner loop of CSCV, from sums of blocks to logits. Sums are added up here rather than by a
matrix product: the inner size is 16, and BLAS threads on so small a product cost more than they
save.

Positions played again at other bars, by the compiled backtest.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from trading.backtest import borrow, kernel, measure
from trading.backtest.machine_code import compiled

Floats = NDArray[np.float64]
Places = NDArray[np.int64]

ROWS, DEPTH, WIDTH = 4, 64, 128
"""Of what is multiplied at a time: it stays in the processor's caches."""


@compiled
def add_products(left: Floats, right: Floats, out: Floats) -> None:
    """left (ROWS, DEPTH) @ right (DEPTH, WIDTH) added to `out` (ROWS, WIDTH).

    Four terms of a sum are added between its loading and its storing: half of the time.
    """
    for t in range(0, DEPTH, 4):
        a0, a1, a2, a3 = left[0, t], left[0, t + 1], left[0, t + 2], left[0, t + 3]
        b0, b1, b2, b3 = left[1, t], left[1, t + 1], left[1, t + 2], left[1, t + 3]
        c0, c1, c2, c3 = left[2, t], left[2, t + 1], left[2, t + 2], left[2, t + 3]
        d0, d1, d2, d3 = left[3, t], left[3, t + 1], left[3, t + 2], left[3, t + 3]
        for j in range(WIDTH):
            r0, r1, r2, r3 = right[t, j], right[t + 1, j], right[t + 2, j], right[t + 3, j]
            out[0, j] = (((out[0, j] + a0 * r0) + a1 * r1) + a2 * r2) + a3 * r3
            out[1, j] = (((out[1, j] + b0 * r0) + b1 * r1) + b2 * r2) + b3 * r3
            out[2, j] = (((out[2, j] + c0 * r0) + c1 * r1) + c2 * r2) + c3 * r3
            out[3, j] = (((out[3, j] + d0 * r0) + d1 * r1) + d2 * r2) + d3 * r3


@compiled
def copy(
    source: Floats, row: int, column: int, out: Floats, to: int, at: int, rows: int, columns: int
) -> None:
    """A part of `source`, from (row, column) on, to (to, at) in `out`.

    As loops: an assignment of slices is slow to compile, with all that it may have to say.
    """
    for i in range(rows):
        for j in range(columns):
            out[to + i, at + j] = source[row + i, column + j]


@compiled
def multiply(left: Floats, right: Floats, out: Floats) -> None:
    """left (m, n) @ right (n, k) into `out` (m, k); all must be finite.

    Parts that are not whole are filled up with zeros, which change no sum.
    """
    rows, depth = left.shape
    tile, block, sums = np.empty((ROWS, DEPTH)), np.empty((DEPTH, WIDTH)), np.empty((ROWS, WIDTH))
    for j in range(0, right.shape[1], WIDTH):
        wide = min(WIDTH, right.shape[1] - j)
        for t in range(0, depth, DEPTH):
            deep = min(DEPTH, depth - t)
            block[:] = 0.0
            copy(right, t, j, block, 0, 0, deep, wide)
            for i in range(0, rows, ROWS):
                high = min(ROWS, rows - i)
                tile[:] = 0.0
                copy(left, i, t, tile, 0, 0, high, deep)
                sums[:] = 0.0
                if t > 0:
                    copy(out, i, j, sums, 0, 0, high, wide)
                add_products(tile, block, sums)
                copy(sums, 0, 0, out, i, j, high, wide)


@compiled
def dot(one: Floats, other: Floats) -> float:
    """The sum of products of two series (n,), as four sums side by side."""
    a = b = c = d = 0.0
    whole = len(one) - len(one) % 4
    for t in range(0, whole, 4):
        a += one[t] * other[t]
        b += one[t + 1] * other[t + 1]
        c += one[t + 2] * other[t + 2]
        d += one[t + 3] * other[t + 3]
    for t in range(whole, len(one)):
        a += one[t] * other[t]
    return (a + b) + (c + d)


@compiled
def find_leaders(unit: Floats, least: float, found: Places) -> None:
    """For each series (series, n) of length 1 the first with which its product is at least
    `least` and which has no such leader itself, or its own place, into `found` (series,)."""
    found[:] = -1
    for i in range(len(unit)):
        if found[i] >= 0:
            continue
        found[i] = i
        for j in range(i + 1, len(unit)):
            if found[j] < 0 and dot(unit[i], unit[j]) >= least:
                found[j] = i


@compiled
def long_run_variances(centred: Floats, block: float, out: Floats) -> None:
    """Of each series (series, n) of mean 0 the variance of sqrt(n) times its mean under the
    stationary bootstrap with blocks of `block` bars on average, into `out` (series,).

    c(0) + 2 sum over m of (1 - m/n) q^m c(m), m = 1..n - 1, q = 1 - 1/block, with c(m) the
    autocovariance on the circle of the bars, divided by n: Politis & Romano 1994, Lemma 1. The sums
    over the past, of q^m x and of m q^m x, pass from one bar to the next.
    """
    n = centred.shape[1]
    stay = 1.0 - 1.0 / block
    for s in range(len(centred)):
        x = centred[s]
        past = weighted = 0.0  # sums over m of q^m x[-m] and m q^m x[-m], seen from bar 0
        power = 1.0
        for m in range(1, n):
            power *= stay
            past += power * x[n - m]
            weighted += m * (power * x[n - m])
        last = power * stay  # q^n
        square = cross = 0.0
        for t in range(n):
            square += x[t] * x[t]
            cross += x[t] * (past - weighted / n)
            gone = last * x[(t + 1) % n]
            weighted = stay * (past + weighted + x[t]) - n * gone
            past = stay * (past + x[t]) - gone
        out[s] = (square + 2.0 * cross) / n


@compiled
def resample(returns: Floats, starts: Places, draws: Floats, leave: float, out: Floats) -> None:
    """One resample: each place goes on to the next bar unless its draw is at most `leave`."""
    n = len(returns)
    at = starts[0]
    out[0] = returns[at]
    for i in range(1, n):
        if draws[i] > leave:
            at += 1
            if at == n:
                at = 0
        else:
            at = starts[i]
        out[i] = returns[at]


@compiled
def sharpe(returns: Floats, floor: float) -> float:
    """Mean over standard deviation (ddof 1); 0 for a spread of at most `floor`."""
    n = len(returns)
    total = 0.0
    for value in returns:
        total += value
    mean = total / n
    squares = 0.0
    for value in returns:
        squares += (value - mean) ** 2
    spread = math.sqrt(squares / (n - 1))
    return mean / spread if spread > floor else 0.0


@compiled
def drawdown(returns: Floats) -> float:
    """The deepest fall of compounded wealth from its peak (1 at the start counts): -1..0."""
    worth = peak = 1.0
    worst = 0.0
    for value in returns:
        worth *= 1.0 + value
        if worth <= 0.0:
            return -1.0
        peak = max(peak, worth)
        worst = min(worst, worth / peak - 1.0)
    return worst


@compiled
def figures(
    returns: Floats, starts: Places, draws: Floats, leave: float, floor: float, out: Floats
) -> None:
    """Sharpe ratio and drawdown of each resample into `out` (resamples, 2)."""
    sample = np.empty(len(returns))
    for r in range(len(starts)):
        resample(returns, starts[r], draws[r], leave, sample)
        out[r, 0] = sharpe(sample, floor)
        out[r, 1] = drawdown(sample)


Bools = NDArray[np.bool_]

FLAT = 1e-7
"""A half that spreads less than this part of a variant's returns is flat: sums see no further."""


@compiled
def score_half(
    sums: Floats, squares: Floats, sizes: Floats, inside: Bools, side: bool, shift: Floats,
    scale: Floats, total: Floats, square: Floats, scores: Floats,
) -> int:  # fmt: skip
    """Each variant's Sharpe ratio (ddof 1) over the blocks on one side into `scores`; the best.

    `total` and `square` are room to work in. A flat half scores 0; of equals the first is best.
    """
    total[:] = 0.0
    square[:] = 0.0
    count = 0.0
    for b in range(len(sizes)):
        if inside[b] == side:
            count += sizes[b]
            for j in range(len(total)):
                total[j] += sums[b, j]
                square[j] += squares[b, j]
    best = 0
    for j in range(len(scores)):
        mean = total[j] / count
        variance = (square[j] - mean * total[j]) / (count - 1.0)
        floor = scale[j] * FLAT
        flat = variance <= floor * floor
        scores[j] = 0.0 if flat else (mean + shift[j]) / math.sqrt(variance)
        if scores[j] > scores[best]:
            best = j
    return best


@compiled
def logit(scores: Floats, best: int) -> float:
    """Of the relative rank of one among the scores; equals share the mean of their ranks."""
    mine = scores[best]
    below = equal = 0
    for value in scores:
        below += value < mine
        equal += value == mine
    rank = (below + (equal + 1) / 2.0) / (len(scores) + 1.0)
    return math.log(rank / (1.0 - rank))


@compiled
def judge(
    sums: Floats,
    squares: Floats,
    sizes: Floats,
    halves: Bools,
    shift: Floats,
    scale: Floats,
    found: Floats,
) -> None:
    """Each halving's two halves against each other, both ways.

    `sums` and `squares` (blocks, variants) are of the returns less `shift` (variants,), `halves`
    (rows, blocks) says which blocks are in the first half. Fills `found` (rows, 2, 3): with the
    first half in sample, then the second: logit of the best's rank out of sample, its ratio in
    sample and out of sample.
    """
    variants = sums.shape[1]
    one, other = np.empty(variants), np.empty(variants)
    total, square = np.empty(variants), np.empty(variants)
    for r in range(len(halves)):
        first = score_half(
            sums, squares, sizes, halves[r], True, shift, scale, total, square, one
        )  # fmt: skip
        second = score_half(
            sums, squares, sizes, halves[r], False, shift, scale, total, square, other
        )
        found[r, 0, 0] = logit(other, first)
        found[r, 0, 1], found[r, 0, 2] = one[first], other[first]
        found[r, 1, 0] = logit(one, second)
        found[r, 1, 1], found[r, 1, 2] = other[second], one[second]


simulate = kernel.simulate
course = measure.course
charge_borrow = borrow.charge_borrow


@compiled
def play(
    open_: Floats,
    high: Floats,
    low: Floats,
    close: Floats,
    entries: Places,
    exits: Places,
    sides: Places,
    sizes: Floats,
    first: int,
    start: int,
    cash: float,
    commission: float,
    spread: float,
    leverage: float,
    fee: float,
    version: int,
    out: Floats,
) -> None:
    """The Sharpe ratio a bar (0 where nothing moves) of each row of positions into `out` (rows,).

    `entries`, `exits` and `sizes` (rows, positions): the bars at whose open a position is taken
    and left, and the fraction of equity; `sides` (positions,) 1 or -1. As signals they stand one
    bar earlier.
    """
    n = len(close)
    equity, table = np.empty(n), np.empty((kernel.TRADE_ROWS, entries.shape[1] + 1))
    long_entry, long_exit = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
    short_entry, short_exit = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
    fractions, no_stops, returns = np.ones(n), np.zeros((4, 1)), np.empty(n - start - 1)
    for r in range(len(entries)):
        long_entry[:] = False
        long_exit[:] = False
        short_entry[:] = False
        short_exit[:] = False
        for j in range(entries.shape[1]):
            begin, end = entries[r, j] - 1, exits[r, j] - 1
            fractions[begin] = sizes[r, j]
            if sides[j] > 0:
                long_entry[begin] = True
                long_exit[end] = True
            else:
                short_entry[begin] = True
                short_exit[end] = True
        k, _ = simulate(
            open_, high, low, close, long_entry, long_exit, short_entry, short_exit, fractions,
            first, no_stops, cash, commission, spread, leverage, equity, table, version,
        )  # fmt: skip
        charge_borrow(equity, table, k, close, fee)
        mean, deviation, _, _, _ = course(equity, start, returns)
        out[r] = mean / deviation if deviation > 1e-14 else 0.0
