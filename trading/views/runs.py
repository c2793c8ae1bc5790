"""A development's run: taken up again, or stopped."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from config.runs.models import Run
from config.runs.refusals import REFUSALS, explain
from config.runs.services import cancel_run, retry_run
from trading.services.submit import KIND
from trading.views.common import back_to, seen_or_404


@login_required
@require_POST
def retry(request: HttpRequest, pk: int, run: int) -> HttpResponse:
    """Take a failed run up again."""
    return _act(request, pk, run, retry_run, _("the run is taken up where it stopped"))


@login_required
@require_POST
def cancel(request: HttpRequest, pk: int, run: int) -> HttpResponse:
    """Stop a run."""
    return _act(request, pk, run, cancel_run, _("the run is being stopped"))


def _act(
    request: HttpRequest, pk: int, run: int, service: Callable[..., Run], said: str
) -> HttpResponse:
    seen_or_404(request, pk)
    get_object_or_404(Run, pk=run, kind=KIND, subject_id=pk)
    try:
        service(run_id=run)
    except REFUSALS as error:
        return back_to(request, pk, explain(error), error=True)
    return back_to(request, pk, said)
