"""Analyst ratings: upgrades less downgrades (Womack 1996)."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.research.agents.base import Agent
from trading.research.agents.sentiment.gauge import Gauge
from trading.research.auxiliary import Source


def changes(rows: pd.DataFrame) -> NDArray[np.float64]:
    """The sign of `rating_change`: +1 up, -1 down, 0 kept."""
    signs: NDArray[np.float64] = np.sign(rows["rating_change"].to_numpy(np.float64))
    return signs


GAUGE = Gauge(
    "rating_changes", Source("analyst", ("rating_change",), fresh_days=120, least=10), changes, 90
)
AGENT = Agent("analyst_ratings", "sentiment", GAUGE.look)
