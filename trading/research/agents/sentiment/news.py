"""News: the tone of what was written."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.research.agents.base import Agent
from trading.research.agents.sentiment.gauge import Gauge
from trading.research.auxiliary import Source


def tone(rows: pd.DataFrame) -> NDArray[np.float64]:
    """The `sentiment` of each item, -1..1."""
    return rows["sentiment"].to_numpy(np.float64)


GAUGE = Gauge("news_tone", Source("news", ("sentiment",), fresh_days=14, least=20), tone, 30)
AGENT = Agent("news", "sentiment", GAUGE.look)
