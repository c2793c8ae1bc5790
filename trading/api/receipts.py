"""What a request about a strategy, a spec or data made."""

from __future__ import annotations

from config.desk.idempotency import Receipt
from config.runs.models import Run
from trading.models import Dataset, Decision, SavedSpec, SpecBacktest
from trading.storage import Stored, StoredRows


def of_run(run: Run) -> Receipt:
    """A run was started: it is what to look at next."""
    return Receipt({"strategy": run.subject_id, "decision": None, "run": run.pk}, "run")


def of_decision(decision: Decision) -> Receipt:
    """A decision was taken."""
    made = {"strategy": decision.strategy_id, "decision": decision.pk, "run": None}
    return Receipt(made, "strategy-decision")


def of_backtest(row: SpecBacktest) -> Receipt:
    """A spec was played."""
    return Receipt({"backtest": row.pk}, "backtest")


def of_spec(row: SavedSpec) -> Receipt:
    """A spec was kept."""
    return Receipt({"spec": row.pk}, "spec")


def of_data(stored: Stored | StoredRows) -> Receipt:
    """A file was imported."""
    prices = isinstance(stored.dataset, Dataset)
    return Receipt({"dataset": stored.dataset.pk}, "dataset" if prices else "auxiliary-dataset")
