"""The names others import, and the graph's shape."""

from __future__ import annotations

import asyncio

import pytest
from langgraph.graph import END

from hypotheses.graph import (
    MultiAgentState,
    create_multi_agent_graph,
    route_after_methodologist,
)


def state(status: str, iteration: int = 0, limit: int = 2) -> MultiAgentState:
    return {
        "methodologist_output": {"status": status},
        "refinement_iteration": iteration,
        "max_refinements": limit,
    }


@pytest.mark.parametrize("status", ["approved", "rejected"])
def test_a_decision_ends_the_loop(status: str) -> None:
    assert route_after_methodologist(state(status)) == END


def test_a_gap_below_the_limit_goes_back_to_the_structurer() -> None:
    assert route_after_methodologist(state("needs_refinement", 1)) == "structurer"


def test_a_gap_at_the_limit_forces_a_decision() -> None:
    route = route_after_methodologist(state("needs_refinement", 2))
    assert route == "methodologist_force_decision"


def test_the_graph_has_the_nodes_of_the_specification() -> None:
    nodes = set(create_multi_agent_graph().get_graph().nodes)
    assert nodes - {"__start__", "__end__"} == {
        "orchestrator", "structurer", "methodologist", "methodologist_force_decision",
    }  # fmt: skip


def test_the_state_has_the_fields_of_the_specification() -> None:
    assert set(MultiAgentState.__annotations__) >= {
        "user_input", "language", "input_kind", "refinement_iteration", "max_refinements",
        "hypothesis_versions", "methodologist_output", "forced",
    }  # fmt: skip


def test_it_runs_on_an_idea_alone() -> None:
    graph = create_multi_agent_graph()
    final = asyncio.run(graph.ainvoke({"user_input": "TDD reduces bugs in small teams"}))
    assert final["methodologist_output"]["status"] == "approved"
    assert final["max_refinements"] == 2
