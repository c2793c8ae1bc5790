"""The refinement graph."""

from hypotheses.graph.build import create_multi_agent_graph, route_after_methodologist
from hypotheses.graph.state import HypothesisContext, MultiAgentState

__all__ = [
    "HypothesisContext",
    "MultiAgentState",
    "create_multi_agent_graph",
    "route_after_methodologist",
]
