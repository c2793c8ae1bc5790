"""What a person does with a run on its subject's page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from .models import Run
from .refusals import REFUSALS, explain
from .services import cancel_run, retry_run

View = Callable[..., HttpResponse]


def run_views(*, kind: str, visible: Callable[[HttpRequest], Any], page: str) -> tuple[View, View]:
    """The views that retry and that cancel a run of one kind, and lead back to its subject's page.

    They answer 404 for a subject that the reader may not see, and for a run that is not its own.
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
