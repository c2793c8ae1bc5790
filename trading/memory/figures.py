"""What a strategy's variants came to on train and validation, from the rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from trading.models import Strategy, Variant

SEGMENTS = ("train", "validation")
FIGURES = (
    "sharpe_ratio",
    "annual_return",
    "max_drawdown",
    "win_rate",
    "profit_factor",
    "total_trades",
)
_WORST = float("-inf")


@dataclass(frozen=True)
class Outcome:
    """A variant, its figures by segment, its weighted gate score and whether it passed."""

    variant: Variant
    figures: Mapping[str, Mapping[str, Any]]
    score: float
    passed: bool

    def as_values(self) -> dict[str, Any]:
        """Plain JSON for a lesson."""
        return {**self.figures, "score": round(self.score, 6)}

    @property
    def train_sharpe(self) -> float | None:
        """The annual Sharpe ratio on train."""
        value: float | None = self.figures["train"]["sharpe_ratio"]
        return value

    @property
    def rank(self) -> tuple[Any, ...]:
        """For sorting, the best first."""
        sharpe = self.figures["validation"]["sharpe_ratio"]
        return -self.score, -(_WORST if sharpe is None else sharpe), self.variant.pk


def outcomes(strategy: Strategy) -> list[Outcome]:
    """Every variant that was backtested, the best first: by gate score, then validation Sharpe."""
    variants = strategy.variants.prefetch_related("backtests", "gates", "findings")
    found = [_outcome(variant, strategy.profile) for variant in variants]
    return sorted((outcome for outcome in found if outcome), key=lambda outcome: outcome.rank)


def _outcome(variant: Variant, profile: Mapping[str, Any]) -> Outcome | None:
    rows = {row.segment: row for row in variant.backtests.all() if row.segment in SEGMENTS}
    if not rows:
        return None
    figures = {
        segment: {name: _plain(getattr(rows.get(segment), name, None)) for name in FIGURES}
        for segment in SEGMENTS
    }
    gates = [gate for gate in variant.gates.all() if gate.segment in SEGMENTS]
    weight = sum(gate.weight for gate in gates)
    score = sum(gate.score * gate.weight for gate in gates) / weight if weight else 0.0
    required = all(gate.passed for gate in gates if gate.required)
    passed = bool(gates) and required and score >= profile.get("pass_score", 1.0)
    return Outcome(variant, figures, score, passed)


def _plain(value: Any) -> Any:
    return round(value, 6) if isinstance(value, float) else value
