"""The variants of a development, and the page of one."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from config.desk.paging import RowPaginator
from trading.forms.filters import VariantFilterForm
from trading.list_query import known_order, listed_variants
from trading.models import Variant
from trading.presenting.looks import named_marks
from trading.presenting.trades import COLUMNS, variant_rows
from trading.presenting.variant import variant_context
from trading.views.common import seen_or_404


def seen_variant(request: HttpRequest, pk: int) -> Variant:
    """The variant with all that its page shows, if the reader may see it; else 404."""
    rows = Variant.objects.visible_to(request.user).select_related("strategy__dataset", "parent")
    found: Variant = get_object_or_404(
        rows.prefetch_related("backtests", "gates", "findings"), pk=pk
    )
    return found


@login_required
@require_GET
def variants(request: HttpRequest, pk: int) -> HttpResponse:
    """All variants of all rounds, narrowed and sorted as the address says."""
    strategy = seen_or_404(request, pk)
    rounds = strategy.variants.order_by("iteration").values_list("iteration", flat=True).distinct()
    form = VariantFilterForm(request.GET.dict(), rounds)
    told = form.cleaned_data if form.is_valid() else {}
    order = known_order(request.GET.get("order", "number"))
    rows = listed_variants(strategy, told, order, told.get("on") or "validation")
    if not form.is_valid():
        rows = rows.none()
    page = RowPaginator(rows, settings.PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "strategy": strategy,
        "marks": named_marks(page),
        "form": form,
        "page": page,
        "rows": variant_rows(page.object_list, strategy.profile.get("pass_score", 1.0)),
        "columns": COLUMNS,
        "order": order,
        "asked": told.get("iteration") or told.get("passed"),
    }
    return render(request, "trading/variants/list.html", context)


@login_required
@require_GET
def variant(request: HttpRequest, pk: int) -> HttpResponse:
    """A variant: its rules, gates, figures, charts, code and lineage."""
    found = seen_variant(request, pk)
    axes = tuple(request.GET.get(name, "")[:80] for name in ("x", "y"))
    against = request.GET.get("against", "")[:80]
    context = variant_context(found, axes, _page_number(request), against)
    return render(request, "trading/variants/detail.html", context)


def _page_number(request: HttpRequest) -> int:
    given = request.GET.get("trades", "1")
    if not (given.isascii() and given.isdigit() and len(given) < 7):
        raise Http404
    return int(given)
