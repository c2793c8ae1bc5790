"""The graph of strategy development: nodes and edges, nothing else."""

from __future__ import annotations

from typing import Any

from langgraph.graph import END, START, StateGraph

from trading.graph.context import Context
from trading.graph.nodes import parallel_backtest, research_swarm, strategy_dev
from trading.graph.nodes.quality_gate import quality_gate
from trading.graph.state import WorkflowState

NODE_TIMEOUT_SECONDS = 300.0

_NEXT = {
    "TUNE_PARAMETERS": "strategy_dev",
    "FIX_BUG": "strategy_dev",
    "REFINE_ALGORITHM": "strategy_dev",
    "REFINE_RESEARCH": "research_swarm",
}


def route_after_quality_gate(state: WorkflowState) -> str:
    """`strategy_dev`, `research_swarm`, or END after SUCCESS and ABANDON."""
    action = state["next_action"]
    if action in ("SUCCESS", "ABANDON"):
        return END
    return _NEXT[action]


def route_at_start(state: WorkflowState) -> str:
    """`research_swarm`; for a development that goes on, where its last decision leads."""
    return _NEXT.get(state["next_action"], "research_swarm")


def create_workflow_graph(node_timeout: float | None = NODE_TIMEOUT_SECONDS) -> Any:
    """The compiled graph. Run it with `ainvoke(initial_state(...), context=Context(...))`.

    A node that takes longer than `node_timeout` seconds ends the run with an error that names it.
    """
    graph = StateGraph(WorkflowState, context_schema=Context)
    for node in (research_swarm, strategy_dev, parallel_backtest, quality_gate):
        graph.add_node(node.__name__, node, timeout=node_timeout)
    graph.add_conditional_edges(START, route_at_start, ["research_swarm", "strategy_dev"])
    graph.add_edge("research_swarm", "strategy_dev")
    graph.add_edge("strategy_dev", "parallel_backtest")
    graph.add_edge("parallel_backtest", "quality_gate")
    graph.add_conditional_edges(
        "quality_gate", route_after_quality_gate, ["strategy_dev", "research_swarm", END]
    )
    return graph.compile()
