"""Why a round failed, from its numbers: the class, the cause, what to do about it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from trading.domain.gates import GateResult
from trading.domain.types import FailureClass

WORKS = 0.3
"""An annual Sharpe ratio on train below which a rule did not even work where it was made."""

CARRIES_OVER = 0.5
"""The share of the train Sharpe ratio that validation must show, or the rule was overfitted."""

NEAR = 0.5
"""A gate score from which a rule is worth tuning."""

_ENOUGH_RESEARCH = 2  # rounds of research before "there is no edge" is believed
_ENOUGH_KINDS = 3  # different kinds of rule tried before "nothing works" is believed


@dataclass(frozen=True)
class Attempt:
    """What one variant came to. Figures by segment; Sharpe ratios are annual."""

    kind: str
    gates: GateResult
    figures: Mapping[str, Mapping[str, Any]]
    error: str = ""

    def sharpe(self, segment: str) -> float | None:
        """The annual Sharpe ratio on a segment."""
        return self.figures.get(segment, {}).get("sharpe_ratio")

    @property
    def traded(self) -> bool:
        """Whether it ran and traded at all on train."""
        return not self.error and bool(self.figures.get("train", {}).get("total_trades"))


@dataclass(frozen=True)
class Evidence:
    """What speaks for there being an edge at all.

    `luck` is the best annual train Sharpe ratio that the trials so far would show without skill.
    """

    significant: bool
    kinds_tried: frozenset[str]
    luck: float
    research_iteration: int
    untried_edge: str = ""


@dataclass(frozen=True)
class Diagnosis:
    """A failure's class and its cause, a code; `actions` are codes of what to do, in order.

    `values` are the numbers that the cause rests on.
    """

    failure_class: FailureClass
    cause: str
    values: Mapping[str, Any] = field(default_factory=dict)
    actions: tuple[str, ...] = ()


def diagnose(attempts: Sequence[Attempt], evidence: Evidence) -> Diagnosis:
    """The class of a round in which nothing passed."""
    if not attempts:
        return Diagnosis("FUNDAMENTAL_IMPOSSIBILITY", "no_variants", {}, ("relax",))
    working = [attempt for attempt in attempts if attempt.traded]
    if not working:
        return _broken(attempts)
    train = max(_or_worst(attempt.sharpe("train")) for attempt in working)
    if train < WORKS or (not evidence.significant and train < evidence.luck):
        return _nothing(train, evidence)
    # One that shines on validation alone was lucky there: it is not the one to build on.
    works = [one for one in working if _or_worst(one.sharpe("train")) >= WORKS]
    return _short(max(works, key=_rank), evidence)


def _broken(attempts: Sequence[Attempt]) -> Diagnosis:
    errors = [attempt.error for attempt in attempts if attempt.error]
    if errors:
        values = {"failed": len(errors), "of": len(attempts), "error": errors[0]}
        return Diagnosis("ALGORITHM_BUG", "errors", values, ("mend_error",))
    return Diagnosis("ALGORITHM_BUG", "no_trades", {"of": len(attempts)}, ("loosen_entry",))


def _nothing(train: float, evidence: Evidence) -> Diagnosis:
    """No rule worked on the very data it was made on, or none better than luck."""
    values = {
        "train": train if math.isfinite(train) else None,
        "luck": evidence.luck,
        "kinds": len(evidence.kinds_tried),
        "rounds": evidence.research_iteration,
    }
    if evidence.untried_edge:
        untried = values | {"edge": evidence.untried_edge}
        return Diagnosis("DESIGN_FLAW", "untried_edge", untried, ("try_edge",))
    looked = evidence.research_iteration >= _ENOUGH_RESEARCH
    if not evidence.significant and looked and len(evidence.kinds_tried) >= _ENOUGH_KINDS:
        return Diagnosis("FUNDAMENTAL_IMPOSSIBILITY", "no_edge", values, ("stop",))
    return Diagnosis("RESEARCH_GAP", "nothing_works", values, ("research_otherwise",))


def _short(best: Attempt, evidence: Evidence) -> Diagnosis:
    """The best of the rules that work on train; what keeps it from passing on validation."""
    train, validation = _or_worst(best.sharpe("train")), best.sharpe("validation")
    missed = [result.criterion.name for result in best.gates.failed]
    values: dict[str, Any] = {
        "train": train,
        "validation": validation,
        "score": best.gates.score,
        "luck": evidence.luck,
        "missed": missed,
    }
    if _or_worst(validation) < CARRIES_OVER * train:
        if evidence.untried_edge:
            untried = values | {"edge": evidence.untried_edge}
            return Diagnosis("DESIGN_FLAW", "untried_edge", untried, ("try_edge",))
        return Diagnosis("DESIGN_FLAW", "overfit", values, ("simplify", "regime_filter"))
    required = [result.criterion for result in best.gates.failed if result.criterion.required]
    if required and all(criterion.segment == "train" for criterion in required):
        return Diagnosis("RESEARCH_GAP", "luck", values, ("research_otherwise",))
    if "max_drawdown" in missed:
        return Diagnosis("DESIGN_FLAW", "drawdown", values, ("volatility_target", "stops"))
    if missed == ["total_trades"]:
        return Diagnosis("PARAMETER_ISSUE", "few_trades", values, ("shorten",))
    if best.gates.score >= NEAR:
        return Diagnosis("PARAMETER_ISSUE", "near_miss", values, ("tune",))
    return Diagnosis("DESIGN_FLAW", "weak", values, ("regime_filter", "volatility_target"))


def _rank(attempt: Attempt) -> tuple[float, float]:
    return attempt.gates.score, _or_worst(attempt.sharpe("validation"))


def _or_worst(sharpe: float | None) -> float:
    return float("-inf") if sharpe is None else sharpe
