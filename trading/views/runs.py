"""A development's run: taken up again, or stopped."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from config.runs.actions import refused
from config.runs.models import Run
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
    request: HttpRequest, pk: int, run: int, act: Callable[..., Run], said: str
) -> HttpResponse:
    seen_or_404(request, pk)
    why = refused(act, kind=KIND, subject_id=pk, run_id=run)
    return back_to(request, pk, why or said, error=bool(why))
