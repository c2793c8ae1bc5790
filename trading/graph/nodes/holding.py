"""The end of a development that has something to show: the sealed holdout."""

from __future__ import annotations

from trading.domain.final import Outcome, outcome
from trading.graph import figures, judging
from trading.graph.context import Context, Document
from trading.graph.state import WorkflowState
from trading.graph.wording import sentence


async def hold(state: WorkflowState, context: Context, score: float, best: int) -> Document:
    """Open the holdout for the best passing variant: it holds and is the end, or it is the end."""
    variant = state["strategy_variants"][best]
    holdout = await context.holdout.open(variant, state["current_iteration"])
    found, holdout = _judged(state, context, best, holdout)
    values = {
        "name": variant["name"],
        "ticker": state["ticker"],
        "sharpe": state["backtest_results"][best].get("sharpe_ratio"),
        "hold": state["backtest_results"][best].get("buy_hold_sharpe"),
        "holdout": holdout["metrics"].get("sharpe_ratio"),
        "holdout_hold": holdout["metrics"].get("buy_hold_sharpe"),
        "drawdown": _depth(holdout["metrics"].get("max_drawdown")),
        "psr": holdout["psr"],
        "combined_p": holdout.get("combined_p"),
        "tries": figures.tries(state),
        "error": context.profile.final_error,
        "earlier": holdout["openings_before"],
        "trials": state["trials"],
    }
    say = context.strategist.explain
    code = _code(found, context)
    failed = None if found == "holds" else _failure(state, context, values, code)
    return judging.closed(
        state,
        now=context.clock(),
        action="SUCCESS" if found == "holds" else "ABANDON",
        status="SUCCESS" if found == "holds" else "ABANDONED",
        best=best,
        score=score,
        analysis=failed,
    ) | {
        "holdout": holdout,
        "decision_reasoning": say(code, values, state["language"]),
        "decision_sentences": [sentence(code, values)],
        "final_strategy": variant if found == "holds" else None,
        "final_message": say(f"final_{code}", values, state["language"]),
        "final_sentences": [sentence(f"final_{code}", values)],
    }


def _judged(
    state: WorkflowState, context: Context, best: int, holdout: Document
) -> tuple[Outcome, Document]:
    """The verdict on the sealed bars, and what is known of them with what it rests on."""
    told = holdout["metrics"] | {"psr": holdout["psr"]}
    error = context.profile.final_error
    if error:
        holdout = holdout | {"combined_p": figures.final_p(state, best, holdout)}
        told["combined_p"] = holdout["combined_p"]
    before = holdout["openings_before"]
    found = outcome(told, final_error=error, openings_before=before)
    return found, holdout | {"holds": found == "holds"}


def _code(found: Outcome, context: Context) -> str:
    """The sentence of a verdict: of the sealed bars alone, or of all bars in one test."""
    if not context.profile.final_error:
        return "holds" if found == "holds" else "holdout_failed"
    return {"holds": "holds_together", "failed": "failed_together", "spent": "spent"}[found]


def _depth(drawdown: float | None) -> float | None:
    """How far equity fell, above zero."""
    return None if drawdown is None else abs(drawdown)


def _failure(state: WorkflowState, context: Context, values: Document, code: str) -> Document:
    """A second look would make the holdout one more validation set: nothing is left to try."""
    return {
        "failure_class": "FUNDAMENTAL_IMPOSSIBILITY",
        "cause": "holdout_failed",
        "values": values,
        "actions": ["stop"],
        "times": 1,
        "recommendation": "ABANDON",
        "root_cause": context.strategist.explain(code, values, state["language"]),
        "specific_actions": [context.strategist.explain("action_stop", values, state["language"])],
        "statistical_assessment": {"trials": state["trials"]},
    }
