"""The graph's shape, its routes and its clocks."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import Any

import pytest
from langgraph.graph import END

from config.runs.execution import one_line
from tests.trading.graph.fakes import (
    GRAPH,
    Bench,
    Holdout,
    Researcher,
    Script,
    context,
    plays,
    states,
)
from trading.domain.types import ACTIONS
from trading.graph import create_workflow_graph, initial_state, route_after_quality_gate
from trading.graph.build import route_at_start

NODES = ["research_swarm", "strategy_dev", "parallel_backtest", "quality_gate"]
ROUTES = {
    "SUCCESS": END,
    "ABANDON": END,
    "TUNE_PARAMETERS": "strategy_dev",
    "FIX_BUG": "strategy_dev",
    "REFINE_ALGORITHM": "strategy_dev",
    "REFINE_RESEARCH": "research_swarm",
}


@pytest.mark.parametrize("action", ACTIONS)
def test_each_action_has_its_route(action: str):
    assert route_after_quality_gate({"next_action": action}) == ROUTES[action]


def test_an_action_nobody_knows_is_an_error():
    with pytest.raises(KeyError):
        route_after_quality_gate({"next_action": ""})


def test_it_begins_with_research_unless_something_was_decided():
    assert route_at_start(initial_state(ticker="AAPL")) == "research_swarm"
    assert route_at_start({"next_action": "FIX_BUG"}) == "strategy_dev"
    assert route_at_start({"next_action": "REFINE_RESEARCH"}) == "research_swarm"


def test_the_nodes_are_those_of_the_specification():
    drawn = GRAPH.get_graph()
    assert [name for name in drawn.nodes if not name.startswith("__")] == NODES
    plain = {(edge.source, edge.target) for edge in drawn.edges if not edge.conditional}
    assert plain == set(pairwise(NODES))


class Sleeping:
    """Takes its time where the test says."""

    @staticmethod
    async def forever(*_args: Any, **_more: Any) -> Any:
        await asyncio.sleep(60)


@pytest.mark.parametrize(
    ("port", "base", "method", "node"),
    [
        ("researcher", Researcher, "examine", "research_swarm"),
        ("strategist", Script, "propose", "strategy_dev"),
        ("bench", Bench, "backtest", "parallel_backtest"),
        ("holdout", Holdout, "open", "quality_gate"),
    ],
)
def test_a_node_that_takes_too_long_is_named(port: str, base: Any, method: str, node: str):
    kept = base([plays()]) if base is Script else base()
    setattr(kept, method, Sleeping.forever)
    ports = context([plays()], **{port: kept})
    with pytest.raises(Exception, match=r"(?i)time") as late:
        states(ports, graph=create_workflow_graph(1.0))
    line = one_line(late.value, "graph")
    assert line.startswith(f"{node}: ")
    assert "1.000s" in line
