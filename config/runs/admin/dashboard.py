"""Runs on the admin's first page."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Q
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

from config.desk import dashboard
from config.desk.admin.columns import BAD, CALM
from config.desk.admin.links import change_url, list_url
from config.runs.models import LlmCall, Run
from config.runs.querysets import RunQuerySet

_DAY = timedelta(days=1)
_SHOWN = 5  # failed runs by name
_ACTIVE, _FAILED = ["queued", "running"], ["failed", "dead"]


def runs_panel(user: Any) -> dashboard.DashboardPanel:
    """Runs at work and those of the last day, what they cost, and the latest failures."""
    since = timezone.now() - _DAY
    runs = Run.objects.visible_to(user)
    failed = runs.filter(status__in=_FAILED, finished_at__gte=since).order_by("-pk")[:_SHOWN]
    return dashboard.DashboardPanel(
        _("Runs of the last 24 hours"),
        [*_worked(runs, since), *_spent(since)],
        [(str(run), change_url(run), run.error) for run in failed],
        _("Failed lately"),
    )


def _worked(runs: RunQuerySet, since: datetime) -> list[dashboard.DashboardFigure]:
    lately = Q(finished_at__gte=since)
    counts = runs.aggregate(
        active=Count("pk", filter=Q(status__in=_ACTIVE)),
        done=Count("pk", filter=lately & Q(status="done")),
        failed=Count("pk", filter=lately & Q(status__in=_FAILED)),
    )
    return [
        dashboard.DashboardFigure(_("queued or running"), counts["active"], _list(_ACTIVE), CALM),
        dashboard.DashboardFigure(_("done"), counts["done"], _list(["done"])),
        dashboard.DashboardFigure(_("failed or dead"), counts["failed"], _list(_FAILED), BAD),
    ]


def _spent(since: datetime) -> list[dashboard.DashboardFigure]:
    usage = LlmCall.objects.filter(created_at__gte=since).usage()
    url = list_url(LlmCall)
    return [
        dashboard.DashboardFigure(_("model calls"), usage["llm_calls"], url),
        dashboard.DashboardFigure(
            _("cost (USD)"), number_format(round(usage["cost_usd"], 2), 2), url
        ),
    ]


def _list(statuses: list[str]) -> str:
    return list_url(Run, status__exact=statuses)


dashboard.register(runs_panel)
