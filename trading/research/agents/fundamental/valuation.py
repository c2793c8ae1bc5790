"""Valuation: earnings yield and book to market beside their own past.

PROXY: prices are adjusted for splits and dividends, shares as reported are not; so the level is
off, and only its rank in the ticker's own history is used.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.research.agents.base import Agent
from trading.research.agents.fundamental.reports import over_a_year, ratio, report, source
from trading.research.auxiliary import read
from trading.research.drafts import FindingDraft
from trading.research.types import Focus, Material

SOURCE = source("net_income", "total_equity", "shares_outstanding")


def look(material: Material, focus: Focus) -> list[FindingDraft]:
    """The rank (0..1) of today's yields among those at each report; high is cheap."""
    rows = read(material, SOURCE)
    if isinstance(rows, FindingDraft):
        return [rows]
    value = _price(rows, material) * rows["shares_outstanding"].to_numpy()
    newest = float(material.frame["Close"].iloc[-1]) * float(rows["shares_outstanding"].iloc[-1])
    drafts = []
    for name, column, amount in (
        ("earnings_yield", "net_income", over_a_year(rows, "net_income")),
        ("book_to_market", "total_equity", rows["total_equity"].to_numpy()),
    ):
        history = ratio(amount, value)
        history = history[np.isfinite(history)]
        now = float(amount[-1] / newest) if newest > 0 else np.nan
        rank = float((history <= now).mean()) if len(history) and np.isfinite(now) else np.nan
        drafts.append(report(name, rows, (column, "shares_outstanding", "Close"), rank,
                             2 * rank - 1, status="PROXY"))  # fmt: skip
    return drafts


def _price(rows: pd.DataFrame, material: Material) -> NDArray[np.float64]:
    """The last close known at each report; NaN before the first bar."""
    at = material.frame.index.searchsorted(pd.DatetimeIndex(rows["available_at"]), "right") - 1
    close = material.frame["Close"].to_numpy(np.float64)
    return np.where(at >= 0, close[np.maximum(at, 0)], np.nan)


AGENT = Agent("valuation", "fundamental", look)
