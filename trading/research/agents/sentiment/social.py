"""Social media: tone, weighted by how many speak."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.research.agents.base import Agent
from trading.research.agents.sentiment.gauge import Gauge
from trading.research.auxiliary import Source
from trading.strategies.indicators.arithmetic import log


def weighted_tone(rows: pd.DataFrame) -> NDArray[np.float64]:
    """`sentiment` (-1..1) times log(1 + `mentions`): twice the crowd is not twice the news."""
    mentions = rows["mentions"].to_numpy(np.float64).clip(min=0.0)
    tone: NDArray[np.float64] = rows["sentiment"].to_numpy(np.float64) * log(1.0 + mentions)
    return tone


GAUGE = Gauge(
    "social_tone", Source("social", ("sentiment", "mentions"), fresh_days=7, least=20),
    weighted_tone, 14,
)  # fmt: skip
AGENT = Agent("social", "sentiment", GAUGE.look)
