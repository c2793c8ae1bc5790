"""Does a strategy know what it could not have known? Two tests of specs.

What a strategy says on a bar must not change when the bars after it are taken away (prefix) or
replaced by others (future-scramble). A rule that reads only its past passes both, always.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.evidence.answer import Answer, known, unknown
from trading.strategies.errors import RuleError
from trading.strategies.indicators.arithmetic import exp
from trading.strategies.signals import compute_signals
from trading.strategies.spec import StrategySpec
from trading.strategies.table import Plan

# Where to cut a history, and what to put in place of its future.

Places = NDArray[np.intp]
Bools = NDArray[np.bool_]

PRICES = ("Open", "High", "Low", "Close")
SHIFT = 1.0
"""Log of the factor that moves a scrambled future out of the range of its past."""


def cuts_of(speaks: Bools, changes: Bools, *, first: int, most: int) -> Places:
    """The lengths of `most` or fewer prefixes, rising, each from `first` to one less than all bars.

    Half of them end with, or right before, a bar on which the strategy `speaks` or says something
    else than before (`changes`), shape (bars,): there a glance at the next bar shows. The
    others are spread evenly.
    """
    last = len(speaks) - 1
    events = np.flatnonzero(speaks | changes)
    ends = np.unique(np.concatenate([events + 1, events]))
    ends = _spread(ends[(ends >= first) & (ends <= last)], most // 2)
    rest = np.setdiff1d(np.arange(first, last + 1), ends)
    found: Places = np.union1d(ends, _spread(rest, most - len(ends)))
    return found


def _spread(values: Places, count: int) -> Places:
    """`count` of the values, spread evenly; all of them if they are no more."""
    if len(values) <= count:
        return values
    return values[np.linspace(0, len(values) - 1, count).round().astype(np.intp)]


class Scrambler:
    """Puts another future in place of a frame's; what is the same for all cuts is made once."""

    def __init__(self, frame: pd.DataFrame) -> None:
        self._frame = frame
        self._numbers = [
            column for column in frame.columns if pd.api.types.is_numeric_dtype(frame[column])
        ]
        self._values = frame[self._numbers].to_numpy(dtype=float)
        self._prices = np.array([column in PRICES for column in self._numbers], dtype=bool)

    def scrambled(self, cut: int, rng: np.random.Generator, *, up: bool) -> pd.DataFrame:
        """The bars before `cut` as they are, those from it on in another order and another size.

        The dates stay. Prices of a bar share a factor, so the bar stays possible; all lie far
        above (`up`) or far below what they were, so that the highest and lowest of the whole change
        too. All other columns of numbers change by factors of their own.
        """
        frame, later = self._frame, len(self._frame) - cut
        order = np.concatenate([np.arange(cut), cut + rng.permutation(later)])
        values = self._values[order]
        middle = SHIFT if up else -SHIFT
        factors = exp(rng.normal(middle, SHIFT / 4, (later, len(self._numbers))))
        factors[:, self._prices] = exp(rng.normal(middle, SHIFT / 4, (later, 1)))
        values[cut:] *= factors
        found = pd.DataFrame(values, index=frame.index, columns=self._numbers, copy=False)
        if len(self._numbers) == frame.shape[1]:
            return found
        for column in frame.columns.difference(self._numbers):
            found[column] = frame[column].to_numpy()[order]
        return found[list(frame.columns)]


# The prefix test and the future-scramble test.

Said = NDArray[Any]
Says = Callable[[pd.DataFrame], Said | None]
"""What a strategy says on each bar of a frame: numbers or truths, (bars,) or (bars, k); 0, false
and NaN are silence. None where it can say nothing of these bars at all: silence on all of them."""

CUTS = 40
LEAST_CUTS = 30


@dataclass
class LookaheadTally:
    """Where a strategy was caught."""

    prefix: int = 0
    scramble: int = 0
    first_cut: int = -1
    first_bar: int = -1

    def note(self, test: str, cut: int, bar: int) -> None:
        setattr(self, test, getattr(self, test) + 1)
        if self.first_cut < 0:
            self.first_cut, self.first_bar = cut, bar


