"""Sums of products of many long series, compiled, each in one fixed order.

BLAS has a kernel for each processor, and each adds in an order of its own. Here every sum goes
from its first term to its last, whatever the width of the processor's registers: what is
vectorised are sums beside each other, never one sum. Nothing is fused: `compiled` asks for IEEE
arithmetic.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

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
            block[:deep, :wide] = right[t : t + deep, j : j + wide]
            for i in range(0, rows, ROWS):
                high = min(ROWS, rows - i)
                tile[:] = 0.0
                tile[:high, :deep] = left[i : i + high, t : t + deep]
                sums[:] = 0.0
                if t > 0:
                    sums[:high, :wide] = out[i : i + high, j : j + wide]
                add_products(tile, block, sums)
                out[i : i + high, j : j + wide] = sums[:high, :wide]


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
