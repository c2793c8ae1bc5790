"""A seeded search of a spec's parameters that prefers a plateau to a peak.

It says which sets to play and is told what they came to; who plays them, and on which bars, is the
caller's. So tuning on train and on the past of each fold of a walk-forward search alike.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from statistics import median
from typing import Any, NamedTuple

import numpy as np

from trading.strategies.search import beside, random_parameters
from trading.strategies.spec import StrategySpec

SETS = 60
"""Parameter sets that one tuning looks at."""

_FEW_TRADES = 20  # below it a Sharpe ratio says little

Row = dict[str, Any]
Key = tuple[tuple[str, float], ...]
Asked = list[dict[str, float]]


class Tuned(NamedTuple):
    """The chosen spec, every row that was looked at, and the level of its neighbourhood."""

    spec: StrategySpec
    rows: list[Row]
    plateau: float | None


Search = Generator[Asked, Sequence[Row], Tuned]


def plateau_search(spec: StrategySpec, seed: Sequence[int]) -> Search:
    """The set whose neighbourhood does best: the median of it and the sets next to it.

    Yields parameter sets and is sent a row for each, in their order: `{parameters, sharpe_ratio,
    total_trades, ...}`. Half of the sets are drawn at random over the bounds; the rest are the
    neighbours of the spec as it is, then of the best set so far whose neighbours are not all
    known, and so on. Only a set with all of its neighbours known is chosen: beside a peak, half a
    neighbourhood looks high. Deterministic in `seed`. The spec itself comes back where nothing
    can be told.
    """
    if not spec.parameters:
        return Tuned(spec, [], None)
    rng = np.random.default_rng(list(seed))
    drawn = [random_parameters(spec, rng).values for _ in range(SETS // 2)]
    search = _Known(spec)
    yield from search.ask([spec.values, *drawn])
    base: dict[str, float] | None = spec.values
    while base is not None and len(search.rows) < SETS:
        yield from search.ask(beside(spec, base))
        search.surrounded.add(_key(base))
        base = search.next_base()
    return search.best()


class _Known:
    """What is known of a spec's sets, in the order in which they were asked."""

    def __init__(self, spec: StrategySpec) -> None:
        self.spec = spec
        self.rows: list[Row] = []
        self.known: dict[Key, Row] = {}
        self.surrounded: set[Key] = set()

    def ask(self, sets: Sequence[Mapping[str, float]]) -> Generator[Asked, Sequence[Row], None]:
        """The sets that are not known yet, within the budget."""
        new = {_key(values): dict(values) for values in sets if _key(values) not in self.known}
        asked = list(new.values())[: SETS - len(self.rows)]
        if asked:
            found = yield asked
            self.rows += found
            self.known |= {_key(row["parameters"]): row for row in found}

    def next_base(self) -> dict[str, float] | None:
        """The best set whose neighbours were not asked for yet."""
        left = [row for key, row in self.known.items() if key not in self.surrounded]
        rated = [row for row in left if _sharpe(row) is not None]
        if not rated:
            return None
        return dict(min(rated, key=_rank)["parameters"])

    def best(self) -> Tuned:
        """The spec with the set of the highest level, the first asked of equals."""
        levels = [(level, row) for row in self.rows if (level := self._level(row)) is not None]
        if not levels:
            return Tuned(self.spec, self.rows, None)
        level, row = max(levels, key=lambda pair: pair[0])
        return Tuned(self.spec.with_parameters(**row["parameters"]), self.rows, level)

    def _level(self, row: Mapping[str, Any]) -> float | None:
        """The median Sharpe ratio of a set and its neighbours; None unless all are known."""
        own = _sharpe(row)
        keys = [_key(values) for values in beside(self.spec, row["parameters"])]
        if own is None or not keys or any(key not in self.known for key in keys):
            return None
        return median([own, *(_sharpe(self.known[key]) or 0.0 for key in keys)])


def _sharpe(row: Mapping[str, Any]) -> float | None:
    few = (row.get("total_trades") or 0) < _FEW_TRADES
    sharpe = row.get("sharpe_ratio")
    return None if sharpe is None else min(sharpe, 0.0) if few else sharpe


def _rank(row: Mapping[str, Any]) -> float:
    sharpe = _sharpe(row)
    return float("inf") if sharpe is None else -sharpe


def _key(values: Mapping[str, float]) -> Key:
    return tuple(sorted(values.items()))
