"""Backtests: every variant of a round on train and validation, side by side."""

from __future__ import annotations

import asyncio

from langgraph.runtime import Runtime

from config.runs.port import StepKey
from trading.graph.context import Context, Document
from trading.graph.state import WorkflowState


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
