"""A small valid document, and ways to spoil it."""

from __future__ import annotations

import copy
import json
from typing import Any

DROP = object()

DOCUMENT: dict[str, Any] = {
    "spec_version": 1,
    "name": "Cross",
    "parameters": {
        "fast": {"type": "int", "value": 10, "low": 2, "high": 30, "step": 2},
        "slow": {"type": "int", "value": 40, "low": 20, "high": 100, "step": 10},
    },
    "ordered": [["fast", "slow"]],
    "indicators": {
        "quick": {"kind": "sma", "length": "$fast"},
        "calm": {"kind": "sma", "length": "$slow"},
        "bands": {"kind": "bollinger", "length": 20, "width": 2.0},
    },
    "long_entry": {
        "op": "and",
        "conditions": [
            {"op": "crosses_above", "left": "quick", "right": "calm"},
            {"op": "<", "left": "close", "right": {"op": "*", "left": 1.1, "right": "bands.upper"}},
        ],
    },
    "long_exit": {"op": "crosses_below", "left": "quick", "right": "calm"},
}


def changed(path: str = "", value: Any = None, base: dict[str, Any] = DOCUMENT) -> dict[str, Any]:
    """The document with the value at a path set, or taken out (DROP)."""
    document: dict[str, Any] = copy.deepcopy(base)
    at: Any = document
    *steps, last = path.split(".")
    for step in steps:
        at = at[int(step)] if isinstance(at, list) else at[step]
    place: Any = int(last) if isinstance(at, list) else last
    if value is DROP:
        del at[place]
    elif path:
        at[place] = value
    return document


def text(document: dict[str, Any]) -> str:
    return json.dumps(document)
