"""Tuning on train: a seeded search around a spec that prefers a plateau to a peak."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from trading.strategies.plateau_search import SETS, Tuned, plateau_search
from trading.strategies.spec import StrategySpec

__all__ = ["SETS", "Searcher", "Tuned", "tune"]


class Searcher(Protocol):
    """What evaluates parameter sets on train."""

    async def search(
        self, spec: StrategySpec, sets: Sequence[Mapping[str, float]]
    ) -> list[dict[str, Any]]:
        """A row a set, in their order: `{parameters, sharpe_ratio, total_trades, ...}`."""


async def tune(spec: StrategySpec, searcher: Searcher, seed: Sequence[int]) -> Tuned:
    """The set whose neighbourhood does best on train; see `plateau_search`."""
    search = plateau_search(spec, seed)
    try:
        asked = next(search)
        while True:
            asked = search.send(await searcher.search(spec, asked))
    except StopIteration as end:
        found: Tuned = end.value
        return found
