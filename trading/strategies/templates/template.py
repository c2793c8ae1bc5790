"""What a template is, and short words to write one with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from trading.strategies.parse import parse_spec
from trading.strategies.spec import StrategySpec

Family = Literal[
    "trend",
    "momentum",
    "mean_reversion",
    "breakout",
    "volatility",
    "volume",
    "seasonality",
    "single_bar",
]
Document = Mapping[str, Any]


@dataclass(frozen=True)
class Template:
    """A well-known strategy: `kind` is its key, `source` its literature.

    `words` are what a user's objective might say for it, by language, in small letters.
    """

    kind: str
    name: str
    family: Family
    source: str
    document: Document
    words: Mapping[str, tuple[str, ...]]

    def make(self) -> StrategySpec:
        """The spec with its default parameters."""
        return parse_spec({"spec_version": 1, "name": self.name, **self.document})


def whole(value: int, low: int, high: int, step: int = 1) -> Document:
    """A parameter of whole numbers."""
    return {"type": "int", "value": value, "low": low, "high": high, "step": step}


def real(value: float, low: float, high: float, step: float) -> Document:
    """A parameter of any numbers."""
    return {"type": "float", "value": value, "low": low, "high": high, "step": step}


def compare(left: object, op: str, right: object) -> Document:
    """A condition or a calculation of two operands."""
    return {"op": op, "left": left, "right": right}


def both(*conditions: Document) -> Document:
    """All of the conditions."""
    return {"op": "and", "conditions": list(conditions)}


def either(*conditions: Document) -> Document:
    """At least one of the conditions."""
    return {"op": "or", "conditions": list(conditions)}
