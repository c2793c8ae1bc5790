"""How a hypothesis stands now, in a few words: for whoever came too late."""

from __future__ import annotations

from typing import Any

from django.db.models import Max

from hypotheses.models import Hypothesis


def state_of(*, hypothesis_id: int) -> dict[str, Any]:
    """Its status, the decision in force, and the number of its last version."""
    rows = Hypothesis.objects.with_status().annotate(version=Max("versions__number"))
    hypothesis: Any = rows.get(pk=hypothesis_id)  # with its annotations
    decision = hypothesis.decisions.filter(current=True).first()
    return {
        "hypothesis": hypothesis.pk,
        "status": hypothesis.status,
        "version": hypothesis.version,
        "decision": decision
        and {"id": decision.pk, "source": decision.source, "after": decision.after},
    }
