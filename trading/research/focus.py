"""Where the next round of research looks, guided by why the last strategies failed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trading.research.types import Focus, Regime

WEEK, MONTH = 5, 21
# A design that breaks does so when markets turn wild; a gap of research is a question of whether
# the market rises or falls beneath the rule.
REGIMES: Mapping[str, Regime] = {"DESIGN_FLAW": "volatility", "PARAMETER_ISSUE": "volatility"}


def focus_for(research_round: int, failure_analysis: Mapping[str, Any] | None = None) -> Focus:
    """The focus of a round, from 1.

    1: single bars, unconditionally. 2: the rules within each half of a regime (volatility after
    DESIGN_FLAW and PARAMETER_ISSUE, above or below the long mean otherwise), and on weeks and
    months. 3 and later: only what holds in both halves of train, on single bars and weeks.
    The class is read from `failure_class` or `classification`.
    """
    analysis = failure_analysis or {}
    failure = str(analysis.get("failure_class") or analysis.get("classification") or "")
    if research_round <= 1:
        return Focus(round=1, guidance=failure)
    if research_round == 2:
        regime: Regime = REGIMES.get(failure, "mean")
        return Focus(round=2, horizons=(1, WEEK, MONTH), regime=regime, guidance=failure)
    return Focus(round=research_round, horizons=(1, WEEK), stability=True, guidance=failure)