def look_ahead(
    says: Says,
    frame: pd.DataFrame,
    rng: np.random.Generator,
    *,
    first_cut: int = 2,
    cuts: int = CUTS,
) -> Answer:
    """At how many cuts `says` changes its mind on a bar when only later bars differ: 0 is honest.

    Each cut is tested twice, with the bars from it on taken away and with other bars in their
    place. Cuts are no shorter than `first_cut` bars, what the strategy needs to say anything.
    `too_short` with fewer than 30 cuts to make; `not_deterministic` where it says something else of
    the same bars. `details`: `cuts`, `prefix` and `scramble` mismatches, and of the first one
    `first_cut` (bars known) and `first_bar` (-1: none). What `says` raises on the whole frame
    is not caught. Raises ValueError for fewer `cuts` than 30.
    """
    if cuts < LEAST_CUTS:
        raise ValueError(f"{cuts} cuts; at least {LEAST_CUTS}")
    bars = len(frame)
    if bars - max(first_cut, 1) < LEAST_CUTS:
        return unknown("too_short", bars=bars, needed=max(first_cut, 1) + LEAST_CUTS)
    whole, again = _said(says, frame), _said(says, frame)
    if _first_difference(whole, again, bars) is not None:
        return unknown("not_deterministic")
    changes = np.r_[False, ~_equal(whole[1:], whole[:-1])]
    places = cuts_of(~_silent(whole), changes, first=max(first_cut, 1), most=cuts)
    tally, scrambler = LookaheadTally(), Scrambler(frame)
    for number, cut in enumerate(places.tolist()):
        tests = {
            "prefix": frame.iloc[:cut],
            "scramble": scrambler.scrambled(cut, rng, up=number % 2 == 0),
        }
        for test, other in tests.items():
            bar = _first_difference(whole, _said(says, other), cut)
            if bar is not None:
                tally.note(test, cut, bar)
    return known(tally.prefix + tally.scramble, cuts=len(places), **vars(tally))


def _said(says: Says, frame: pd.DataFrame) -> Said:
    """What is said of a frame, (bars, k). Raises ValueError for another number of bars."""
    said = says(frame)
    if said is None:
        return np.zeros((len(frame), 1))
    found = np.asarray(said).reshape(len(said), -1)
    if len(found) != len(frame):
        raise ValueError(f"{len(found)} bars are spoken of, {len(frame)} were given")
    return found


def _first_difference(one: Said, other: Said, bars: int) -> int | None:
    """The first of so many bars on which two differ."""
    same = _equal(one[:bars], other[:bars])
    return None if same.all() else int(same.argmin())


def _equal(one: Said, other: Said) -> NDArray[np.bool_]:
    """On which bars two say the same; silence is silence in whatever form."""
    if one.shape == other.shape:
        both = np.where(_undefined(one), 0, one) == np.where(_undefined(other), 0, other)
        found: NDArray[np.bool_] = both.all(axis=1)
        return found
    return _silent(one) & _silent(other)


def _silent(said: Said) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = (_undefined(said) | (said == 0)).all(axis=1)
    return found


def _undefined(said: Said) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = said != said  # NaN of any type
    return found


# A spec before the look-ahead detector.

BEYOND = 3
"""Bars after the longest look-back that the evaluation of a spec asks for."""


def spec_look_ahead(
    spec: StrategySpec,
    frame: pd.DataFrame,
    rng: np.random.Generator,
    *,
    cuts: int = CUTS,
    bars_per_year: float = 252.0,
) -> Answer:
    """`look_ahead` of what the spec says: entries, exits, and the size of entries.

    Raises RuleError where the spec cannot be run on `frame`.
    """
    plan = Plan(spec)
    compute_signals(plan, frame, bars_per_year=bars_per_year)
    first = plan.longest_lookback(spec.values)[0] + BEYOND
    return look_ahead(
        lambda bars: said_by(plan, bars, bars_per_year), frame, rng, first_cut=first, cuts=cuts
    )


def said_by(plan: Plan, frame: pd.DataFrame, bars_per_year: float = 252.0) -> Said | None:
    """The signals on each bar (bars, 5); None where there are none on such bars."""
    try:
        found = compute_signals(plan, frame, bars_per_year=bars_per_year)
    except RuleError:
        return None
    entry = found.long_entry | found.short_entry
    sizes = np.where(entry, found.size, 0.0)
    rules = (found.long_entry, found.long_exit, found.short_entry, found.short_exit)
    return np.column_stack([*rules, sizes]).astype(np.float64)
