"""The end of a development that has something to show: the sealed holdout."""

from __future__ import annotations

from trading.graph import judging
from trading.graph.context import Context, Document
from trading.graph.state import WorkflowState


async def hold(state: WorkflowState, context: Context, score: float, best: int) -> Document:
    """Open the holdout for the best passing variant: it holds and is the end, or it is the end."""
    variant = state["strategy_variants"][best]
    holdout = await context.holdout.open(variant, state["current_iteration"])
    holds = bool(holdout["holds"])
    values = {
        "name": variant["name"],
        "ticker": state["ticker"],
        "sharpe": state["backtest_results"][best].get("sharpe_ratio"),
        "hold": state["backtest_results"][best].get("buy_hold_sharpe"),
        "holdout": holdout["metrics"].get("sharpe_ratio"),
        "holdout_hold": holdout["metrics"].get("buy_hold_sharpe"),
        "psr": holdout["psr"],
        "earlier": holdout["openings_before"],
        "trials": state["trials"],
    }
    say = context.strategist.explain
    code = "holds" if holds else "holdout_failed"
    failed = None if holds else _holdout_failure(state, context, values)
    return judging.closed(
        state,
        now=context.clock(),
        action="SUCCESS" if holds else "ABANDON",
        status="SUCCESS" if holds else "ABANDONED",
        best=best,
        score=score,
        analysis=failed,
    ) | {
        "holdout": holdout,
        "decision_reasoning": say(code, values, state["language"]),
        "final_strategy": variant if holds else None,
        "final_message": say(f"final_{code}", values, state["language"]),
    }


def _holdout_failure(state: WorkflowState, context: Context, values: Document) -> Document:
    """A second look would make the holdout one more validation set: nothing is left to try."""
    return {
        "failure_class": "FUNDAMENTAL_IMPOSSIBILITY",
        "cause": "holdout_failed",
        "values": values,
        "actions": ["stop"],
        "times": 1,
        "recommendation": "ABANDON",
        "root_cause": context.strategist.explain("holdout_failed", values, state["language"]),
        "specific_actions": [context.strategist.explain("action_stop", values, state["language"])],
        "statistical_assessment": {"trials": state["trials"]},
    }
