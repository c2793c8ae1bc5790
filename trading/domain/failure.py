"""Why a round failed, from its numbers: the class, the cause, what to do about it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from trading.domain.diagnosis import (
    CARRIES_OVER,
    NEAR,
    WORKS,
    Attempt,
    Diagnosis,
    EdgeEvidence,
    or_worst,
)
from trading.domain.unproven import unproven

__all__ = ["Attempt", "Diagnosis", "EdgeEvidence", "diagnose"]

_ENOUGH_RESEARCH = 2  # rounds of research before "there is no edge" is believed
_ENOUGH_KINDS = 3  # different kinds of rule tried before "nothing works" is believed


def diagnose(attempts: Sequence[Attempt], evidence: EdgeEvidence) -> Diagnosis:
    """The class of a round in which nothing passed."""
    if not attempts:
        return Diagnosis("FUNDAMENTAL_IMPOSSIBILITY", "no_variants", {}, ("relax",))
    working = [attempt for attempt in attempts if attempt.traded]
    if not working:
        return _broken(attempts)
    judged = any(attempt.sharpe("validation") is not None for attempt in working)
    if not judged and any(attempt.unpaid for attempt in working):
        return _too_dear(working)
    examined = [attempt for attempt in working if attempt.examined]
    if examined:  # the best of the round passed all that comes before
        return unproven(examined, evidence)
    if all(attempt.sharpe("train") is None for attempt in working):
        return _unjudged(max(working, key=_rank))
    train = max(or_worst(attempt.sharpe("train")) for attempt in working)
    if train < WORKS or not evidence.beats_luck(train):
        return _nothing(train, evidence)
    # One that shines on validation alone was lucky there: it is not the one to build on.
    works = [one for one in working if or_worst(one.sharpe("train")) >= WORKS]
    return _short(max(works, key=_rank), evidence)


def _broken(attempts: Sequence[Attempt]) -> Diagnosis:
    errors = [attempt.error for attempt in attempts if attempt.error]
    if errors:
        values = {"failed": len(errors), "of": len(attempts), "error": errors[0]}
        return Diagnosis("ALGORITHM_BUG", "errors", values, ("mend_error",))
    if any(attempt.unpaid for attempt in attempts):
        return _too_dear(attempts)
    return Diagnosis("ALGORITHM_BUG", "no_trades", {"of": len(attempts)}, ("loosen_entry",))


def _too_dear(attempts: Sequence[Attempt]) -> Diagnosis:
    """Whole units cost more than the cash: the rules were not tried, on train or on validation."""
    values = {"dropped": max(attempt.unpaid for attempt in attempts)}
    return Diagnosis("FUNDAMENTAL_IMPOSSIBILITY", "too_dear", values, ("fractions", "more_cash"))


def _nothing(train: float, evidence: EdgeEvidence) -> Diagnosis:
    """No rule of the round worked on the very data it was made on, or none better than luck."""
    best = max(train, or_worst(evidence.best_train))  # of the run
    values = {
        "train": train if math.isfinite(train) else None,
        "best_train": best if math.isfinite(best) else None,
        "luck": evidence.luck,
        "kinds": len(evidence.kinds_tried),
        "untried": evidence.kinds_untried,
        "rounds": evidence.research_iteration,
    }
    if evidence.untried_edge:
        untried = values | {"edge": evidence.untried_edge}
        return Diagnosis("DESIGN_FLAW", "untried_edge", untried, ("try_edge",))
    looked = evidence.research_iteration >= _ENOUGH_RESEARCH and evidence.enough_kinds
    hopeless = best < WORKS or not evidence.beats_luck(best)
    several = len(evidence.kinds_tried) >= _ENOUGH_KINDS
    if not evidence.significant and looked and several and hopeless:
        return Diagnosis("FUNDAMENTAL_IMPOSSIBILITY", "no_edge", values, ("stop",))
    return Diagnosis("RESEARCH_GAP", "nothing_works", values, ("research_otherwise",))


def _unjudged(best: Attempt) -> Diagnosis:
    """What it came to says nothing about it: its returns do not vary, or it did not trade."""
    names = [result.criterion.name for result in best.gates.unjudged]
    values = {"unjudged": names, "train": best.sharpe("train")}
    return Diagnosis("DESIGN_FLAW", "unjudged", values, ("trade_more", "more_history"))


def _short(best: Attempt, evidence: EdgeEvidence) -> Diagnosis:
    """The best of the rules that work on train; what keeps it from passing on validation."""
    train, validation = or_worst(best.sharpe("train")), best.sharpe("validation")
    missed = [result.criterion.name for result in best.gates.missed]
    if best.sharpe("validation") is None:
        return _unjudged(best)
    values: dict[str, Any] = {
        "train": train,
        "validation": validation,
        "name": best.name,
        "score": best.gates.score,
        "luck": evidence.luck,
        "missed": missed,
    }
    if or_worst(validation) < CARRIES_OVER * train:
        if evidence.untried_edge:
            untried = values | {"edge": evidence.untried_edge}
            return Diagnosis("DESIGN_FLAW", "untried_edge", untried, ("try_edge",))
        return Diagnosis("DESIGN_FLAW", "overfit", values, ("simplify", "regime_filter"))
    required = [result.criterion for result in best.gates.missed if result.criterion.required]
    if not required and any(result.criterion.required for result in best.gates.unjudged):
        return _unjudged(best)
    if required and all(criterion.segment == "train" for criterion in required):
        return Diagnosis("RESEARCH_GAP", "luck", values, ("research_otherwise",))
    if "max_drawdown" in missed:
        return Diagnosis("DESIGN_FLAW", "drawdown", values, ("volatility_target", "stops"))
    if missed == ["total_trades"]:
        return Diagnosis("PARAMETER_ISSUE", "few_trades", values, ("shorten",))
    if best.gates.judged_score >= NEAR:
        return Diagnosis("PARAMETER_ISSUE", "near_miss", values, ("tune",))
    return Diagnosis("DESIGN_FLAW", "weak", values, ("regime_filter", "volatility_target"))


def _rank(attempt: Attempt) -> tuple[bool, float, float]:
    return *attempt.gates.rank, or_worst(attempt.sharpe("validation"))
