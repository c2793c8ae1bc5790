"""Reads of hypotheses, named for what they answer."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any, Self

from django.db import models
from django.db.models import Case, Count, F, OuterRef, Prefetch, Subquery, Sum, Value, When
from django.db.models.functions import Coalesce

from config.desk.roles import is_reviewer

if TYPE_CHECKING:
    from .models import Hypothesis, Review  # noqa: F401  # named in the generics below


UNCONFIRMED = ("suggested", "model")
"""Origins of words that nobody has confirmed yet."""


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
        when it was sent back, how its last run ended: `failed` or `cancelled`. `awaiting` counts
        the last version's unanswered questions, `conditions` what it rests on unconfirmed.
        `state` is the status, but `conditional` where it is approved on conditions, and `waiting`
        where only the author's answers are missing: rejected at the limit, with open questions.
        """
        from config.runs.models import Run

        from .models import Clarification, Decision, Element, Version

        newest = Version.objects.filter(hypothesis=OuterRef("hypothesis")).order_by("-number")
        asks = Clarification.objects.filter(hypothesis=OuterRef("pk"), answered_at=None)
        asks = asks.filter(version=Subquery(newest.values("pk")[:1]))
        last = Version.objects.filter(hypothesis=OuterRef("version__hypothesis"))
        rests = Element.objects.filter(
            version__hypothesis=OuterRef("pk"),
            version=Subquery(last.order_by("-number").values("pk")[:1]),
            origin__in=UNCONFIRMED,
        )
        decision = Decision.objects.filter(hypothesis=OuterRef("pk"), current=True)
        run = Run.objects.filter(kind="refinement", subject_id=OuterRef("pk")).order_by("-pk")
        return self.annotate(
            decided=Subquery(decision.values("after")[:1]),
            source=Subquery(decision.values("source")[:1]),
            run_status=Subquery(run.values("status")[:1]),
            awaiting=_tally(asks, "hypothesis"),
            conditions=_tally(rests, "version__hypothesis"),
            status=Case(
                When(run_status__in=["queued", "running"], then=Value("working")),
                When(decided__in=["approved", "rejected"], then=F("decided")),
                When(run_status="cancelled", then=Value("cancelled")),
                default=Value("failed"),
            ),
            state=Case(
                When(status="approved", conditions__gt=0, then=Value("conditional")),
                When(status="rejected", source="forced", awaiting__gt=0, then=Value("waiting")),
                default=F("status"),
            ),
        )

    def with_decision(self) -> Self:
        """Each with the id of its decision in force, `decision_id`."""
        from .models import Decision

        current = Decision.objects.filter(hypothesis=OuterRef("pk"), current=True)
        return self.annotate(decision_id=Subquery(current.values("pk")[:1]))

    def with_counts(self) -> Self:
        """Each with what it holds and took: versions, open gaps, runs, model calls, cost.

        `decision_id` is the decision in force, `disputes` how many versions the judges see
        differently.
        """
        from config.runs.models import LlmCall, Run

        from .models import Decision, Gap, Review, Version

        own = {"hypothesis": OuterRef("pk")}
        runs = {"kind": "refinement", "subject_id": OuterRef("pk")}
        calls = LlmCall.objects.filter(**{f"run__{name}": value for name, value in runs.items()})
        return self.annotate(
            decision_id=Subquery(Decision.objects.filter(**own, current=True).values("pk")[:1]),
            version_count=_tally(Version.objects.filter(**own), "hypothesis"),
            open_gaps=_tally(
                Gap.objects.filter(**own, state__in=["open", "reopened"]), "hypothesis"
            ),
            disputes=_tally(
                Version.objects.filter(**own, pk__in=Review.objects.disputed()), "hypothesis"
            ),
            run_count=_tally(Run.objects.filter(**runs), "subject_id"),
            call_count=_tally(calls, "run__subject_id"),
            cost_usd=_tally(calls, "run__subject_id", Sum("cost_usd"), Decimal(0)),
        )

    def with_history(self) -> Self:
        """Each with everything its report and its page show."""
        from .models import Decision, Preregistration, Version

        return self.prefetch_related(
            Prefetch("versions", Version.objects.select_related("author")),
            "versions__elements",
            "versions__notes",
            "versions__proposals",
            "versions__reviews__scores",
            "versions__reviews__improvements",
            "versions__reviews__vetoes",
            "gaps__events",
            "clarifications",
            Prefetch("decisions", Decision.objects.select_related("user", "version")),
            Prefetch("preregistrations", Preregistration.objects.select_related("user")),
        )


class ReviewQuerySet(models.QuerySet["Review"]):
    """Verdicts of judges."""

    def disputed(self) -> models.QuerySet[Any, Any]:
        """The versions (their ids) on which judges differ that were asked for alike."""
        groups = self.order_by().values("version", "forced")
        differing = groups.annotate(verdicts=Count("status", distinct=True)).filter(verdicts__gt=1)
        return differing.values("version")


def _tally(rows: models.QuerySet[Any], by: str, what: Any = None, none: Any = 0) -> Coalesce:
    """A figure of the rows that belong to the outer one; a subquery, so that none multiplies."""
    grouped = rows.order_by().values(by).annotate(figure=what or Count("pk"))
    return Coalesce(Subquery(grouped.values("figure")), none)
