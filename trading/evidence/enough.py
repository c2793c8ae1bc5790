"""Is there enough to judge at all?"""

from __future__ import annotations

import math

from trading.evidence.answer import Answer, known, unknown
from trading.evidence.sharpe import Moments
from trading.evidence.track_record import minimum_track_record

TRADES = 30
FEW_TRADES = 10
"""Trades that are enough where the record is as long as its Sharpe ratio asks for."""


def enough_evidence(trades: int, judged: Moments | None, *, confidence: float = 0.95) -> Answer:
    """1 where `trades` and the bars of `judged` are enough; else no value, and what would be.

    Enough are 30 trades, or 10 on at least MinTRL bars (against a ratio of zero at `confidence`).
    `few_trades`: more trades are the only way; `short_record`: more bars at this ratio would do as
    well. Never a pass. `details`: `trades`, `bars`, `needed` trades, `needed_bars` where known.
    """
    record = minimum_track_record(judged, confidence=confidence)
    bars = judged.bars if judged is not None else 0
    details: dict[str, float] = {"trades": trades, "bars": bars, "needed": TRADES}
    if record.value is not None:
        details["needed_bars"] = math.ceil(record.value)
    if trades >= TRADES or (trades >= FEW_TRADES and record.details.get("enough") == 1):
        return known(1.0, **details)
    if trades >= FEW_TRADES and record.known:
        return unknown("short_record", **details)
    return unknown("few_trades", **details)
