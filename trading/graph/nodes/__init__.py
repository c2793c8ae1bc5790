"""The nodes of strategy development before the gates: research, design, backtests."""

from __future__ import annotations

import asyncio
import operator
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, TypedDict, cast

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from langgraph.types import Send

from config.runs.port import StepKey
from trading.domain.calculation import judges_as_written
from trading.graph.context import Context, Document, of_round
from trading.graph.state import WorkflowState

# The research swarm as a graph of its own: agents in parallel, then domains, then the leader.

NODE = "research_swarm"


class SwarmState(TypedDict, total=False):
    """One round of research. `reports` and `sheets` gather what the parallel nodes return;
    `before` holds the readings of the round before; `iteration` is the one it is for."""

    objective: str
    language: str
    research_iteration: int
    iteration: int
    before: Document
    focus: Document
    reports: Annotated[list[Document], operator.add]
    sheets: Annotated[list[Document], operator.add]
    lead: Document
    reading: Document


class AgentTask(TypedDict):
    """What one agent or synthesizer is sent; `readings` are those of the domain's agents."""

    name: str
    language: str
    research_iteration: int
    iteration: int
    focus: Document
    findings: list[Document]
    readings: Document
    before: Document | None


async def agent(task: AgentTask, runtime: Runtime[Context]) -> Document:
    """One agent's findings."""
    context = runtime.context

    async def compute() -> Document:
        name, language = task["name"], task["language"]
        found = await context.researcher.examine(name, task["focus"], language)
        reading = await context.researcher.read_agent(name, found, language, task["before"])
        output = {
            "agent": name,
            "research_iteration": task["research_iteration"],
            "findings": found,
        }
        return output | _read(reading, task["iteration"])

    key = StepKey(NODE, task["research_iteration"], f"agent {task['name']}")
    return {"reports": [await context.steps.aonce(key, compute, context.record("examined"))]}


async def synthesizer(task: AgentTask, runtime: Runtime[Context]) -> Document:
    """One domain's fact sheet."""
    context = runtime.context

    async def compute() -> Document:
        sheet = await context.researcher.synthesize(
            task["name"], task["findings"], task["language"]
        )
        reading = await context.researcher.read_sheet(
            sheet, task["readings"], task["language"], task["before"]
        )
        output = {"research_iteration": task["research_iteration"], "sheet": sheet}
        return output | _read(reading, task["iteration"])

    key = StepKey(NODE, task["research_iteration"], f"synthesizer {task['name']}")
    return {"sheets": [await context.steps.aonce(key, compute, context.record("synthesized"))]}


async def leader(state: SwarmState, runtime: Runtime[Context]) -> Document:
    """What all domains come to together."""
    context = runtime.context
    sheets = {output["sheet"]["domain"]: output["sheet"] for output in state["sheets"]}
    readings = {
        domain: output["reading"]
        for domain in context.researcher.domains
        for output in state["sheets"]
        if output["sheet"]["domain"] == domain and "reading" in output
    }

    async def compute() -> Document:
        lead = await context.researcher.lead(
            state["objective"],
            sheets,
            in_order(state, context.researcher.agents),
            state["language"],
            state["research_iteration"],
        )
        reading = await context.researcher.read_lead(
            state["objective"], lead, readings, state["language"], state["before"].get("lead")
        )
        output = {"research_iteration": state["research_iteration"], "lead": lead}
        return output | _read(reading, state["iteration"])

    key = StepKey(NODE, state["research_iteration"], "leader")
    output = await context.steps.aonce(key, compute, context.record("led"))
    return {name: output[name] for name in ("lead", "reading") if name in output}


def to_agents(state: SwarmState, runtime: Runtime[Context]) -> list[Send]:
    """Every agent at once."""
    before = state["before"].get("agents", {})
    return [
        Send("agent", _task(name, state, before=before.get(name)))
        for name in runtime.context.researcher.agents
    ]


def gathered(state: SwarmState) -> Document:
    """Where the agents meet, before the domains part again."""
    return {}


def to_synthesizers(state: SwarmState, runtime: Runtime[Context]) -> list[Send]:
    """Every domain at once, each with the findings of its own agents."""
    researcher = runtime.context.researcher
    findings = in_order(state, researcher.agents)
    before = state["before"].get("sheets", {})
    return [
        Send("synthesizer", _task(name, state, _own(findings, name), before.get(name)))
        for name in researcher.domains
    ]


def _own(findings: Sequence[Document], domain: str) -> list[Document]:
    return [finding for finding in findings if finding["domain"] == domain]


def in_order(state: SwarmState, agents: Sequence[str]) -> list[Document]:
    """All findings, in the order of the agents, whoever was done first."""
    reports = {report["agent"]: report["findings"] for report in state["reports"]}
    return [finding for name in agents for finding in reports.get(name, [])]


def _task(
    name: str,
    state: SwarmState,
    findings: Sequence[Document] = (),
    before: Document | None = None,
) -> AgentTask:
    # In the order of the findings, not of who was done first: what is asked hangs on it.
    agents = dict.fromkeys(finding["agent"] for finding in findings)
    readings = {one["agent"]: one["reading"] for one in state["reports"] if "reading" in one}
    return AgentTask(
        name=name,
        language=state["language"],
        research_iteration=state["research_iteration"],
        iteration=state["iteration"],
        focus=state["focus"],
        findings=list(findings),
        readings={agent: readings[agent] for agent in agents if agent in readings},
        before=before,
    )


