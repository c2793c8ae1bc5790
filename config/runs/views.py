"""What a person had executed, and what it took."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET

from config.desk.paging import RowPaginator

from . import quotas, registry
from .live_state import lasting
from .models import LlmCall, Run

_DAYS = 30


class RunLine(NamedTuple):
    """A run as the list has it."""

    run: Any
    title: str
    url: str
    took: str


@login_required
@require_GET
def own_runs(request: HttpRequest) -> HttpResponse:
    """The runs that the reader started, the newest first, with their costs and the quota."""
    user: Any = request.user
    mine = Run.objects.filter(created_by=user)
    page = RowPaginator(mine.with_usage().order_by("-pk"), settings.PAGE_SIZE).get_page(
        request.GET.get("page")
    )
    since = timezone.now() - timedelta(days=_DAYS)
    lately = mine.filter(created_at__gte=since)
    context = {
        "page": page,
        "lines": [_line(run) for run in page],
        "days": _DAYS,
        "count": lately.count(),
        "usage": LlmCall.objects.filter(run__in=lately.order_by().values("pk")).usage(),
        "quota": quotas.allowed(user),
        "started": quotas.started_lately().filter(created_by=user).count(),
    }
    return render(request, "runs/list.html", context)


def _line(run: Run) -> RunLine:
    kind = {each.name: each for each in registry.all_kinds()}.get(run.kind)
    ended = run.started_at and run.finished_at
    took = lasting((run.finished_at - run.started_at).total_seconds()) if ended else ""  # type: ignore[operator]
    url = reverse(kind.page, args=[run.subject_id]) if kind and kind.page else ""
    return RunLine(run, str(kind.title) if kind else run.kind, url, took)
