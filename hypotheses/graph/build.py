"""The refinement graph: nodes and edges, nothing else."""

from __future__ import annotations

from typing import Any

from langgraph.graph import END, START, StateGraph

from hypotheses.domain.refinement import route
from hypotheses.graph import nodes
from hypotheses.graph.state import HypothesisContext, MultiAgentState


def route_after_methodologist(state: MultiAgentState) -> str:
    """END, `structurer` (below the limit) or `methodologist_force_decision` (at it)."""
    status = state["methodologist_output"]["status"]
    step = route(status, state["refinement_iteration"], state["max_refinements"])
    return {"end": END, "refine": "structurer", "force": "methodologist_force_decision"}[step]


def create_multi_agent_graph() -> Any:
    """The compiled graph. Run it with `ainvoke(state, context=Context(...))`.

    Only `user_input` is needed to start; without a context it runs in memory on the built-in
    analyst.
    """
    graph = StateGraph(MultiAgentState, context_schema=HypothesisContext)
    for node in (
        nodes.orchestrator,
        nodes.structurer,
        nodes.methodologist,
        nodes.methodologist_force_decision,
    ):
        graph.add_node(node.__name__, node)
    graph.add_edge(START, "orchestrator")
    graph.add_conditional_edges(
        "orchestrator", nodes.route_after_orchestrator, ["structurer", "methodologist"]
    )
    graph.add_edge("structurer", "methodologist")
    graph.add_conditional_edges(
        "methodologist",
        route_after_methodologist,
        ["structurer", "methodologist_force_decision", END],
    )
    graph.add_edge("methodologist_force_decision", END)
    return graph.compile()
