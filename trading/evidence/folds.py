"""Where walk-forward tunes and where it plays: folds as index arithmetic."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from trading.evidence.answer import Answer, unknown

Span = tuple[int, int]
Way = Literal["anchored", "rolling"]

FOLDS = 6
FIRST_SHARE = 0.4
"""The part of the bars that the first fold was tuned on, at least, before the third calculation."""
LEAST_SHARE = 0.25
"""The same since then: three quarters of the bars are out of sample."""
PURGE = 2
"""Bars of a warm-up after the look-back: on the first all is defined, on the second it decides."""
LEAST = 3
"""Bars on either side of a fold: one to decide at, one to enter on, one to leave on."""


@dataclass(frozen=True, slots=True)
class Fold:
    """Half-open spans of bars: tuned on `before`, judged on `after`.

    `warm_up` lies between them: a strategy is computed from its first bar on, so that it can
    decide at its last close and enter at the first open of `after`. It reads prices there, it is
    neither tuned nor judged on them.
    """

    before: Span
    warm_up: Span
    after: Span

    @property
    def window(self) -> Span:
        """The bars a backtest out of sample is given."""
        return self.warm_up[0], self.after[1]

    @property
    def trade_from(self) -> int:
        """The last bar of the warm-up, counted from the first of `window`.

        From its close on the backtest earns: one return for each bar of `after`.
        """
        return self.warm_up[1] - self.warm_up[0] - 1


def folds(
    bars: int,
    *,
    way: Way = "anchored",
    lookback: int = 0,
    count: int = FOLDS,
    first_share: float = FIRST_SHARE,
    purged: bool = True,
) -> list[Fold] | Answer:
    """`count` folds over `bars` bars, the first 80 % of a history: the holdout is never among them.

    The bars after the first `first_share` are cut into `count` equal parts (the last ones a bar
    longer where some are left over), one after the other out of sample: joined, they are one
    series without gap or overlap. In sample lies what comes before, less the `warm_up`, all
    of it (`anchored`) or as many bars as the first fold has (`rolling`). The warm-up purges what is
    tuned from what is judged: `lookback`, the longest of the strategy, and two bars, since a spec
    decides on the second bar on which all of it is defined; not `purged`, two bars alone, as a look
    back leaks nothing forward. Decisions fill a bar later, so nothing needs to be purged after a
    part.

    `too_short` where a side would have fewer than three bars besides its look-back. Raises
    ValueError for a negative number of bars or look-back, no fold, or a share outside 0..1.
    """
    if bars < 0 or lookback < 0 or count < 1 or not 0 < first_share < 1:
        raise ValueError(f"{count} folds, {lookback} bars of look-back, share {first_share}")
    if way not in ("anchored", "rolling"):
        raise ValueError(f"no way called {way}")
    begin = int(round(bars * first_share, 6))
    part = (bars - begin) // count
    purge = lookback + PURGE if purged else PURGE
    length = begin - purge
    # In sample the look-back is needed as well, before the first decision.
    if part < LEAST or length < lookback + LEAST:
        return unknown("too_short", bars=bars, needed=_needed(lookback, count, first_share))
    over = (bars - begin) % count
    edges = [begin]
    for number in range(count):
        edges.append(edges[-1] + part + (number >= count - over))
    return [
        Fold(
            before=(0 if way == "anchored" else first - purge - length, first - purge),
            warm_up=(first - purge, first),
            after=(first, end),
        )
        for first, end in pairwise(edges)
    ]


def first_share(bars: int, lookback: int) -> float:
    """The least part of `bars` that a first fold is tuned on: a quarter, or as much as it takes to
    look back twice, up to what it once was."""
    return max(LEAST_SHARE, min(FIRST_SHARE, 2 * lookback / max(bars, 1)))


def untuned_share(bars: int, lookback: int) -> float:
    """The part of `bars` before the first fold of what no fold tunes: what it looks back on. All
    after it is out of sample."""
    return min(FIRST_SHARE, (lookback + LEAST + PURGE) / max(bars, 1))


def _needed(lookback: int, count: int, first_share: float) -> int:
    """Bars from which both sides of every fold are long enough."""
    bars = max(LEAST * count / (1 - first_share), (2 * lookback + PURGE + LEAST) / first_share)
    return int(bars) + 2
