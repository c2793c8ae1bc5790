"""The spec editor, and the specs that people keep."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from config.desk.paging import RowPaginator
from config.runs.refusals import REFUSALS, explain
from trading.forms.specs import SpecFilterForm, SpecForm
from trading.list_query import listed_specs, strategies_that_tried
from trading.models import SavedSpec
from trading.presenting.specs import read_spec, spec_lines
from trading.services.specs import archive_spec, restore_spec
from trading.views.spec_editor import editor


@login_required
@require_GET
def specs(request: HttpRequest) -> HttpResponse:
    """The newest version of each spec that the reader may see."""
    form = SpecFilterForm(request.GET)
    told = form.cleaned_data if form.is_valid() else {}
    rows = listed_specs(SavedSpec.objects.visible_to(request.user), told)
    page = RowPaginator(rows if form.is_valid() else rows.none(), settings.PAGE_SIZE).get_page(
        request.GET.get("page")
    )
    tried = strategies_that_tried(request.user, [row.spec_hash for row in page])
    context = {
        "form": form,
        "page": page,
        "lines": spec_lines(page, tried),
        "asked": any(told.values()),
    }
    return render(request, "trading/specs/list.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def new_spec(request: HttpRequest) -> HttpResponse:
    """The editor, with a template, a saved spec or a variant to begin with."""
    return editor(request, None)


@login_required
@require_http_methods(["GET", "POST"])
def spec(request: HttpRequest, pk: int) -> HttpResponse:
    """The editor with a saved spec, its versions and what came of it."""
    rows = SavedSpec.objects.visible_to(request.user).select_related("owner", "variant")
    return editor(request, get_object_or_404(rows, pk=pk))


@login_required
@require_POST
def check_spec(request: HttpRequest) -> HttpResponse:
    """The part beside the text, for the text as it is now."""
    form = SpecForm(request.POST)
    form.full_clean()
    read = read_spec(form.cleaned_data.get("text", request.POST.get("text", "")))
    return render(request, "trading/specs/_check.html", {"read": read})


@login_required
@require_POST
def archive(request: HttpRequest, pk: int) -> HttpResponse:
    """Hide it from the list."""
    return _keep(request, pk, archive_spec, _("archived: it is stored, but not shown in the list"))


@login_required
@require_POST
def restore(request: HttpRequest, pk: int) -> HttpResponse:
    """Show it in the list again."""
    return _keep(request, pk, restore_spec, _("restored"))


def _keep(request: HttpRequest, pk: int, act: Any, said: str) -> HttpResponse:
    get_object_or_404(SavedSpec.objects.visible_to(request.user), pk=pk)
    try:
        act(spec_id=pk, user=request.user)
    except REFUSALS as error:
        messages.error(request, explain(error))
    else:
        messages.success(request, said)
    return redirect("spec", pk)
