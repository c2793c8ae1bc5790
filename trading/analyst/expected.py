"""What a variant is expected to do, before it is judged: a stated method, kept beside the outcome.

The Sharpe ratio seen on train is first cut by the best that the sets searched for this variant
would have shown by luck (`expected_maximum`), then shrunk towards zero by how little its years can
tell: E = (S - luck) * prior / (prior + 1 / years), the posterior mean of a normal ratio whose
prior is centred on zero with variance PRIOR (annual ratios of real rules rarely exceed 1).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from trading.domain.luck import expected_maximum

PRIOR = 0.25
METHOD = "train Sharpe ratio less luck, shrunk to zero"


def expected_performance(
    seen: Mapping[str, Any] | None, *, searched: int, years: float
) -> dict[str, Any]:
    """`{method, sharpe_ratio, annual_return, volatility}`; None where train shows nothing.

    `seen` are the figures on train, `searched` how many sets the variant was chosen from, `years`
    the length of train.
    """
    sharpe = (seen or {}).get("sharpe_ratio")
    volatility = (seen or {}).get("volatility")
    if sharpe is None or years <= 0:
        return {"method": METHOD, "sharpe_ratio": None, "annual_return": None, "volatility": None}
    luck = expected_maximum(searched, math.sqrt(1.0 / years))
    left = math.copysign(max(0.0, abs(sharpe) - (luck if sharpe > 0 else 0.0)), sharpe)
    expected = left * PRIOR / (PRIOR + 1.0 / years)
    return {
        "method": METHOD,
        "sharpe_ratio": expected,
        "annual_return": None if volatility is None else expected * volatility,
        "volatility": volatility,
    }
