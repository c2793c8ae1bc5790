"""Many parameter sets of one spec, compiled: from what the rules read to figures, set by set.

What a set's rules say is worked out by the steps of a `trading.backtest.program.Program`, each over
all bars: the same comparisons of the same numbers as in `trading.strategies.signals`.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from trading.backtest import borrow, kernel, measure
from trading.backtest.machine_code import compiled

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Places = NDArray[np.int64]

# What a step does: below AND it reads values, up to NOT truths; from ADD on it makes values.
ABOVE, AT_LEAST, CROSSES_ABOVE, AND, OR, NOT, ADD, SUBTRACT, MULTIPLY, DIVIDE = range(10)

simulate, charge_borrow = kernel.simulate, borrow.charge_borrow
measure_all = measure.measure


@compiled
def compare(what: int, left: Floats, right: Floats, out: Bools) -> None:
    """Where `left` is above `right`, or at least as high, or crosses above it: strictly below a bar
    ago and above now, as backtesting.py's `crossover`."""
    if what == ABOVE:
        for i in range(len(out)):
            out[i] = left[i] > right[i]
    elif what == AT_LEAST:
        for i in range(len(out)):
            out[i] = left[i] >= right[i]
    else:
        out[0] = False
        later, now, other = out[1:], left[1:], right[1:]
        for i in range(len(later)):
            later[i] = (now[i] > other[i]) & (left[i] < right[i])


@compiled
def join(what: int, left: Bools, right: Bools, out: Bools) -> None:
    """Where both hold, or one, or the first does not."""
    if what == AND:
        for i in range(len(out)):
            out[i] = left[i] & right[i]
    elif what == OR:
        for i in range(len(out)):
            out[i] = left[i] | right[i]
    else:
        for i in range(len(out)):
            out[i] = not left[i]


@compiled
def calculate(what: int, left: Floats, right: Floats, out: Floats) -> None:
    """A sum, difference, product or quotient; NaN where it is no finite number."""
    for i in range(len(out)):
        if what == ADD:
            found = left[i] + right[i]
        elif what == SUBTRACT:
            found = left[i] - right[i]
        elif what == MULTIPLY:
            found = left[i] * right[i]
        else:
            found = left[i] / right[i]
        out[i] = found if math.isfinite(found) else math.nan


@compiled
def values_at(place: int, rows: Floats, places: Places, room: Floats) -> Floats:
    """The values at a place of a program: a series of the set, or what is in `room`."""
    found: Floats = rows[places[place]] if place < len(places) else room[place - len(places)]
    return found


@compiled
def work_out(steps: Places, rows: Floats, places: Places, room: Floats, truths: Bools) -> None:
    """The steps of a program for one set, into `room` and `truths` (truths, bars)."""
    for step in range(len(steps)):
        what, to, left, right = steps[step, 0], steps[step, 1], steps[step, 2], steps[step, 3]
        if what < AND:
            one = values_at(left, rows, places, room)
            compare(what, one, values_at(right, rows, places, room), truths[to])
        elif what < ADD:
            join(what, truths[left], truths[right], truths[to])
        else:
            one, other = values_at(left, rows, places, room), values_at(right, rows, places, room)
            calculate(what, one, other, room[to - len(places)])


@compiled
def decide(rules: Places, truths: Bools, warmup: int, found: Bools) -> None:
    """What the rules say into `found` (4, bars): entries and exits, long then short.

    None stands on or before `warmup`, no entry where the exit of its side or the other entry does.
    """
    found[:] = False
    for rule in range(4):
        if rules[rule] >= 0:
            said, out = truths[rules[rule], warmup + 1 :], found[rule, warmup + 1 :]
            for i in range(len(out)):
                out[i] = said[i]
    for entry in range(0, 4, 2):
        for against in (rules[entry + 1], rules[2 - entry]):
            if rules[entry] >= 0 and against >= 0:
                out, other_rule = found[entry], truths[against]
                for i in range(len(out)):
                    out[i] = out[i] > other_rule[i]


@compiled
def play_sets(
    open_: Floats,
    high: Floats,
    low: Floats,
    close: Floats,
    steps: Places,
    rules: Places,
    truths: int,
    made: int,
    rows: Floats,
    places: Places,
    numbers: Floats,
    sizes: Places,
    stops: Floats,
    warmups: Places,
    start: int,
    cash: float,
    unit: float,
    commission: float,
    spread: float,
    leverage: float,
    fee: float,
    bars_per_year: float,
    version: int,
    figures: Floats,
    returns: Floats,
) -> None:
    """Play sets on n bars from bar `start` on, each into a row of `figures` (sets, FIGURES).

    A set has the series of its rules at `places` (sets, series) of `rows` (distinct series, n), its
    fractions of the equity at `sizes` (sets,), the `numbers` (sets, numbers) of its rules, `stops`
    (sets, 4, 1) and a warm-up. A program makes so many `truths` and `made` values. `returns` is
    filled: (sets, n - start - 1), or one row in which the last set's remain.
    """
    n = len(close)
    written = numbers.shape[1]
    room, said = np.empty((written + made, n)), np.empty((truths, n), np.bool_)
    room[:, 0] = math.nan
    found = np.empty((4, n), np.bool_)
    equity, table = np.empty(n), np.empty((kernel.TRADE_ROWS, n))
    for s in range(len(places)):
        for c in range(written):
            if room[c, 0] != numbers[s, c]:
                room[c] = numbers[s, c]
        work_out(steps, rows, places[s], room, said)
        decide(rules, said, warmups[s], found)
        k, _ = simulate(
            open_, high, low, close, found[0], found[1], found[2], found[3], rows[sizes[s]],
            max(1, start, warmups[s] + 1), stops[s], cash, commission, spread, leverage, equity,
            table, version,
        )  # fmt: skip
        if unit != 1.0:
            for i in range(n):
                equity[i] *= unit
            for j in range(k):
                table[kernel.SIZE, j] *= unit
        charge_borrow(equity, table, k, close, fee)
        gains = returns[min(s, len(returns) - 1)]
        measure_all(
            equity, gains, table, k, start, commission, bars_per_year, figures[s], version
        )  # fmt: skip
