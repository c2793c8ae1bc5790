"""Quality gates: criteria with a hard and a soft threshold, and what a set of figures scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, Protocol, TypeVar

from trading.domain.calculation import FIRST, judges_by_noise
from trading.domain.profiles import (
    CALIBRATED,
    CLASSIC,
    DEFAULT_PROFILE,
    PROFILES,
    RIGOROUS,
    Criterion,
    Operator,
    Profile,
    profile_of,
)

# Why a figure of a backtest has no value: a code, as an answer of the evidence has one.

NOT_KNOWN = "not_known"
NO_LOSSES = "no_losses"
_OF_TRADES = frozenset({"win_rate", "avg_trade_duration", "profit_factor"})


def why_missing(name: str, figures: Mapping[str, Any]) -> str:
    """The reason why `name` is missing among the `figures` of a segment; `not_played` for none."""
    if not figures:
        return "not_played"
    trades = figures.get("total_trades")
    if name in _OF_TRADES:
        return "no_trades" if not trades else NO_LOSSES
    if trades == 0:
        return "no_trades"
    if name == "calmar":
        return "no_drawdown"
    return "constant"


__all__ = [
    "CALIBRATED", "CLASSIC", "DEFAULT_PROFILE", "FINDINGS", "NOT_REACHED", "PROFILES", "RIGOROUS",
    "Criterion", "CriterionResult", "Figures", "GateResult", "Operator", "Profile", "cheap_gates",
    "evaluate", "is_unknown", "profile_of", "score_of", "weighted",
]  # fmt: skip

Figures = Mapping[str, Mapping[str, Any]]
"""Segment -> name of a figure -> its value, None where it is undefined."""

Answers = Mapping[str, Mapping[str, Any]]
"""`segment.name` -> `{reason, details}`: why a figure has no value, and the numbers behind it."""

NOT_REACHED = "not_reached"
"""Why evidence has no value before the cheap gates are passed."""
_NOT_APPLICABLE = frozenset({"no_neighbours", "not_tuned"})
"""Reasons for which a gate asks for nothing: it passes, and its weight leaves the score."""
_ONE_KIND = frozenset({"one_trial"})
"""Such reasons since the third calculation: tries of one kind cannot be compared with others."""
FINDINGS = frozenset({"few_trades", "short_record", "in_sample_loss"})
"""Reasons that are an answer: what they say is why the gate is missed."""


def is_unknown(reason: str) -> bool:
    """Whether a reason says that a gate could not be judged."""
    return bool(reason) and reason not in FINDINGS | _NOT_APPLICABLE | {NOT_REACHED}


@dataclass(frozen=True)
class CriterionResult:
    """A gate's verdict on one variant. `reason` is why there is no value, a code.

    What was not `judged` is neither passed nor missed, and its weight leaves the score.
    """

    criterion: Criterion
    value: float | None
    score: float
    passed: bool
    margin: float | None
    reason: str = ""
    details: Mapping[str, float] = field(default_factory=dict)
    applicable: bool = True
    judged: bool = True

    @property
    def weight(self) -> float:
        """What it counts for in the score: nothing where it does not apply or was not judged."""
        return self.criterion.weight if self.applicable and self.judged else 0.0

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON, the criterion's own fields among it."""
        told: dict[str, Any] = {"reason": self.reason, "details": dict(self.details)}
        if not self.applicable:
            told["applicable"] = False
        if not self.judged:
            told["judged"] = False
        return asdict(self.criterion) | {
            "weight": self.weight,
            "value": self.value,
            "score": round(self.score, 6),
            "passed": self.passed,
            "margin": self.margin,
            **{name: value for name, value in told.items() if value or value is False},
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
        return [result for result in self.failed if result.judged and result.reason != NOT_REACHED]

    @property
    def unjudged(self) -> list[CriterionResult]:
        """Those that were reached and could not be judged, required ones first."""
        return [result for result in self.failed if not result.judged]

    @property
    def rank(self) -> tuple[bool, float]:
        """To order variants by, the best last: the score, below all others where a required gate
        could not be judged, as such a score is of fewer gates."""
        return not any(one.criterion.required for one in self.unjudged), self.score

    @property
    def judged_score(self) -> float:
        """The score over the gates that were reached, to route by; `score` is what is shown."""
        return score_of(result for result in self.results if result.reason != NOT_REACHED)

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return {
            "passed_all_gates": self.passed,
            "score": round(self.score, 6),
            "criteria": [result.as_dict() for result in self.results],
        }


def evaluate(profile: Profile, figures: Figures, answers: Answers | None = None) -> GateResult:
    """What a variant's figures score under a profile.

    A figure without a value is not judged, for the reason that its answer gives: a required gate
    then does not let the variant pass, and none is said to be missed. It may not apply, which
    passes; and a profit factor without a losing trade is beyond any threshold.
    """
    results = tuple(
        _judged(criterion, figures, answers or {}, profile) for criterion in profile.criteria
    )
    score = score_of(results)
    required = all(result.passed for result in results if result.criterion.required)
    return GateResult(results, score, required and score >= profile.pass_score)


def cheap_gates(profile: Profile, figures: Figures) -> GateResult:
    """What the backtests alone say: a variant that fails here is given no evidence.

    Cheap gates without any weight have no score to reach.
    """
    found = evaluate(replace(profile, criteria=profile.cheap), figures)
    required = all(result.passed for result in found.results if result.criterion.required)
    scored = found.score >= profile.pass_score or not any(one.weight for one in profile.cheap)
    return GateResult(found.results, found.score, required and scored)


class Scored(Protocol):
    """A gate's verdict: of the graph, or as a row keeps it."""

    @property
    def score(self) -> float: ...
    @property
    def weight(self) -> float: ...


def score_of(results: Iterable[Scored]) -> float:
    """The gate score of a variant, 0..1; 0 where no gate has any weight."""
    return weighted((one.score, one.weight) for one in results) or 0.0


def weighted(scores: Iterable[tuple[float, float]]) -> float | None:
    """The mean of scores by their weights; None without any weight."""
    rows = list(scores)
    total = sum(weight for _score, weight in rows)
    return sum(score * weight for score, weight in rows) / total if total else None


def _judged(
    criterion: Criterion, figures: Figures, answers: Answers, profile: Profile
) -> CriterionResult:
    segment = figures.get(criterion.segment, {})
    value = segment.get(criterion.name)
    answer = answers.get(f"{criterion.segment}.{criterion.name}") or {}
    modern = judges_by_noise(profile.calculation)
    if modern and criterion.name == "max_drawdown" and segment.get("total_trades") == 0:
        value = None  # what never traded cannot fall
    if value is not None or profile.calculation == FIRST:
        return _valued(criterion, value, answer)
    reason = answer.get("reason") or _reason(criterion, segment)
    applicable = reason not in _NOT_APPLICABLE | (_ONE_KIND if modern else frozenset())
    endless = reason == NO_LOSSES and criterion.name == "profit_factor" and criterion.rises
    judged = endless or not applicable or not is_unknown(reason)
    return CriterionResult(
        criterion,
        None,
        1.0 if endless else 0.0,
        endless or not applicable,
        None,
        reason,
        answer.get("details", {}),
        applicable,
        judged,
    )


def _reason(criterion: Criterion, segment: Mapping[str, Any]) -> str:
    """Why a figure without an answer is missing."""
    return why_missing(criterion.name, segment) if criterion.played else NOT_KNOWN


def _valued(
    criterion: Criterion, value: float | None, answer: Mapping[str, Any]
) -> CriterionResult:
    """The verdict on a value; in the first calculation also on one that is missing."""
    if value is not None and criterion.name == "max_drawdown":
        value = abs(value)
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


# The best of a run: one rule for all that names it.


class ScoredRound(Protocol):
    """A round with the gate score of its best variant; `has_best` where there is one."""

    @property
    def number(self) -> int: ...
    @property
    def best_score(self) -> float | None: ...
    @property
    def has_best(self) -> bool: ...


R = TypeVar("R", bound=ScoredRound)


def ranked_rounds(rounds: Iterable[R]) -> list[R]:
    """Those with a scored variant, the highest gate score first; of equal ones the earlier."""
    scored = [one for one in rounds if one.best_score is not None and one.has_best]
    return sorted(scored, key=lambda one: (-(one.best_score or 0.0), one.number))


def best_round(rounds: Iterable[R]) -> R | None:
    """The round whose best variant is that of the run; None while nothing was scored."""
    return next(iter(ranked_rounds(rounds)), None)


# The last question: do the sealed bars bear a variant out?

HOLDS = 0.80
"""The least probability that the true Sharpe ratio is above zero where sealed bars are judged by
themselves; the ratio itself must be, too."""

Outcome = Literal["holds", "failed", "spent"]


def outcome(figures: Mapping[str, Any], *, final_error: float, openings_before: int) -> Outcome:
    """What `figures` of sealed bars say under a profile's `final_error` (0: `holds` decides).

    With one, `combined_p` must not be above it, and the Sharpe ratio must be above zero. Bars that
    were opened before have spent it: what is found on them was chosen by somebody who had seen
    them, so nothing can be found on them any more.
    """
    sharpe = figures.get("sharpe_ratio")
    if not final_error:
        return "holds" if holds(sharpe, figures.get("psr")) else "failed"
    if openings_before:
        return "spent"
    p = figures.get("combined_p")
    found = sharpe is not None and sharpe > 0 and p is not None and p <= final_error
    return "holds" if found else "failed"


def holds(sharpe: float | None, psr: float | None) -> bool:
    """Whether sealed bars bear a variant out by themselves."""
    return bool(sharpe is not None and sharpe > 0 and psr is not None and psr >= HOLDS)
