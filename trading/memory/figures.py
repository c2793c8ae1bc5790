"""What a strategy's variants came to on train and validation, from the rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from trading.domain.gates import score_of
from trading.models import Backtest, Strategy, Variant

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
class VariantOutcome:
    """A variant, its figures, its weighted gate score and whether it passed.

    `figures`: `train` and `validation` are its annual Sharpe ratios, as in a diagnosis; the others
    are named for both, such as `validation_max_drawdown`. None is undefined.
    """

    variant: Variant
    figures: Mapping[str, Any]
    score: float
    passed: bool
    judged: bool = True  # whether every required gate could be

    def as_values(self) -> dict[str, Any]:
        """Plain JSON for a lesson."""
        return {**self.figures, "score": round(self.score, 6), "template": self.variant.template}

    @property
    def rule(self) -> str:
        """What was tried: the template, or the approach of a spec that is of none."""
        return self.variant.template or self.variant.approach

    @property
    def rank(self) -> tuple[Any, ...]:
        """For sorting, the best first."""
        sharpe = self.figures["validation"]
        return -self.score, -(_WORST if sharpe is None else sharpe), self.variant.pk


def outcomes(strategy: Strategy) -> list[VariantOutcome]:
    """Every variant that was backtested, the best first: by gate score, then validation Sharpe."""
    variants = strategy.variants.prefetch_related("backtests", "gates", "findings")
    found = [_outcome(variant, strategy.profile) for variant in variants]
    return sorted((outcome for outcome in found if outcome), key=lambda outcome: outcome.rank)


def _outcome(variant: Variant, profile: Mapping[str, Any]) -> VariantOutcome | None:
    rows = {row.segment: row for row in variant.backtests.all() if row.segment in SEGMENTS}
    if not rows:
        return None
    figures = {
        segment if name == "sharpe_ratio" else f"{segment}_{name}": _plain(rows.get(segment), name)
        for segment in SEGMENTS
        for name in FIGURES
    }
    gates = [gate for gate in variant.gates.all() if gate.segment != "holdout"]
    score = score_of(gates)
    required = all(gate.passed for gate in gates if gate.required)
    passed = bool(gates) and required and score >= profile.get("pass_score", 1.0)
    judged = not any(gate.unjudged for gate in gates if gate.required)
    return VariantOutcome(variant, figures, score, passed, judged)


def _plain(row: Backtest | None, name: str) -> Any:
    value = getattr(row, name, None)
    return round(value, 6) if isinstance(value, float) else value
