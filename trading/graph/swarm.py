"""The research swarm as a graph of its own: agents in parallel, then domains, then the leader."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, TypedDict, cast

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from langgraph.types import Send

from config.runs.port import StepKey
from trading.graph.context import Context, Document

NODE = "research_swarm"


class SwarmState(TypedDict, total=False):
    """One round of research. `reports` and `sheets` gather what the parallel nodes return."""

    objective: str
    language: str
    research_iteration: int
    focus: Document
    reports: Annotated[list[Document], operator.add]
    sheets: Annotated[list[Document], operator.add]
    lead: Document


class AgentTask(TypedDict):
    """What one agent or synthesizer is sent."""

    name: str
    language: str
    research_iteration: int
    focus: Document
    findings: list[Document]


async def agent(task: AgentTask, runtime: Runtime[Context]) -> Document:
    """One agent's findings."""
    context = runtime.context

    async def compute() -> Document:
        found = await context.researcher.examine(task["name"], task["focus"], task["language"])
        return {
            "agent": task["name"],
            "research_iteration": task["research_iteration"],
            "findings": found,
        }

    key = StepKey(NODE, task["research_iteration"], f"agent {task['name']}")
    return {"reports": [await context.steps.aonce(key, compute, context.record("examined"))]}


async def synthesizer(task: AgentTask, runtime: Runtime[Context]) -> Document:
    """One domain's fact sheet."""
    context = runtime.context

    async def compute() -> Document:
        sheet = await context.researcher.synthesize(
            task["name"], task["findings"], task["language"]
        )
        return {"research_iteration": task["research_iteration"], "sheet": sheet}

    key = StepKey(NODE, task["research_iteration"], f"synthesizer {task['name']}")
    return {"sheets": [await context.steps.aonce(key, compute, context.record("synthesized"))]}


async def leader(state: SwarmState, runtime: Runtime[Context]) -> Document:
    """What all domains come to together."""
    context = runtime.context
    sheets = {output["sheet"]["domain"]: output["sheet"] for output in state["sheets"]}

    async def compute() -> Document:
        lead = await context.researcher.lead(
            state["objective"],
            sheets,
            in_order(state, context.researcher.agents),
            state["language"],
            state["research_iteration"],
        )
        return {"research_iteration": state["research_iteration"], "lead": lead}

    key = StepKey(NODE, state["research_iteration"], "leader")
    output = await context.steps.aonce(key, compute, context.record("led"))
    return {"lead": output["lead"]}


def to_agents(state: SwarmState, runtime: Runtime[Context]) -> list[Send]:
    """Every agent at once."""
    return [Send("agent", _task(name, state, [])) for name in runtime.context.researcher.agents]


def gathered(state: SwarmState) -> Document:
    """Where the agents meet, before the domains part again."""
    return {}


def to_synthesizers(state: SwarmState, runtime: Runtime[Context]) -> list[Send]:
    """Every domain at once, each with the findings of its own agents."""
    researcher = runtime.context.researcher
    findings = in_order(state, researcher.agents)
    return [
        Send("synthesizer", _task(name, state, [f for f in findings if f["domain"] == name]))
        for name in researcher.domains
    ]


def in_order(state: SwarmState, agents: Sequence[str]) -> list[Document]:
    """All findings, in the order of the agents, whoever was done first."""
    reports = {report["agent"]: report["findings"] for report in state["reports"]}
    return [finding for name in agents for finding in reports.get(name, [])]


def _task(name: str, state: SwarmState, findings: list[Document]) -> AgentTask:
    return AgentTask(
        name=name,
        language=state["language"],
        research_iteration=state["research_iteration"],
        focus=state["focus"],
        findings=findings,
    )


@cache
def create_swarm_graph() -> Any:
    """The compiled swarm: `ainvoke({objective, language, research_iteration, focus})`."""
    graph = StateGraph(SwarmState, context_schema=Context)
    # A node that is sent its own input is more than the types of add_node can say.
    graph.add_node("agent", cast("Any", agent))
    graph.add_node("gathered", gathered)
    graph.add_node("synthesizer", cast("Any", synthesizer))
    graph.add_node("leader", leader)
    graph.add_conditional_edges(START, to_agents, ["agent"])
    graph.add_edge("agent", "gathered")
    graph.add_conditional_edges("gathered", to_synthesizers, ["synthesizer"])
    graph.add_edge("synthesizer", "leader")
    graph.add_edge("leader", END)
    return graph.compile()
