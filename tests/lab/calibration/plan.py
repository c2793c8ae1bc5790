"""Which developments a calibration runs, in which order: always the same, so that it goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

import pandas as pd

from tests.lab.calibration.errors import CalibrationError
from tests.lab.calibration.series import (
    ar1,
    bounce,
    frame_of,
    garch,
    jumps,
    noise,
    permuted,
    permuted_blocks,
    regimes,
    reverting,
    swings,
    turn_of_month,
    volatility_regimes,
)
from trading.market import sources

WALK, PERMUTED, BLOCKS, PLANTED, SWINGS = "walk", "permuted", "blocks", "planted", "swings"
MAKERS: Mapping[str, Callable[..., Any]] = {
    WALK: noise, "garch": garch, "jumps": jumps, "bounce": bounce,
    PLANTED: ar1, "trend": regimes, "reversal": reverting, "month": turn_of_month,
    "volatility": volatility_regimes, SWINGS: swings,
}  # fmt: skip
"""What makes log returns, by kind; those of an effect take its strength, too."""
NOISE = (WALK, PERMUTED, "garch", "jumps", "bounce", BLOCKS)
HELD_OUT = (BLOCKS, SWINGS)
"""Noise and an effect that were planted after every choice was made: none was made on them."""
STRONG = 0.35
STRENGTHS: Mapping[str, Sequence[float]] = {
    PLANTED: (STRONG, 0.215, 0.2, 0.18, 0.15, 0.1),
    "trend": (0.235, 0.2, 0.15),
    "reversal": (0.05, 0.03, 0.025, 0.01),
    "month": (0.33, 0.26, 0.23, 0.18),
    "volatility": (0.135, 0.1, 0.07),
    SWINGS: (0.265, 0.21, 0.16),
}
"""The effects that are planted, strong ones first."""
KINDS = (*NOISE, *STRENGTHS)
SOURCES = ("AAPL", "GOOG", "IBM", "MSFT")
"""The bundled prices that are permuted, in turns. FB has too few bars to develop on."""

BARS = 3_780
RUNS = 1_920
_NOISE_RUNS, _EFFECT_RUNS = 1_000, 40
FIRST_SEED = 1_000
MOST_STRENGTH = 0.9
_SHARE = 0.1  # part of all runs: a strength that is asked for by name


class Sort(NamedTuple):
    """What prices are made of: a kind, and the strength of what is planted (else 0)."""

    kind: str
    strength: float = 0.0

    @property
    def name(self) -> str:
        return self.kind if self.kind in NOISE else f"{self.kind}={self.strength:g}"


class Case(NamedTuple):
    """One development to run."""

    kind: str
    strength: float
    seed: int

    @property
    def sort(self) -> Sort:
        return Sort(self.kind, self.strength)


SHARES: Mapping[Sort, float] = {
    **{Sort(kind): _NOISE_RUNS / len(NOISE) / RUNS for kind in NOISE},
    **{Sort(kind, one): _EFFECT_RUNS / RUNS for kind, each in STRENGTHS.items() for one in each},
}
"""How many of all runs are of each sort: of RUNS, a thousand are noise and forty of each effect."""


def parse_kinds(names: Sequence[str]) -> list[Sort]:
    """The sorts named, each once: `walk`, `trend` (every strength), `trend=.2`.

    Raises CalibrationError.
    """
    found: list[Sort] = []
    for name in names:
        found += _sorts(name)
    return list(dict.fromkeys(found))


def _sorts(name: str) -> list[Sort]:
    kind, equals, given = name.partition("=")
    if equals and kind in STRENGTHS:
        return [Sort(kind, _strength(given))]
    if equals or kind not in KINDS:
        known = ", ".join((*KINDS, f"{PLANTED}={STRONG:g}"))
        raise CalibrationError("kind", given=name, known=known)
    return [sort for sort in SHARES if sort.kind == kind]


def _strength(given: str) -> float:
    try:
        strength = round(float(given), 4)
    except ValueError:
        strength = 0.0
    if not 0 < abs(strength) <= MOST_STRENGTH:  # what is no number fails here, too
        raise CalibrationError("strength", given=given)
    return strength


def cases(sorts: Sequence[Sort], runs: int, first_seed: int = FIRST_SEED) -> list[Case]:
    """The first `runs` developments of an order in which the sorts take turns by their shares.

    More runs begin with the same ones.
    """
    done: Counter[Sort] = Counter()
    found = []
    for sort in islice(_turns(sorts), runs):
        found.append(Case(sort.kind, sort.strength, first_seed + done[sort]))
        done[sort] += 1
    return found


def _turns(sorts: Sequence[Sort]) -> Iterator[Sort]:
    """Each time the sort that is furthest behind its share, the first of equals."""
    done: Counter[Sort] = Counter()
    while sorts:
        sort = min(sorts, key=lambda one: (done[one] + 1) / SHARES.get(one, _SHARE))
        done[sort] += 1
        yield sort


def frame_for(case: Case, bars: int) -> pd.DataFrame:
    """The prices of a case: `bars` of them, or as many as the real ones that are permuted have."""
    if case.kind in (PERMUTED, BLOCKS):
        source = sources.read_bundled(SOURCES[case.seed % len(SOURCES)]).frame
        mixed = permuted if case.kind == PERMUTED else permuted_blocks
        return mixed(source.iloc[-bars:], case.seed)
    known = (case.strength,) if case.kind in STRENGTHS else ()
    made = MAKERS[case.kind](bars, *known, case.seed)
    frame: pd.DataFrame = frame_of(made, case.seed)
    return frame
