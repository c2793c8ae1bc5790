"""Reads of hypotheses, named for what they answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from django.db import models
from django.db.models import Case, F, OuterRef, Subquery, Value, When

from config.desk.roles import is_reviewer

if TYPE_CHECKING:
    from .models import Hypothesis  # noqa: F401  # named in the generic below


class HypothesisQuerySet(models.QuerySet["Hypothesis"]):
    """Hypotheses with what lists and reports need, in a constant number of queries."""

    def visible_to(self, user: Any) -> Self:
        """What a person may see: their own; for a reviewer or an admin all; else nothing."""
        if is_reviewer(user):
            return self
        return self.filter(owner=user) if user.is_authenticated else self.none()

    def kept(self) -> Self:
        """Those that are not archived."""
        return self.filter(archived_at=None)

    def with_status(self) -> Self:
        """Each with its `decided` outcome and its `source`, and with one `status` of it all.

        The status is `working` while a run is at work; then the decision in force; without one, or
        when it was sent back, how its last run ended: `failed` or `cancelled`.
        """
        from config.runs.models import Run

        from .models import Decision

        decision = Decision.objects.filter(hypothesis=OuterRef("pk"), current=True)
        run = Run.objects.filter(kind="refinement", subject_id=OuterRef("pk")).order_by("-pk")
        return self.annotate(
            decided=Subquery(decision.values("after")[:1]),
            source=Subquery(decision.values("source")[:1]),
            run_status=Subquery(run.values("status")[:1]),
            status=Case(
                When(run_status__in=["queued", "running"], then=Value("working")),
                When(decided__in=["approved", "rejected"], then=F("decided")),
                When(run_status="cancelled", then=Value("cancelled")),
                default=Value("failed"),
            ),
        )

    def with_history(self) -> Self:
        """Each with everything its report shows."""
        return self.prefetch_related(
            "versions__author",
            "versions__elements",
            "versions__notes",
            "versions__reviews__scores",
            "versions__reviews__improvements",
            "versions__reviews__vetoes",
            "gaps__events",
            "clarifications",
            "decisions__user",
            "decisions__version",
        )
