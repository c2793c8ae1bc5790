"""Does the strategy stand on a plateau of its parameters, or on a peak?"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from statistics import median

from trading.evidence.answer import Answer, known, unknown
from trading.strategies.spec import StrategySpec
from trading.strategies.trade_rules import Parameter

WITHIN = 0.2
MOST = 200
"""Neighbours beyond which only those are taken that differ in one parameter."""


def plateau(best: float | None, neighbours: Sequence[float | None]) -> Answer:
    """The median Sharpe ratio of the neighbours as a part of `best`: .7 is a plateau.

    `best` and `neighbours` in the same unit and on the same bars. A neighbour without a ratio
    (it does not trade) counts as 0. `no_neighbours`: not applicable; `best_not_positive`: there is
    nothing to stand on. `details`: `median`, `neighbours`, `worst`.
    """
    if best is None or not math.isfinite(best) or best <= 0:
        return unknown("best_not_positive")
    if not neighbours:
        return unknown("no_neighbours")
    values = [0.0 if one is None or not math.isfinite(one) else one for one in neighbours]
    middle = median(values)
    return known(middle / best, median=middle, neighbours=len(values), worst=min(values))


def neighbourhood(
    spec: StrategySpec, *, within: float = WITHIN, most: int = MOST
) -> list[dict[str, float]]:
    """The parameter sets around the spec's own: each value off by at most `within` of itself.

    But at least one step of its grid, and never out of its bounds or order. All of the box around
    it if they are at most `most`, else those that differ in one parameter, nearest first and no
    more than `most`. None for a spec without parameters. Each is a trial when it is played.
    """
    choices = {name: _around(one, within) for name, one in spec.parameters.items()}
    own = spec.values
    if math.prod(len(values) for values in choices.values()) - 1 <= most:
        sets = [
            dict(zip(choices, point, strict=True)) for point in itertools.product(*choices.values())
        ]
    else:
        moves = [(name, value) for name, values in choices.items() for value in values]
        moves.sort(key=lambda move: abs(move[1] - own[move[0]]) / spec.parameters[move[0]].step)
        sets = [own | {name: value} for name, value in moves]
    found = [values for values in sets if values != own and _ordered(spec, values)]
    return found[:most]


def _around(parameter: Parameter, within: float) -> list[float]:
    reach = max(1, int(abs(parameter.value) * within / parameter.step + 1e-9))
    low = max(0, parameter.position - reach)
    high = min(parameter.steps, parameter.position + reach)
    return [parameter.at(step) for step in range(low, high + 1)]


def _ordered(spec: StrategySpec, values: dict[str, float]) -> bool:
    return all(values[first] < values[second] for first, second in spec.ordered)
