"""The figures that gates judge, of the backtests and of the evidence; pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trading.domain.calculation import FIRST
from trading.domain.gates import NOT_REACHED, Profile
from trading.domain.luck import luck
from trading.evidence.sharpe import Moments, probabilistic_sharpe_ratio
from trading.graph.state import WorkflowState

PLAYED = ("sharpe_ratio", "total_trades", "max_drawdown", "total_return")
BROKEN = "broken"
"""Why evidence has no value where the examination failed."""

Figures = dict[str, dict[str, Any]]
Answers = Mapping[str, Mapping[str, Any]]


def played(state: WorkflowState, index: int) -> Figures:
    """What the backtests of a variant came to."""
    return _against_luck(state["backtest_results"][index]["segments"], state["trials"])


def judged(state: WorkflowState, profile: Profile, index: int) -> tuple[Figures, Answers]:
    """All figures of a variant, and the answers behind those that are evidence."""
    figures, examined = played(state, index), _examined(state, index)
    asked = [f"{one.segment}.{one.name}" for one in profile.criteria if not one.cheap]
    if examined is None:
        return figures, {key: {"reason": NOT_REACHED} for key in asked}
    answers = examined["answers"] | _of_trials(state, index)
    if examined["error"]:
        answers |= {key: {"reason": BROKEN} for key in asked if not answers.get(key)}
    elif profile.calculation > FIRST:
        answers |= _of_the_walk(answers)
    ratio, overfitting = answers["walk_forward.dsr"], answers["trials.pbo"]
    figures |= examined["segments"]
    joined = figures.get("walk_forward", {}) | {"dsr": ratio.get("value")}
    return figures | {"walk_forward": joined, "trials": {"pbo": overfitting.get("value")}}, answers


def _of_the_walk(answers: Answers) -> dict[str, Mapping[str, Any]]:
    """Bars too few for a walk forward are why none of its backtest's figures has a value."""
    why = answers.get("walk_forward.enough_evidence") or {}
    if why.get("reason") != "too_short":
        return {}
    return {f"walk_forward.{name}": why for name in (*PLAYED, "psr", "dsr")}


def _examined(state: WorkflowState, index: int) -> dict[str, Any] | None:
    found = state.get("evidence")
    return found[index] if found is not None else None


def _of_trials(state: WorkflowState, index: int) -> dict[str, Mapping[str, Any]]:
    """What the count of trials says of a variant and of all that was tried."""
    ledger = state.get("trial_ledger") or {}
    return {
        "walk_forward.dsr": ledger.get("variants", {}).get(str(index)) or {},
        "trials.pbo": ledger.get("pbo") or {},
    }


def _against_luck(segments: Mapping[str, Any], trials: int) -> Figures:
    """The figures with `psr_above_luck`: how probable it is that the true Sharpe ratio is above
    the best that so many trials without any skill would show."""
    found = {}
    for name, figures in segments.items():
        known = Moments(*figures["moments"]) if figures.get("moments") else None
        above = luck(trials, known.bars) if known else 0.0
        found[name] = figures | {"psr_above_luck": probabilistic_sharpe_ratio(known, above)}
    return found
