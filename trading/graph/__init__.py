"""The graph that develops a strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trading.domain.routing import determine_next_action
from trading.graph.context import Context
from trading.graph.state import WorkflowState, initial_state

if TYPE_CHECKING:
    from trading.graph.build import create_workflow_graph, route_after_quality_gate

__all__ = [
    "Context",
    "WorkflowState",
    "create_workflow_graph",
    "determine_next_action",
    "initial_state",
    "route_after_quality_gate",
]


def __getattr__(name: str) -> Any:
    """Import LangGraph with the first use of the graph: it takes a second."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from trading.graph import build

    return getattr(build, name)
