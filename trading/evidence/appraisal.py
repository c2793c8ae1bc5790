"""What a rule earns beyond the market that it is in, and what that is worth after so many tries."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from statistics import NormalDist, median

import numpy as np
from numpy.typing import NDArray

from trading.evidence.answer import Answer, known, unknown
from trading.evidence.fixed_order import dot
from trading.evidence.sharpe import Moments, sharpe_score
from trading.strategies.spec import StrategySpec
from trading.strategies.trade_rules import Parameter

Floats = NDArray[np.float64]

_NORMAL = NormalDist()
_REACH, _STEP = 8.0, 0.01
"""The standard normal beyond 8 has a probability below 1e-15; steps of .01 give 12 digits."""


def hedged(returns: Floats, market: Floats) -> Floats:
    """The returns a bar (n,) that are left of a rule's when its part of the market's is taken out.

    returns - beta * market, beta the slope of the rule's returns on the market's (n,): its mean is
    Jensen's alpha ("The Performance of Mutual Funds in the Period 1945-1964", Journal of Finance
    23(2), 1968), its Sharpe ratio the appraisal ratio (Treynor & Black, "How to Use Security
    Analysis to Improve Portfolio Selection", Journal of Business 46(1), 1973). Holding a market
    that rises is no skill: it leaves nothing.
    """
    apart = market - market.mean()
    spread = dot(apart, apart)
    beta = dot(returns - returns.mean(), apart) / spread if spread > 0 else 0.0
    return returns - beta * market


def luck_p(known: Moments | None, tries: int) -> float | None:
    """The probability, 0..1, that the best of `tries` independent ones without skill shows as much.

    1 - Phi(z)^tries, z the score of the ratio (`sharpe_score`): Sidak, "Rectangular Confidence
    Regions for the Means of Multivariate Normal Distributions", Journal of the American Statistical
    Association 62(318), 1967. None where the score is undefined.
    """
    score = sharpe_score(known)
    return None if score is None else _best_of(score, tries)


def combined_p(first: Moments | None, second: Moments | None, tries: int) -> float | None:
    """The same for the best of `tries` on the bars of `first`, taken on to those of `second`.

    Both scores are weighted by the square root of their bars. Without skill the first is the
    highest of `tries` standard normals and the second, which nobody chose by, is one by itself:
    p = integral of phi(h) (1 - Phi((z - b h) / a)^tries) dh, a and b the weights. None where a
    score is undefined.
    """
    scores = sharpe_score(first), sharpe_score(second)
    if first is None or second is None or scores[0] is None or scores[1] is None:
        return None
    bars = first.bars + second.bars
    a, b = math.sqrt(first.bars / bars), math.sqrt(second.bars / bars)
    z = a * scores[0] + b * scores[1]
    steps = round(_REACH / _STEP)
    places = [step * _STEP for step in range(-steps, steps + 1)]
    return _STEP * math.fsum(_NORMAL.pdf(h) * _best_of((z - b * h) / a, tries) for h in places)


def _best_of(score: float, tries: int) -> float:
    """The probability that the highest of `tries` independent standard normals is above `score`."""
    below = _NORMAL.cdf(score)
    return -math.expm1(tries * math.log(below)) if below > 0 else 1.0


# Does the strategy stand on a plateau of its parameters, or on a peak?

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
