"""Querysets of runs and of model calls."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypedDict

from django.apps import apps
from django.conf import settings
from django.db import models
from django.db.models import Count, Exists, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce, Now

from config.llm.provider import Spent

if TYPE_CHECKING:
    from .models import LlmCall, Run  # noqa: F401 - they parametrise the classes below


CACHED, UNANSWERED = "cached", "unanswered"
"""The key of a message's data that names its prompt."""


class Usage(TypedDict):
    """The use of a language model: cost in US dollars, time in seconds."""

    llm_calls: int
    tokens_in: int
    tokens_out: int
    cost_usd: Decimal
    seconds: float


class RunQuerySet(models.QuerySet["Run"]):
    def visible_to(self, user: Any) -> RunQuerySet:
        """The runs whose subject a user may see."""
        from config.desk.roles import is_admin

        from . import registry

        if is_admin(user):
            return self
        seen = Q(pk__in=[])
        for kind in registry.all_kinds():
            if kind.visible is not None:
                seen |= Q(kind=kind.name, subject_id__in=kind.visible(user).values("pk"))
        return self.filter(seen)

    def active(self) -> RunQuerySet:
        """Waiting or being worked on."""
        return self.filter(status__in=["queued", "running"])

    def failed_last(self, kind: str, subjects: models.QuerySet[Any]) -> RunQuerySet:
        """The last run of each of some subjects of a kind, where that run failed. Failed runs are
        selected in a subquery of their own, or SQLite would read all rows where most runs end
        alike; whose they are is asked there, from the index, so no run of another is read."""
        newer = self.filter(kind=kind, subject_id=OuterRef("subject_id"), pk__gt=OuterRef("pk"))
        theirs = Exists(subjects.filter(pk=OuterRef("subject_id")))
        failed = self.filter(theirs, kind=kind, status__in=["failed", "dead"])
        return self.filter(~Exists(newer), pk__in=failed.order_by().values("pk"))

    def leased(self) -> RunQuerySet:
        """Being worked on by a process that is alive."""
        return self.filter(status="running", lease_until__gte=Now())

    def on_host(self, host: str) -> RunQuerySet:
        """Held by a worker of a host."""
        return self.filter(worker__startswith=f"{host}:")

    def expired(self) -> RunQuerySet:
        """Running, but the lease has expired, by the database's clock. A lease that ends later
        than any made now dates from before the clock was set back: its holder would have renewed
        it since."""
        latest = Now() + timedelta(seconds=2 * settings.RUN_LEASE_SECONDS)
        late = Q(lease_until__lt=Now()) | Q(lease_until__gt=latest)
        return self.filter(late, status="running")

    def waiting(self, seconds: float) -> RunQuerySet:
        """Queued for longer than `seconds`; or in the future: then the clock was set back."""
        reach = timedelta(seconds=seconds)
        long_ago = Q(queued_at__lt=Now() - reach) | Q(queued_at__gt=Now() + reach)
        return self.filter(long_ago, status="queued")

    def unheard(self, seconds: float) -> RunQuerySet:
        """Queued, and last announced to a worker more than `seconds` ago, or in the future: then
        the clock was set back."""
        reach = timedelta(seconds=seconds)
        long_ago = Q(woken_at__lt=Now() - reach) | Q(woken_at__gt=Now() + reach)
        return self.filter(long_ago, status="queued")

    def with_steps(self) -> RunQuerySet:
        """Each run with `step_count`, the number of its finished steps."""
        return self.annotate(step_count=Count("steps"))

    def with_costs(self) -> RunQuerySet:
        """Each run with its `call_count` and `cost_usd` of model calls."""
        calls = _rows("LlmCall").filter(run=OuterRef("pk")).order_by().values("run")
        return self.annotate(
            call_count=Coalesce(Subquery(calls.annotate(n=Count("pk")).values("n")), 0),
            cost_usd=Coalesce(
                Subquery(calls.annotate(sum=Sum("cost_usd")).values("sum")), Decimal(0)
            ),
        )

    def with_usage(self) -> RunQuerySet:
        """Each run with its use of models: `call_count`, `tokens_in`, `tokens_out` and
        `cost_usd`, the `mended` and `cached` answers, and the `unanswered` questions."""
        calls = _rows("LlmCall").filter(run=OuterRef("pk")).order_by().values("run")
        notes = _rows("Event").filter(run=OuterRef("pk"), kind="message")
        messages = notes.order_by().values("run")

        def total(rows: models.QuerySet[Any, Any], what: Any, zero: Any = 0) -> Coalesce:
            return Coalesce(Subquery(rows.annotate(found=what).values("found")), zero)

        return self.annotate(
            call_count=total(calls, Count("pk")),
            tokens_in=total(calls, Sum("tokens_in")),
            tokens_out=total(calls, Sum("tokens_out")),
            cost_usd=total(calls, Sum("cost_usd"), Decimal(0)),
            mended=total(calls.filter(outcome="ok").exclude(mended=""), Count("pk")),
            cached=total(messages.filter(data__has_key=CACHED), Count("pk")),
            unanswered=total(messages.filter(data__has_key=UNANSWERED), Count("pk")),
        )


class LlmCallQuerySet(models.QuerySet["LlmCall"]):
    def spent(self) -> Spent:
        """What counts toward a budget: a call that is running, or was lost in a crash, counts in
        full."""
        usage = self.usage()
        tokens = usage["tokens_in"] + usage["tokens_out"]
        return Spent(usage["llm_calls"], tokens, usage["cost_usd"])

    def usage(self) -> Usage:
        """The totals, zero where there was no call."""
        sums: dict[str, Any] = self.aggregate(
            llm_calls=Count("id"),
            tokens_in=Sum("tokens_in"),
            tokens_out=Sum("tokens_out"),
            cost_usd=Sum("cost_usd"),
            seconds=Sum("seconds"),
        )
        return Usage(
            llm_calls=sums["llm_calls"],
            tokens_in=sums["tokens_in"] or 0,
            tokens_out=sums["tokens_out"] or 0,
            cost_usd=sums["cost_usd"] or Decimal(0),
            seconds=sums["seconds"] or 0.0,
        )


def _rows(model: str) -> Any:
    """All rows of one of the models of runs, which import this module."""
    return apps.get_model("runs", model)._default_manager
