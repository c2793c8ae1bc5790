"""Quality gates: criteria with a hard and a soft threshold, and what a set of figures scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from trading.domain.criteria import Criterion, Operator, Profile
from trading.domain.shipped import CLASSIC, DEFAULT_PROFILE, PROFILES, RIGOROUS

__all__ = [
    "CLASSIC", "DEFAULT_PROFILE", "NOT_REACHED", "PROFILES", "RIGOROUS", "Criterion",
    "CriterionResult", "Figures", "GateResult", "Operator", "Profile", "cheap_gates", "evaluate",
    "weighted",
]  # fmt: skip

Figures = Mapping[str, Mapping[str, Any]]
"""Segment -> name of a figure -> its value, None where it is undefined."""

Answers = Mapping[str, Mapping[str, Any]]
"""`segment.name` -> `{reason, details}`: why a figure has no value, and the numbers behind it."""

NOT_REACHED = "not_reached"
"""Why evidence has no value before the cheap gates are passed."""
_NOT_APPLICABLE = frozenset({"no_neighbours"})
"""Reasons for which a gate asks for nothing: it passes, and its weight leaves the score."""


@dataclass(frozen=True)
class CriterionResult:
    """A gate's verdict on one variant. `reason` is why there is no value, a code."""

    criterion: Criterion
    value: float | None
    score: float
    passed: bool
    margin: float | None
    reason: str = ""
    details: Mapping[str, float] = field(default_factory=dict)
    applicable: bool = True

    @property
    def weight(self) -> float:
        """What it counts for in the score: nothing where it does not apply."""
        return self.criterion.weight if self.applicable else 0.0

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON, the criterion's own fields among it."""
        told: dict[str, Any] = {"reason": self.reason, "details": dict(self.details)}
        if not self.applicable:
            told["applicable"] = False
        return asdict(self.criterion) | {
            "weight": self.weight,
            "value": self.value,
            "score": round(self.score, 6),
            "passed": self.passed,
            "margin": self.margin,
            **{name: value for name, value in told.items() if value or name == "applicable"},
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

    @property
    def missed(self) -> list[CriterionResult]:
        """Those of the failed that were judged: what was not reached says nothing yet."""
        return [result for result in self.failed if result.reason != NOT_REACHED]

    @property
    def judged_score(self) -> float:
        """The score over the gates that were judged."""
        return weighted([result for result in self.results if result.reason != NOT_REACHED])

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return {
            "passed_all_gates": self.passed,
            "score": round(self.score, 6),
            "criteria": [result.as_dict() for result in self.results],
        }


def evaluate(profile: Profile, figures: Figures, answers: Answers | None = None) -> GateResult:
    """What a variant's figures score under a profile.

    A missing segment or an undefined figure scores 0 and does not pass, unless its answer says
    that the gate does not apply.
    """
    results = tuple(_judge(criterion, figures, answers or {}) for criterion in profile.criteria)
    score = weighted(results)
    required = all(result.passed for result in results if result.criterion.required)
    return GateResult(results, score, required and score >= profile.pass_score)


def cheap_gates(profile: Profile, figures: Figures) -> GateResult:
    """What the backtests alone say: a variant that fails here is given no evidence.

    Cheap gates without any weight have no score to reach.
    """
    found = evaluate(Profile(profile.name, profile.cheap, profile.pass_score), figures)
    required = all(result.passed for result in found.results if result.criterion.required)
    scored = found.score >= profile.pass_score or not any(one.weight for one in profile.cheap)
    return GateResult(found.results, found.score, required and scored)


def weighted(results: Sequence[CriterionResult]) -> float:
    """The mean of the scores, by weight: 0..1."""
    total = sum(result.weight for result in results)
    return sum(r.score * r.weight for r in results) / total if total else 0.0


def _judge(criterion: Criterion, figures: Figures, answers: Answers) -> CriterionResult:
    value = figures.get(criterion.segment, {}).get(criterion.name)
    if value is not None and criterion.name == "max_drawdown":
        value = abs(value)
    answer = answers.get(f"{criterion.segment}.{criterion.name}", {})
    reason = answer.get("reason", "") if value is None else ""
    applicable = reason not in _NOT_APPLICABLE
    return CriterionResult(
        criterion,
        value,
        criterion.score(value),
        criterion.passes(value) or not applicable,
        criterion.margin(value),
        reason,
        answer.get("details", {}),
        applicable,
    )
