"""Archive, restore, erase."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from config.desk.roles import is_admin
from config.runs.refusals import REFUSALS, explain
from hypotheses.services.archive import (
    archive_hypothesis,
    erase_hypothesis,
    restore_hypothesis,
)
from hypotheses.views.common import back_to, seen_or_404


@login_required
@require_POST
def archive(request: HttpRequest, pk: int) -> HttpResponse:
    """Hide it; all is kept."""
    return _keep(request, pk, archive_hypothesis, _("archived: stored, but not in the lists"))


@login_required
@require_POST
def restore(request: HttpRequest, pk: int) -> HttpResponse:
    """Show it in the lists again."""
    return _keep(request, pk, restore_hypothesis, _("restored"))


@login_required
@require_http_methods(["GET", "POST"])
def erase(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask, then remove words and persons for good."""
    hypothesis = seen_or_404(request, pk)
    if request.method == "GET":
        if not is_admin(request.user):
            return back_to(request, pk, _("only an admin erases a hypothesis"), error=True)
        return render(request, "hypotheses/erase.html", {"hypothesis": hypothesis})
    return _keep(request, pk, erase_hypothesis, _("erased: its words and persons are gone"))


def _keep(request: HttpRequest, pk: int, service: Any, said: str) -> HttpResponse:
    seen_or_404(request, pk)
    try:
        service(hypothesis_id=pk, user=request.user)
    except REFUSALS as error:
        return back_to(request, pk, explain(error), error=True)
    if service is archive_hypothesis:
        back_to(request, pk, said)
        return redirect("hypotheses")
    return back_to(request, pk, said)
