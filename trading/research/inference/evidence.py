"""How sure a finding may be: from a p-value, or from the amount of data when nothing was tested."""

from __future__ import annotations

import math

UNTESTED_CEILING = 0.3


def tested(p_value: float) -> float:
    """1 - 2a(p): 0 for p >= 1/e, .42 for .05, .78 for .01, .96 for .001.

    a(p) = 1 / (1 + 1 / (-e p ln p)) is the least probability of "only chance" that p leaves when
    both were equally likely before (Sellke, Bayarri & Berger 2001, The American Statistician 55).
    """
    if p_value >= 1.0 / math.e:
        return 0.0
    if p_value <= 0.0:
        return 1.0
    bound = -math.e * p_value * math.log(p_value)
    return 1.0 - 2.0 * bound / (1.0 + bound)


def untested(n_obs: int, enough: int) -> float:
    """A convention that was not tested on this series earns .3 at most, less with few rows."""
    return UNTESTED_CEILING * min(1.0, n_obs / enough)
