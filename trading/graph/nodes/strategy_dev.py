"""Design: the variants of one round."""

from __future__ import annotations

from langgraph.runtime import Runtime

from config.runs.port import StepKey
from trading.domain.calculation import judges_as_written
from trading.graph.context import Context, Document
from trading.graph.state import WorkflowState

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