def _read(reading: Document | None, iteration: int) -> Document:
    """What a reading adds to a step's output: without one, nothing."""
    return {} if reading is None else {"reading": reading, "iteration": iteration}


@cache
def create_swarm_graph() -> Any:
    """The compiled swarm: `ainvoke({objective, language, ...})`, as the node does."""
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


_TOLD = (
    "ticker", "user_objective", "language", "seed", "variants", "research_iteration",
    "research_edges", "research_findings", "research_confidence", "research_synthesis", "memory",
    "trials",
    "strategy_variants", "backtest_results", "quality_gate_results", "best_variant_index",
    "failure_analysis", "trajectory_analysis", "iteration_history", "next_action",
)  # fmt: skip


async def strategy_dev(state: WorkflowState, runtime: Runtime[Context]) -> Document:
    """Three to five variants: first designs, or the round before tuned, mended or redesigned."""
    context = runtime.context
    iteration = state["current_iteration"] + 1
    brief: Document = {name: state[name] for name in _TOLD}  # type: ignore[literal-required]
    brief |= {
        "iteration": iteration,
        "research_readings": state.get("research_readings", {}),
        "constraints": context.constraints,
        "starting_spec": context.starting_spec,
        # Whoever saw what was tried before may have chosen the values by it.
        "as_written": judges_as_written(context.profile.calculation) and not state["trials"],
        "guidance": list(context.guidance),
        "guided": context.guided,
        "train_bars": context.train_bars,
        "bars_per_year": context.bars_per_year,
    }

    async def compute() -> Document:
        proposal = await context.strategist.propose(brief, context.bench)
        return {"iteration": iteration, **proposal}

    key = StepKey("strategy_dev", iteration)
    output = await context.steps.aonce(key, compute, context.record("designed"))
    where = f"strategy_dev {iteration}"
    notes = [f"{where}: {note}" for note in output.get("notes", ())]
    return {
        "strategy_variants": output["variants"],
        "strategy_rationale": output["rationale"],
        "expected_performance": output["expected_performance"],
        "kinds_allowed": output.get("kinds", []),
        "trials": state["trials"] + len(output["trials"]),
        "strategy_iteration": state["strategy_iteration"] + 1,
        "current_iteration": iteration,
        "error_log": state["error_log"] + notes,
    }


async def parallel_backtest(state: WorkflowState, runtime: Runtime[Context]) -> Document:
    """Backtest all variants. One that fails keeps its reasons and leaves the others alone."""
    context = runtime.context
    iteration = state["current_iteration"]

    async def backtest(index: int, variant: Document) -> Document:
        async def compute() -> Document:
            outcome = await context.bench.backtest(variant)
            return {
                "iteration": iteration,
                "variant_index": index,
                "kind": variant["approach"],
                "parameters": variant["parameters"],
                "rules_hash": variant["rules_hash"],
                **outcome,
                "note": _note(variant, outcome, context, state["language"]),
            }

        key = StepKey("parallel_backtest", iteration, f"variant {index}")
        output: Document = await context.steps.aonce(key, compute, context.record("backtested"))
        return output

    outputs = await asyncio.gather(
        *(backtest(index, variant) for index, variant in enumerate(state["strategy_variants"]))
    )
    results = [result_of(output) for output in outputs]
    return {
        "backtest_results": results,
        "best_variant_index": best(results),
        "backtest_summary": _summary(state, results, context),
        "trials": state["trials"] + len(results),
        "error_log": state["error_log"] + _errors(state, results),
    }


def result_of(output: Document) -> Document:
    """A variant's result: the figures of validation, and those of each segment."""
    segments = output["segments"]
    return {
        "variant_index": output["variant_index"],
        "engine": output["engine"],
        "error": output["error"],
        "note": output["note"],
        "attempts": output["attempts"],
        **segments.get("validation", {}),
        "segments": segments,
    }


def best(results: list[Document]) -> int | None:
    """The variant with the highest Sharpe ratio on validation, the first of equals.

    One without a Sharpe ratio is worse than any; None if none has one.
    """
    rated = [row for row in results if row.get("sharpe_ratio") is not None]
    if not rated:
        return None
    chosen = max(rated, key=lambda row: (row["sharpe_ratio"], -row["variant_index"]))
    return int(chosen["variant_index"])


def _summary(state: WorkflowState, results: list[Document], context: Context) -> str:
    index = best(results)
    values: Document = {
        "ran": sum(not row["error"] for row in results),
        "of": len(results),
    }
    if index is None:
        return context.strategist.explain("summary_none", values, state["language"])
    values |= {
        "best": state["strategy_variants"][index]["name"],
        "sharpe": results[index]["sharpe_ratio"],
        "hold": results[index].get("buy_hold_sharpe"),
    }
    return context.strategist.explain("summary", values, state["language"])


def _note(variant: Document, outcome: Document, context: Context, language: str) -> str:
    """What a person should know of a variant that ran: that it did nothing."""
    train = outcome["segments"].get("train", {})
    if outcome["error"] or train.get("total_trades"):
        return ""
    return context.strategist.explain("no_trades", {"name": variant["name"]}, language)


def _errors(state: WorkflowState, results: list[Document]) -> list[str]:
    """A line for each variant that failed or did nothing."""
    where = f"parallel_backtest {state['current_iteration']}"
    lines = []
    for row in results:
        name = state["strategy_variants"][row["variant_index"]]["name"]
        if row["error"]:
            lines.append(f"{where}: {name}: {row['error']}")
        elif row["note"]:
            lines.append(f"{where}: {row['note']}")
    return lines
