"""States of the market that entries may be kept to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Document = dict[str, Any]


@dataclass(frozen=True)
class Regime:
    """What a filter adds to a document: parameters, indicators, and a condition a side."""

    parameters: Document
    indicators: Document
    long: Document
    short: Document


def _same(parameters: Document, indicators: Document, condition: Document) -> Regime:
    return Regime(parameters, indicators, condition, condition)


def _whole(value: int, low: int, high: int, step: int) -> Document:
    return {"type": "int", "value": value, "low": low, "high": high, "step": step}


_ADX = {"regime_adx": {"kind": "adx", "length": 14}}

REGIMES: Mapping[str, Regime] = {
    # Faber 2007, A quantitative approach to tactical asset allocation
    "uptrend": Regime(
        {"regime_length": _whole(200, 50, 250, 25)},
        {"regime_average": {"kind": "sma", "length": "$regime_length"}},
        {"op": ">", "left": "close", "right": "regime_average"},
        {"op": "<", "left": "close", "right": "regime_average"},
    ),
    # Wilder 1978: trend rules want a high ADX, reversion rules a low one
    "strong_trend": _same(
        {"regime_strength": _whole(20, 10, 40, 5)},
        _ADX,
        {"op": ">", "left": "regime_adx", "right": "$regime_strength"},
    ),
    "weak_trend": _same(
        {"regime_strength": _whole(25, 15, 45, 5)},
        _ADX,
        {"op": "<", "left": "regime_adx", "right": "$regime_strength"},
    ),
    # Moreira & Muir 2017: risk is paid for best when volatility is low
    "calm": _same(
        {"regime_memory": _whole(126, 63, 252, 21)},
        {
            "regime_volatility": {"kind": "realised_volatility", "length": 20},
            "regime_usual": {
                "kind": "median",
                "source": "regime_volatility",
                "length": "$regime_memory",
            },
        },
        {"op": "<", "left": "regime_volatility", "right": "regime_usual"},
    ),
}
