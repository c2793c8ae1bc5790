"""What a request about a hypothesis made."""

from __future__ import annotations

from config.desk.idempotency import Receipt
from config.runs.models import Run
from hypotheses.models import Decision, Preregistration


def of_run(run: Run) -> Receipt:
    """A run was started: it is what to look at next."""
    return Receipt({"hypothesis": run.subject_id, "decision": None, "run": run.pk}, "run")


def of_decision(decision: Decision) -> Receipt:
    """A decision was taken."""
    made = {"hypothesis": decision.hypothesis_id, "decision": decision.pk, "run": None}
    return Receipt(made, "decision")


def of_registration(row: Preregistration) -> Receipt:
    """A hypothesis was frozen."""
    made = {"hypothesis": row.hypothesis_id, "preregistration": row.pk}
    return Receipt(made, "preregistration")
