"""A second judge beside the numbers: heard, kept, and without any say in what is done next."""

from __future__ import annotations

from typing import Any

import pytest

from config.llm.asker import BudgetExceeded
from tests.trading.graph.fakes import CLOSE, DEEP, Holdout, context, develop, plays

ROUNDS = [[plays(**DEEP)], [plays(**CLOSE)], [plays(**DEEP)]]
LIMITS: dict[str, Any] = {"max_iterations": 3}


class Judges:
    """Always of another mind than the numbers; remembers what it was told."""

    def __init__(self, notes: tuple[str, ...] = (), error: Exception | None = None) -> None:
        self.notes, self.error = notes, error
        self.asked: list[tuple[str, dict[str, Any]]] = []

    async def failure(self, brief: dict[str, Any]) -> dict[str, Any]:
        return self._said("failure", brief, "FUNDAMENTAL_IMPOSSIBILITY")

    async def trajectory(self, brief: dict[str, Any]) -> dict[str, Any]:
        return self._said("trajectory", brief, "DIVERGING")

    def _said(self, what: str, brief: dict[str, Any], verdict: str) -> dict[str, Any]:
        self.asked.append((what, brief))
        if self.error:
            raise self.error
        judges = [{"judge": "builtin", "verdict": "x"}, {"judge": "model-1", "verdict": verdict}]
        return {"judges": judges, "notes": list(self.notes)}


def bare(state: dict[str, Any]) -> dict[str, Any]:
    """A final state without what the second judge added."""
    kept = dict(state)
    for name in ("failure_analysis", "trajectory_analysis"):
        kept[name] = {k: v for k, v in (state[name] or {}).items() if k != "judges"}
    return kept


def test_whatever_it_says_the_development_goes_the_same_way():
    alone = develop(context(*ROUNDS), **LIMITS)
    both = develop(context(*ROUNDS, judges=Judges()), **LIMITS)
    assert "judges" not in alone["failure_analysis"]
    assert bare(both) == bare(alone)
    assert [one["judge"] for one in both["failure_analysis"]["judges"]] == ["builtin", "model-1"]
    assert both["trajectory_analysis"]["judges"][1]["verdict"] == "DIVERGING"


def test_a_trajectory_is_asked_for_from_the_second_round_on():
    judges = Judges()
    develop(context(*ROUNDS, judges=judges), **LIMITS)
    assert [what for what, _ in judges.asked] == [
        "failure", "failure", "trajectory", "failure", "trajectory",
    ]  # fmt: skip


@pytest.mark.parametrize("holds", [True, False])
def test_what_the_holdout_showed_is_told_to_nobody(holds: bool):
    judges = Judges()
    ports = context([plays()], judges=judges, holdout=Holdout(holds=holds))
    state = develop(ports, max_iterations=3)
    assert state["holdout"] is not None
    assert judges.asked == []


def test_what_did_not_count_is_in_the_error_log():
    state = develop(context(*ROUNDS[:1], judges=Judges(("a number",))), max_iterations=1)
    assert state["error_log"] == ["quality_gate: a number"]


def test_a_used_up_budget_ends_the_run():
    error = BudgetExceeded("calls", limit=3)
    with pytest.raises(BudgetExceeded):
        develop(context(*ROUNDS, judges=Judges(error=error)), **LIMITS)
