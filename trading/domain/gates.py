"""Quality gates: criteria with a hard and a soft threshold, and what a set of figures scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

Operator = Literal[">=", "<="]
Figures = Mapping[str, Mapping[str, Any]]
"""Segment -> name of a figure -> its value, None where it is undefined."""


@dataclass(frozen=True)
class Criterion:
    """One gate. `soft` scores 0, `threshold` scores 1, linear between; beyond them 0 and 1.

    `max_drawdown` is judged by its size: a drawdown of -.18 is .18.
    """

    name: str
    segment: str
    operator: Operator
    threshold: float
    soft: float
    weight: float = 1.0
    required: bool = False

    def score(self, value: float | None) -> float:
        """0..1; 0 for an undefined value."""
        if value is None:
            return 0.0
        if self.passes(value):
            return 1.0
        if self.soft == self.threshold:
            return 0.0
        return min(1.0, max(0.0, (value - self.soft) / (self.threshold - self.soft)))

    def passes(self, value: float | None) -> bool:
        """Whether the value is on the right side of the hard threshold."""
        if value is None:
            return False
        return value >= self.threshold if self.operator == ">=" else value <= self.threshold

    def margin(self, value: float | None) -> float | None:
        """How far the value lies on the right side (positive) or short (negative), in its unit."""
        if value is None:
            return None
        gap = value - self.threshold
        return gap if self.operator == ">=" else -gap


@dataclass(frozen=True)
class Profile:
    """A named set of gates, frozen into a run when it starts."""

    name: str
    criteria: tuple[Criterion, ...]
    pass_score: float

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return asdict(self) | {"criteria": [asdict(criterion) for criterion in self.criteria]}

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Profile:
        """The profile of `as_dict`."""
        criteria = tuple(Criterion(**row) for row in document["criteria"])
        return cls(document["name"], criteria, document["pass_score"])


CLASSIC = Profile(
    name="classic",
    pass_score=0.7,
    criteria=(
        Criterion("sharpe_ratio", "validation", ">=", 1.0, 0.0, weight=0.35, required=True),
        Criterion("max_drawdown", "validation", "<=", 0.20, 0.40, weight=0.25, required=True),
        Criterion("win_rate", "validation", ">=", 0.5, 0.3, weight=0.10),
        Criterion("profit_factor", "validation", ">=", 1.5, 1.0, weight=0.15),
        Criterion("total_trades", "validation", ">=", 30, 5, weight=0.15),
        # No score for these: what luck explains where it was made has nothing to validate.
        Criterion("psr", "train", ">=", 0.95, 0.5, weight=0.0, required=True),
        Criterion("psr_above_luck", "train", ">=", 0.5, 0.0, weight=0.0, required=True),
    ),
)

PROFILES: Mapping[str, Profile] = {CLASSIC.name: CLASSIC}


@dataclass(frozen=True)
class CriterionResult:
    """A gate's verdict on one variant."""

    criterion: Criterion
    value: float | None
    score: float
    passed: bool
    margin: float | None

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON, the criterion's own fields among it."""
        return asdict(self.criterion) | {
            "value": self.value,
            "score": round(self.score, 6),
            "passed": self.passed,
            "margin": self.margin,
        }


@dataclass(frozen=True)
class GateResult:
    """All gates of one variant. `passed`: every required gate and the weighted score."""

    results: tuple[CriterionResult, ...]
    score: float
    passed: bool

    @property
    def failed(self) -> list[CriterionResult]:
        """The gates that were not passed, required ones first."""
        missed = [result for result in self.results if not result.passed]
        return sorted(missed, key=lambda result: not result.criterion.required)

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return {
            "passed_all_gates": self.passed,
            "score": round(self.score, 6),
            "criteria": [result.as_dict() for result in self.results],
        }


def evaluate(profile: Profile, figures: Figures) -> GateResult:
    """What a variant's figures score under a profile.

    A missing segment or an undefined figure scores 0 and does not pass.
    """
    results = tuple(_judge(criterion, figures) for criterion in profile.criteria)
    score = weighted(results)
    required = all(result.passed for result in results if result.criterion.required)
    return GateResult(results, score, required and score >= profile.pass_score)


def weighted(results: Sequence[CriterionResult]) -> float:
    """The mean of the scores, by weight: 0..1."""
    total = sum(result.criterion.weight for result in results)
    return sum(r.score * r.criterion.weight for r in results) / total if total else 0.0


def _judge(criterion: Criterion, figures: Figures) -> CriterionResult:
    value = figures.get(criterion.segment, {}).get(criterion.name)
    if value is not None and criterion.name == "max_drawdown":
        value = abs(value)
    return CriterionResult(
        criterion,
        value,
        criterion.score(value),
        criterion.passes(value),
        criterion.margin(value),
    )
