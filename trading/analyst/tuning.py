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

    Half of the sets are drawn at random over the bounds, the rest are the neighbours of the best
    of those and of the spec as it is. Deterministic in `seed`. The spec itself comes back where
    nothing can be told.
    """
    if not spec.parameters:
        return Tuned(spec, [], None)
    rng = np.random.default_rng(list(seed))
    drawn = [random_parameters(spec, rng).values for _ in range(SETS // 2)]
    first = _unique([spec.values, *drawn])
    rows = await searcher.search(spec, first)
    known = {_key(row["parameters"]): row for row in rows}
    promising = sorted(rows, key=_rank)[:3]
    around = [
        beside.values
        for base in [*(row["parameters"] for row in promising), spec.values]
        for beside in neighbours(spec.with_parameters(**base))
    ]
    left = [v for v in _unique(around) if _key(v) not in known][: SETS - len(first)]
    more = await searcher.search(spec, left) if left else []
    known |= {_key(row["parameters"]): row for row in more}
    return _best(spec, [*rows, *more], known)


def _best(
    spec: StrategySpec, rows: list[dict[str, Any]], known: Mapping[str, dict[str, Any]]
) -> Tuned:
    levels = [(level, row) for row in rows if (level := _plateau(spec, row, known)) is not None]
    if not levels:
        return Tuned(spec, rows, None)
    level, row = max(levels, key=lambda pair: (pair[0], -rows.index(pair[1])))
    return Tuned(spec.with_parameters(**row["parameters"]), rows, level)


def _plateau(
    spec: StrategySpec, row: Mapping[str, Any], known: Mapping[str, Mapping[str, Any]]
) -> float | None:
    """The median Sharpe ratio of a set and its neighbours; None where too few are known."""
    own = _sharpe(row)
    if own is None:
        return None
    beside = [
        known[key]
        for other in neighbours(spec.with_parameters(**row["parameters"]))
        if (key := _key(other.values)) in known
    ]
    if not beside:
        return None
    return median([own, *(_sharpe(other) or 0.0 for other in beside)])


def _sharpe(row: Mapping[str, Any]) -> float | None:
    few = (row.get("total_trades") or 0) < _FEW_TRADES
    sharpe = row.get("sharpe_ratio")
    return None if sharpe is None else min(sharpe, 0.0) if few else sharpe


def _rank(row: Mapping[str, Any]) -> float:
    sharpe = _sharpe(row)
    return float("inf") if sharpe is None else -sharpe


def _unique(sets: Sequence[Mapping[str, float]]) -> list[dict[str, float]]:
    return list({_key(values): dict(values) for values in sets}.values())


def _key(values: Mapping[str, float]) -> str:
    return json.dumps(values, sort_keys=True)
