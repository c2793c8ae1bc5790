"""The graph that develops a strategy."""

from trading.domain.routing import determine_next_action
from trading.graph.build import create_workflow_graph, route_after_quality_gate
from trading.graph.context import Context
from trading.graph.state import WorkflowState, initial_state

__all__ = [
    "Context",
    "WorkflowState",
    "create_workflow_graph",
    "determine_next_action",
    "initial_state",
    "route_after_quality_gate",
]
