"""The runs that a person started, and the retry and cancel buttons of a subject's page."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_POST

from config.desk.lists import RowPaginator
from config.runs import registry, services
from config.runs.errors import REFUSALS, explain
from config.runs.live_state import lasting
from config.runs.models import LlmCall, Run
from config.runs.services import cancel_run, retry_run

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
        "quota": services.allowed(user),
        "started": services.started_lately().filter(created_by=user).count(),
    }
    return render(request, "runs/list.html", context)


def _line(run: Run) -> RunLine:
    kind = {each.name: each for each in registry.all_kinds()}.get(run.kind)
    ended = run.started_at and run.finished_at
    took = lasting((run.finished_at - run.started_at).total_seconds()) if ended else ""  # type: ignore[operator]
    url = reverse(kind.page, args=[run.subject_id]) if kind and kind.page else ""
    return RunLine(run, str(kind.title) if kind else run.kind, url, took)


# Retry and cancel on the page of a run's subject.

View = Callable[..., HttpResponse]


def run_views(*, kind: str, visible: Callable[[HttpRequest], Any], page: str) -> tuple[View, View]:
    """The views that retry and cancel a run of one kind, and redirect to its subject's page.

    They answer 404 for a subject that the reader may not see, and for a run that is not the
    subject's.
    """

    def view(act: Callable[..., Run], done: Any) -> View:
        @login_required
        @require_POST
        def act_on_run(request: HttpRequest, pk: int, run: int) -> HttpResponse:
            get_object_or_404(visible(request), pk=pk)
            get_object_or_404(Run, pk=run, kind=kind, subject_id=pk)
            try:
                act(run_id=run)
            except REFUSALS as error:
                messages.error(request, explain(error))
            else:
                messages.success(request, str(done))
            return redirect(page, pk)

        return act_on_run

    retry = view(retry_run, _("the run is taken up where it stopped"))
    return retry, view(cancel_run, _("the run is being stopped"))
