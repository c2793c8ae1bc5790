"""Options flow: calls beside puts (Pan & Poteshman 2006: many puts, lower returns)."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.research.agents.base import Agent
from trading.research.agents.sentiment.gauge import Gauge
from trading.research.auxiliary import Source


def call_share(rows: pd.DataFrame) -> NDArray[np.float64]:
    """call_volume / (call_volume + put_volume), 0..1; NaN where nothing was traded."""
    calls, puts = rows["call_volume"].to_numpy(np.float64), rows["put_volume"].to_numpy(np.float64)
    share = np.full(len(rows), np.nan)
    np.divide(calls, calls + puts, out=share, where=calls + puts > 0)
    return share


GAUGE = Gauge(
    "call_share", Source("options", ("call_volume", "put_volume"), fresh_days=7, least=20),
    call_share, 10,
)  # fmt: skip
AGENT = Agent("options_flow", "sentiment", GAUGE.look)
