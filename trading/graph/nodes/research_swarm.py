"""Research: what the train segment and what is known beside it have to say."""

from __future__ import annotations

from langgraph.runtime import Runtime

from trading.graph.context import Context, Document
from trading.graph.readings import of_round
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
            "iteration": state["current_iteration"] + 1,
            "before": state.get("research_readings", {}),
            "focus": context.researcher.focus(number, state["failure_analysis"]),
            "reports": [],
            "sheets": [],
        },
        context=context,
    )
    sheets = {output["sheet"]["domain"]: output["sheet"] for output in out["sheets"]}
    lead = out["lead"]
    readings = of_round(out["reports"], out["sheets"], out)
    return {
        "research_findings": in_order(out, context.researcher.agents),
        "technical_fact_sheet": sheets["technical"],
        "fundamental_fact_sheet": sheets["fundamental"],
        "sentiment_fact_sheet": sheets["sentiment"],
        "research_synthesis": lead["synthesis"],
        "research_confidence": lead["confidence"],
        "research_edges": with_earlier(lead["edges"], state["research_edges"]),
        "research_iteration": number,
        "strategy_iteration": 0,  # new research is a new start for the designs
        **({"research_readings": readings} if readings else {}),
    }


def with_earlier(edges: list[Document], before: list[Document]) -> list[Document]:
    """The round's edges, and the significant ones of earlier rounds that it did not find again.

    What a round did not look for is not refuted by it. Significant ones stand first.
    """
    found = {edge["kind"] for edge in edges if edge["significant"]}
    kept = [edge for edge in before if edge["significant"] and edge["kind"] not in found]
    kinds = {edge["kind"] for edge in kept}
    whole = kept + [edge for edge in edges if edge["kind"] not in kinds]
    return sorted(whole, key=lambda edge: not edge["significant"])
