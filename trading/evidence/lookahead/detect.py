"""The prefix test and the future-scramble test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.evidence.answer import Answer, known, unknown
from trading.evidence.lookahead.cuts import Scrambler, cuts_of

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
