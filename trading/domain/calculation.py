"""Which rules figures are computed by. A version never changes once figures were stored under it:
old runs and certificates are recomputed under theirs."""

from __future__ import annotations

FIRST = 1
"""A position still open on the last bar is closed at that bar's open. Ruin is looked for at closes.
Where a spec names no bars a year, it means 252."""
CURRENT = 2
"""A position still open on the last bar is valued at its close, without a commission for an exit.
A short is liquidated where its bar takes the equity to zero. Where a spec names no bars a year, it
means those of the prices."""
ONE_TEST = 3
"""A walk forward begins after a quarter of the bars, and each fold is tuned on all bars before it.
The luck of tries is that of noise: the edges that some of them have are none of it. Overfitting
among tries of one kind alone, and the fall of what never traded, are not judged. Of histories too
long to hold the returns of all tries, those of several bars are added up. Of developments whose
profile asks for it."""

CAUTIOUS = 4
"""As the third, and tuning leaves what it starts from only for what is better by a standard error
of the difference."""
AS_WRITTEN = 5
"""As the fourth, and a rule that was handed in before anything was tried on the prices is judged
with the values that it came with, before all others and with half of the error."""
COUNTED_ALIKE = 6
"""As the fifth. The probability of a Sharpe ratio rests on the returns that the ratio is of: the
one into a segment's first bar, on which no rule holds anything yet, is left out. The chance that
random entries do as well is drawn on while it is too near to its threshold to be told apart."""

_FIRST_YEAR = 252.0


def marks_to_close(version: int) -> bool:
    """Whether the last close values what is still open."""
    return version > FIRST


def judges_by_noise(version: int) -> bool:
    """Whether walks and tries are judged as since the third calculation."""
    return version >= ONE_TEST


def tunes_cautiously(version: int) -> bool:
    """Whether tuning leaves what it starts from only for what is better by a standard error."""
    return version >= CAUTIOUS


def judges_as_written(version: int) -> bool:
    """Whether a rule that was handed in is judged with the values that it came with."""
    return version >= AS_WRITTEN


def counts_alike(version: int) -> bool:
    """Whether the probability of a Sharpe ratio rests on the same returns as the ratio."""
    return version >= COUNTED_ALIKE


def draws_on(version: int) -> bool:
    """Whether a permutation test draws on while its p-value is too near to its threshold."""
    return version >= COUNTED_ALIKE


def year_of_rules(version: int, bars_per_year: float) -> float:
    """The bars a year that a spec means where it names none, on prices with `bars_per_year`."""
    return bars_per_year if version > FIRST else _FIRST_YEAR
