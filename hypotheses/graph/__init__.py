"""The refinement graph."""

from hypotheses.graph.build import create_multi_agent_graph, route_after_methodologist
from hypotheses.graph.context import Context
from hypotheses.graph.state import MultiAgentState

__all__ = ["Context", "MultiAgentState", "create_multi_agent_graph", "route_after_methodologist"]
