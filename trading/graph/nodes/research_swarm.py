"""Research: what the train segment and what is known beside it have to say."""

from __future__ import annotations

from langgraph.runtime import Runtime

from trading.graph.context import Context, Document
from trading.graph.state import WorkflowState
from trading.graph.swarm import create_swarm_graph, in_order


async def research_swarm(state: WorkflowState, runtime: Runtime[Context]) -> Document:
    """One round of the swarm. A later round looks at something else, told by the failure."""
    context = runtime.context
    number = state["research_iteration"] + 1
    out = await create_swarm_graph().ainvoke(
        {
            "objective": state["user_objective"],
            "language": state["language"],
            "research_iteration": number,
            "focus": context.researcher.focus(number, state["failure_analysis"]),
            "reports": [],
            "sheets": [],
        },
        context=context,
    )
    sheets = {output["sheet"]["domain"]: output["sheet"] for output in out["sheets"]}
    lead = out["lead"]
    return {
        "research_findings": in_order(out, context.researcher.agents),
        "technical_fact_sheet": sheets["technical"],
        "fundamental_fact_sheet": sheets["fundamental"],
        "sentiment_fact_sheet": sheets["sentiment"],
        "research_synthesis": lead["synthesis"],
        "research_confidence": lead["confidence"],
        "research_edges": lead["edges"],
        "research_iteration": number,
        "strategy_iteration": 0,  # new research is a new start for the designs
    }
