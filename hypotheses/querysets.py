"""Reads of hypotheses, named for what they answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from django.db import models
from django.db.models import OuterRef, Subquery

if TYPE_CHECKING:
    from .models import Hypothesis  # noqa: F401  # named in the generic below


class HypothesisQuerySet(models.QuerySet["Hypothesis"]):
    """Hypotheses with what lists and reports need, in a constant number of queries."""

    def with_status(self) -> Self:
        """Each with `current_status`: the decision in force, empty without one."""
        from .models import Decision

        decided = Decision.objects.filter(hypothesis=OuterRef("pk"), current=True)
        return self.annotate(current_status=Subquery(decided.values("after")[:1]))

    def with_history(self) -> Self:
        """Each with everything its report shows."""
        return self.prefetch_related(
            "versions__elements",
            "versions__notes",
            "versions__reviews__scores",
            "versions__reviews__improvements",
            "versions__reviews__vetoes",
            "gaps__events",
            "clarifications",
            "decisions",
        )
