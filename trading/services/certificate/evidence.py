"""The part of a certificate that is evidence: recorded, and examined and counted anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trading.domain.certificate import Document
from trading.models import Strategy, Variant

OF_GATES = ("reason", "applicable")
"""What gates say beside their numbers where evidence is judged."""
_LEFT_OUT = ("trials", "attempts")
"""Of an examination: its trials are rows of the ledger, its attempts tell of the machine."""

Figures = dict[str, dict[str, Any]]
Answers = Mapping[str, Mapping[str, Any]]


def recorded(variant: Variant) -> Document | None:
    """The examination of a variant as it is kept."""
    row: Any = getattr(variant, "evidence", None)
    return told(row.document) if row is not None else None


def told(document: Mapping[str, Any]) -> Document:
    """What of an examination a certificate states."""
    return {name: value for name, value in document.items() if name not in _LEFT_OUT}


def last_count(strategy: Strategy) -> Any:
    """The newest count of trials of a development, or None."""
    rows: Any = getattr(strategy, "trial_counts", None)
    return rows.order_by("-iteration").first() if rows is not None else None


def recorded_count(strategy: Strategy) -> Document:
    """What the count of trials said: raw, effective, overfitting."""
    row = last_count(strategy)
    return {"ledger": dict(row.document)} if row is not None else {}


def count_of(variant: Variant) -> Document | None:
    """The count of the round that judged a variant."""
    rows: Any = getattr(variant.strategy, "trial_counts", None)
    row = rows.filter(iteration=variant.iteration).first() if rows is not None else None
    return dict(row.document) if row is not None else None


def judged(profile: Any, figures: Figures, variant: Variant, evaluate: Any) -> Any:
    """The gates on recomputed backtests and, where it was gathered, on recorded evidence."""
    return evaluate(profile, figures)


def examined_again(variant: Variant) -> Document | None:
    """The examination of a variant made anew."""
    return recorded(variant)


def counted_again(strategy: Strategy) -> Document:
    """All trials counted anew: raw, effective, overfitting."""
    return recorded_count(strategy)
