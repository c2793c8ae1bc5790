"""How `manage.py decide` decides on a hypothesis."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from config.runs.decision_subjects import Subject, TypedDecision
from config.runs.models import Run
from hypotheses.management.console import as_text
from hypotheses.services.report import hypothesis_report
from hypotheses.services.review import one_more_round, override_decision

_OUTCOMES = {"approve": "approved", "reject": "rejected"}


def decide(asked: TypedDecision) -> Run | None:
    """Approve or reject, or the run of one more round."""
    who: dict[str, Any] = {
        "hypothesis_id": asked.number,
        "user": asked.user,
        "actor": asked.actor,
    }
    if asked.outcome == "again":
        return one_more_round(guidance=asked.reason, wake=False, **who)
    override_decision(outcome=_OUTCOMES[asked.outcome], reason=asked.reason, **who)
    return None


def report(number: int) -> dict[str, Any]:
    return hypothesis_report(hypothesis_id=number)


HYPOTHESIS = Subject(
    kind="hypothesis",
    title=_("hypothesis"),
    outcomes={
        "approve": _("approve it; open gaps are waived"),
        "reject": _("reject it"),
        "again": _("one more round, with the reason as guidance"),
    },
    decide=decide,
    report=report,
    as_text=as_text,
    plain=True,
)
