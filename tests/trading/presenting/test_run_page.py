"""The graph as it is drawn: which node is at work, how often each ran."""

from __future__ import annotations

from typing import Any

import pytest

from config.runs.models import Run
from trading.models import Iteration, Strategy
from trading.presenting.run_page import flow, now_working, teams
from trading.services.page_facts import Course, StepTally

SWARM = StepTally("research_swarm", 1, 19, 2.0, 19)
DESIGN = StepTally("strategy_dev", 1, 1, 0.5, 20)
HALF = StepTally("parallel_backtest", 1, 2, 0.2, 22)
ALL = StepTally("parallel_backtest", 1, 3, 0.3, 23)
GATES = StepTally("quality_gate", 1, 1, 0.1, 24)


def come(*tallies: StepTally, action: str = "", led: bool = True, **fields: Any) -> Course:
    """A course that has come so far; `action` is what the gates decided last."""
    rounds = [Iteration(number=1, next_action=action)] if action else []
    given: dict[str, Any] = {
        "strategy": Strategy(), "run": Run(status=Run.Status.RUNNING), "starts_with": "",
        "tallies": list(tallies), "research": 1, "agents": {}, "led": led, "statuses": [],
        "iterations": rounds, "variants": {1: 3}, "sheets": 0, "errors": 0, **fields,
    }  # fmt: skip
    return Course(**given)


@pytest.mark.parametrize(
    ("course", "node"),
    [
        (come(), "research_swarm"),
        (come(SWARM, led=False), "research_swarm"),
        (come(SWARM), "strategy_dev"),
        (come(SWARM, DESIGN), "parallel_backtest"),
        (come(SWARM, DESIGN, HALF), "parallel_backtest"),
        (come(SWARM, DESIGN, ALL), "quality_gate"),
        (come(SWARM, DESIGN, ALL, GATES), "quality_gate"),  # evidence is there, no decision yet
        (come(SWARM, DESIGN, ALL, GATES, action="TUNE_PARAMETERS"), "strategy_dev"),
        (come(SWARM, DESIGN, ALL, GATES, action="REFINE_RESEARCH"), "research_swarm"),
        (come(SWARM, DESIGN, ALL, GATES, action="ABANDON"), "end"),
    ],
)
def test_the_node_at_work_follows_from_the_last_step(course: Course, node: str):
    assert now_working(course) == node


def test_one_that_goes_on_begins_where_its_run_was_told_to():
    ended = come(SWARM, DESIGN, ALL, GATES, action="ABANDON", starts_with="REFINE_ALGORITHM")
    assert now_working(ended) == "strategy_dev"


@pytest.mark.parametrize("run", [None, Run(status="queued"), Run(status="failed")])
def test_nothing_is_at_work_without_a_run_that_is(run: Run | None):
    drawn = flow(come(SWARM, run=run))
    assert drawn.working == ""
    assert [node.state for node in drawn.nodes] == ["done", "waiting", "waiting", "waiting"]


def test_nodes_tell_how_often_they_ran_and_for_how_long():
    again = StepTally("strategy_dev", 2, 1, 1.5, 30)
    drawn = flow(come(SWARM, DESIGN, ALL, GATES, again, action="TUNE_PARAMETERS"))
    design = drawn.nodes[1]
    assert (design.times, design.seconds) == (2, 2.0)
    assert {way.action: way.times for way in drawn.to_design}["TUNE_PARAMETERS"] == 1
    assert [way.times for way in drawn.to_research] == [0]


def test_the_iteration_at_work_is_the_one_after_the_last_that_was_judged():
    assert flow(come(SWARM, DESIGN, ALL, GATES, action="FIX_BUG")).iteration == 2
    assert flow(come(SWARM, DESIGN, ALL, GATES, action="ABANDON")).iteration == 1


def states(course: Course, working: str) -> dict[str, str]:
    return {cell.name: cell.state for team in teams(course, working) for cell in team.agents}


def test_agents_go_from_waiting_over_working_to_what_they_found():
    assert set(states(come(), "").values()) == {"waiting"}
    found = [("trend", "INSUFFICIENT"), ("trend", "OK"), ("news", "NO_DATA")]
    half = come(SWARM, led=False, agents={"trend": 0.1, "news": 0.2}, statuses=found)
    seen = states(half, "research_swarm")
    assert len(seen) == 15
    assert (seen["trend"], seen["news"], seen["momentum"]) == ("OK", "NO_DATA", "working")


def test_with_the_next_research_all_agents_work_again():
    done = come(SWARM, agents={"trend": 0.1}, statuses=[("trend", "OK")])
    assert set(states(done, "research_swarm").values()) == {"working"}
    assert states(done, "strategy_dev")["trend"] == "OK"
