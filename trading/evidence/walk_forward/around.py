"""The parameter sets around a variant's own, and what all sets that were tried come to."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from trading.backtest import grid
from trading.evidence.answer import Answer, unknown
from trading.evidence.plateau import neighbourhood, plateau
from trading.evidence.walk_forward.past import past_of
from trading.evidence.walk_forward.setting import Setting
from trading.strategies.spec import StrategySpec
from trading.strategies.table import IndicatorCache

Values = Mapping[str, float]
LEAST_BARS = 3


def stands(spec: StrategySpec, setting: Setting) -> tuple[Answer, list[dict[str, float]]]:
    """Whether the variant stands on a plateau before the holdout, and the neighbours played."""
    beside = neighbourhood(spec)
    if not beside:
        return unknown("no_neighbours"), []
    own, *others = ratios(spec, setting, [spec.values, *beside], setting.window)
    return plateau(own[0], [ratio for ratio, _ in others]), beside


def trials(
    spec: StrategySpec, setting: Setting, walked: Iterable[Values], beside: Iterable[Values]
) -> list[dict[str, Any]]:
    """Each set once, with its figures on train as those of all other trials, in order of play."""
    sources: dict[str, tuple[Values, str]] = {}
    for source, sets in (("walk_forward", walked), ("neighbour", beside)):
        for values in sets:
            sources.setdefault(json.dumps(values, sort_keys=True), (values, source))
    train = past_of(setting, setting.train_bars)
    found = ratios(spec, setting, [values for values, _ in sources.values()], train)
    return [
        {
            "parameters": dict(values),
            "sharpe_ratio": ratio,
            "total_trades": trades,
            "source": source,
        }
        for (values, source), (ratio, trades) in zip(sources.values(), found, strict=True)
    ]


def ratios(
    spec: StrategySpec, setting: Setting, sets: Sequence[Values], window: IndicatorCache
) -> list[tuple[float | None, int | None]]:
    """The annual Sharpe ratio and the trades of each set; None for one that cannot be played."""
    if window.bars < LEAST_BARS:
        return [(None, None)] * len(sets)
    found: list[tuple[float | None, int | None]] = []
    for chunk in grid.evaluate(
        spec, window.frame, sets, cache=window, bars_per_year=setting.bars_per_year,
        **setting.money,
    ):  # fmt: skip
        for row in range(len(chunk.parameters)):
            refused = row in chunk.errors
            metrics = chunk.metrics(row)
            found.append((None, None) if refused else (metrics.sharpe_ratio, metrics.total_trades))
    return found
