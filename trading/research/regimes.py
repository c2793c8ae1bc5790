"""Parts of train in which a rule is tested: regimes known at each close."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.research.bars import Bars
from trading.research.types import Focus
from trading.strategies.indicators.averages import sma
from trading.strategies.indicators.volatility import realised_volatility

Scope = tuple[str, NDArray[np.bool_] | None]
MONTH = 1.0 / 12.0


def scopes(bars: Bars, focus: Focus) -> list[Scope]:
    """(name, mask of bars) of each part; the whole is ("", None).

    Regimes split single bars only: coarser ones leave too few in each part.
    """
    if bars.horizon > 1 or not focus.regime:
        return [("", None)]
    if focus.regime == "volatility":
        calm = calmness(bars)
        return [("calm", calm > 0), ("turbulent", calm < 0)]
    mean = sma(bars.close, min(200, bars.span(0.8)))
    return [("above_mean", bars.close > mean), ("below_mean", bars.close <= mean)]


def calmness(bars: Bars) -> NDArray[np.float64]:
    """+1 where a month's volatility is below its median of the last year, -1 above, NaN early."""
    month, year = max(5, bars.span(MONTH)), max(20, bars.span(1.0))
    volatility = pd.Series(realised_volatility(bars.close, month, bars.bars_per_year))
    usual = volatility.rolling(year).median()
    calm = np.where(volatility <= usual, 1.0, -1.0)
    return np.where(usual.notna(), calm, np.nan)
