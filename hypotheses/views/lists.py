"""The list of hypotheses."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from config.desk.paging import RowPaginator
from hypotheses.forms import HypothesisFilterForm
from hypotheses.list_query import ORDERS, listed
from hypotheses.views.common import visible


@login_required
@require_GET
def hypotheses(request: HttpRequest) -> HttpResponse:
    """All that the reader may see, narrowed and sorted as the address says."""
    form = HypothesisFilterForm(request.GET)
    told = form.cleaned_data if form.is_valid() else {}
    order = request.GET.get("order", "new")
    rows = listed(visible(request), told, order if order in ORDERS else "new")
    if not form.is_valid():
        rows = rows.none()
    page = RowPaginator(rows, settings.PAGE_SIZE).get_page(request.GET.get("page"))
    asked = {name for name, value in told.items() if value}
    context = {"form": form, "page": page, "order": order, "asked": asked}
    return render(request, "hypotheses/list.html", context)
