"""What runs took of language models, told to programs."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from config.llm.usage import Budget, Spent

from . import providers
from .models import Run


def usage_of(runs: Sequence[Run]) -> dict[str, Any]:
    """The totals of runs read `with_usage`, the newest last; of that one what it may still take.

    `seconds` are those in which the runs worked. A budget is a run's own.
    """
    spent = [spent_by(run) for run in runs]
    tokens_in, tokens_out = (_sum(runs, name) for name in ("tokens_in", "tokens_out"))
    return {
        "llm_calls": sum(each.calls for each in spent),
        "tokens": tokens_in + tokens_out,
        "tokens_in": tokens_in,
        "tokens_out": tokens_out,
        "cost_usd": float(sum((each.cost for each in spent), Decimal(0))),
        "seconds": round(sum(_seconds(run) for run in runs), 3),
        "cached": _sum(runs, "cached"),
        "unanswered": _sum(runs, "unanswered"),
        "budget": _left(providers.budget(), spent[-1] if spent else Spent()),
    }


def spent_by(run: Any) -> Spent:
    """What counts toward the budget of a run read `with_usage`."""
    return Spent(run.call_count, run.tokens_in + run.tokens_out, run.cost_usd)


def _sum(runs: Sequence[Any], name: str) -> int:
    return sum(getattr(run, name) for run in runs)


def _seconds(run: Run) -> float:
    if run.finished_at is None or run.started_at is None:
        return 0.0
    return (run.finished_at - run.started_at).total_seconds()


def _left(budget: Budget, spent: Spent) -> dict[str, Any]:
    left = budget.left(spent)
    return {
        "max_calls": budget.max_calls,
        "max_tokens": budget.max_tokens,
        "max_cost_usd": float(budget.max_cost_usd),
        "calls_left": left.calls,
        "tokens_left": left.tokens,
        "cost_usd_left": float(left.cost),
    }
