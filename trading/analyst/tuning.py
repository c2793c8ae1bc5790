"""Tuning on train: a seeded search around a spec that prefers a plateau to a peak."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any, NamedTuple, Protocol

import numpy as np

from trading.strategies.search import neighbours, random_parameters
from trading.strategies.spec import StrategySpec

SETS = 60
"""Parameter sets that one tuning looks at."""

_FEW_TRADES = 20  # on train: below it a Sharpe ratio says little


class Searcher(Protocol):
    """What evaluates parameter sets on train."""

    async def search(
        self, spec: StrategySpec, sets: Sequence[Mapping[str, float]]
    ) -> list[dict[str, Any]]:
        """A row a set, in their order: `{parameters, sharpe_ratio, total_trades, ...}`."""


class Tuned(NamedTuple):
    """The chosen spec, every row that was looked at, and the level of its neighbourhood."""

    spec: StrategySpec
    rows: list[dict[str, Any]]
    plateau: float | None


async def tune(spec: StrategySpec, searcher: Searcher, seed: Sequence[int]) -> Tuned:
    """The set whose neighbourhood does best on train: the median of it and the sets next to it.

    Half of the sets are drawn at random over the bounds; the rest are the neighbours of the spec
    as it is, then of the best set so far whose neighbours are not all known, and so on. Only a set
    with all of its neighbours known is chosen: beside a peak, half a neighbourhood looks high.
    Deterministic in `seed`. The spec itself comes back where nothing can be told.
    """
    if not spec.parameters:
        return Tuned(spec, [], None)
    rng = np.random.default_rng(list(seed))
    drawn = [random_parameters(spec, rng).values for _ in range(SETS // 2)]
    search = _Search(spec, searcher)
    await search.ask([spec.values, *drawn])
    base: dict[str, float] | None = spec.values
    while base is not None and len(search.rows) < SETS:
        await search.ask(search.beside(base))
        search.surrounded.append(_key(base))
        base = search.next_base()
    return search.best()


class _Search:
    """What is known of a spec's sets, in the order in which they were asked."""

    def __init__(self, spec: StrategySpec, searcher: Searcher) -> None:
        self.spec, self.searcher = spec, searcher
        self.rows: list[dict[str, Any]] = []
        self.known: dict[str, dict[str, Any]] = {}
        self.surrounded: list[str] = []

    async def ask(self, sets: Sequence[Mapping[str, float]]) -> None:
        """The sets that are not known yet, within the budget."""
        new = {_key(values): dict(values) for values in sets if _key(values) not in self.known}
        asked = list(new.values())[: SETS - len(self.rows)]
        if asked:
            found = await self.searcher.search(self.spec, asked)
            self.rows += found
            self.known |= {_key(row["parameters"]): row for row in found}

    def beside(self, values: Mapping[str, float]) -> list[dict[str, float]]:
        """The sets next to one."""
        return [other.values for other in neighbours(self.spec.with_parameters(**values))]

    def next_base(self) -> dict[str, float] | None:
        """The best set whose neighbours were not asked for yet."""
        left = [row for row in self.rows if _key(row["parameters"]) not in self.surrounded]
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
        beside = [_key(values) for values in self.beside(row["parameters"])]
        if own is None or not beside or any(key not in self.known for key in beside):
            return None
        return median([own, *(_sharpe(self.known[key]) or 0.0 for key in beside)])


def _sharpe(row: Mapping[str, Any]) -> float | None:
    few = (row.get("total_trades") or 0) < _FEW_TRADES
    sharpe = row.get("sharpe_ratio")
    return None if sharpe is None else min(sharpe, 0.0) if few else sharpe


def _rank(row: Mapping[str, Any]) -> float:
    sharpe = _sharpe(row)
    return float("inf") if sharpe is None else -sharpe


def _key(values: Mapping[str, float]) -> str:
    return json.dumps(values, sort_keys=True)
