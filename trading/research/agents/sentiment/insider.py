"""Insiders: purchases less sales (net purchase ratio, Lakonishok & Lee 2001)."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from trading.research.agents.base import Agent
from trading.research.agents.sentiment.gauge import Gauge
from trading.research.auxiliary import Source


def side(rows: pd.DataFrame) -> NDArray[np.float64]:
    """The sign of `shares` (bought above zero, sold below): each transaction counts once."""
    signs: NDArray[np.float64] = np.sign(rows["shares"].to_numpy(np.float64))
    return signs


GAUGE = Gauge("insider_side", Source("insider", ("shares",), fresh_days=180, least=10), side, 180)
AGENT = Agent("insider", "sentiment", GAUGE.look)
