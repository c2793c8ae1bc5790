"""The list of strategies."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from config.desk.paging import RowPaginator
from trading.forms.filters import StrategyFilterForm
from trading.listing import STRATEGY_ORDERS, listed_strategies
from trading.views.common import visible


@login_required
@require_GET
def strategies(request: HttpRequest) -> HttpResponse:
    """All that the reader may see, narrowed and sorted as the address says."""
    form = StrategyFilterForm(request.GET)
    told = form.cleaned_data if form.is_valid() else {}
    order = request.GET.get("order", "new")
    rows = listed_strategies(visible(request), told, order if order in STRATEGY_ORDERS else "new")
    if not form.is_valid():
        rows = rows.none()
    page = RowPaginator(rows, settings.PAGE_SIZE).get_page(request.GET.get("page"))
    asked = {name for name, value in told.items() if value}
    context = {"form": form, "page": page, "order": order, "asked": asked}
    return render(request, "trading/list.html", context)
