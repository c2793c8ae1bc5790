"""Datasets: the list, and one history with all that is known of it before its holdout."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST

from config.desk.lists import RowPaginator
from config.desk.roles import is_reviewer
from trading.forms.filters import DatasetFilterForm
from trading.list_query import (
    listed_auxiliary,
    listed_datasets,
    older_datasets,
    with_auxiliary_use,
)
from trading.market.clock import moment
from trading.models import AuxiliaryDataset, Dataset, HoldoutOpening, Strategy, Upload
from trading.presenting.datasets import Versions, csv_blocks, openings, series, summary
from trading.querysets import StrategyQuerySet
from trading.services.submit import KIND
from trading.storage import find_dataset, in_words, known_tickers, look

SHOWN = 20  # strategies, openings and versions of one page
AUXILIARY_SHOWN = 100


@login_required
@require_GET
def datasets(request: HttpRequest) -> HttpResponse:
    """Every ticker's newest prices, older versions folded; what accompanies them below."""
    form = DatasetFilterForm(request.GET)
    words = form.cleaned_data["q"] if form.is_valid() else ""
    page = RowPaginator(listed_datasets(words), settings.PAGE_SIZE).get_page(
        request.GET.get("page")
    )
    before = older_datasets(page.object_list)
    auxiliary = listed_auxiliary(words)
    context = {
        "form": form,
        "words": words,
        "page": page,
        "rows": [Versions(row, before.get(row.ticker, [])) for row in page],
        "bundled": [t for t in _not_stored() if words.strip().upper() in t],
        "auxiliary": auxiliary[:AUXILIARY_SHOWN],
        "auxiliary_count": auxiliary.count(),
        "uploads": Upload.objects.filter(owner=_reader(request)).defer("content"),
    }
    return render(request, "trading/data/list.html", context)


@login_required
@require_GET
def dataset(request: HttpRequest, pk: int) -> HttpResponse:
    """One version: its segments, warnings, openings, prices before the holdout, and its use."""
    row = get_object_or_404(Dataset.objects.select_related("created_by"), pk=pk)
    visible = look(row)
    seen = Strategy.objects.visible_to(request.user)
    versions = Dataset.objects.of(row.ticker)
    context = {
        "dataset": row,
        "visible": visible,
        "warnings": [in_words(caution) for caution in visible.cautions],
        "openings": _openings(request, row, visible.sealed),
        "periods": summary(visible.frame)[::-1],
        "versions": versions[:SHOWN],
        "newest": versions.first(),
        **_use(seen.filter(dataset=row), row.strategies.count()),
        "auxiliary": with_auxiliary_use(AuxiliaryDataset.objects.of(row.ticker).newest()),
    }
    return render(request, "trading/data/dataset.html", context)


@login_required
@require_GET
def prices(request: HttpRequest, pk: int) -> JsonResponse:
    """The candles of the chart: no bar of the holdout, only where it lies."""
    answer = JsonResponse(series(look(get_object_or_404(Dataset, pk=pk))))
    # A version never changes; what may be seen of it is the same for every reader.
    answer["Cache-Control"] = "private, max-age=3600"
    return answer


@login_required
@require_GET
def prices_csv(request: HttpRequest, pk: int) -> StreamingHttpResponse:
    """The bars before the holdout as a file."""
    row = get_object_or_404(Dataset, pk=pk)
    blocks = csv_blocks(look(row))
    answer = StreamingHttpResponse(blocks, content_type="text/csv; charset=utf-8")
    safe = "".join(sign if sign.isalnum() or sign in "-_" else "_" for sign in row.ticker)
    name = f"{safe}-v{row.version}-before-holdout.csv"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@login_required
@require_POST
def install(request: HttpRequest) -> HttpResponse:
    """Store a bundled ticker's prices, and show them."""
    ticker = request.POST.get("ticker", "")
    if ticker not in known_tickers():
        return redirect("datasets")
    return redirect("dataset", find_dataset(ticker).pk)


@login_required
@require_GET
def auxiliary(request: HttpRequest, pk: int) -> HttpResponse:
    """One version of what accompanies a ticker: its origin and extent."""
    rows = with_auxiliary_use(AuxiliaryDataset.objects.select_related("created_by"))
    row: Any = get_object_or_404(rows, pk=pk)
    own = AuxiliaryDataset.objects.of(row.ticker).filter(kind=row.kind).defer("content")
    seen = Strategy.objects.visible_to(request.user).filter(auxiliary=row)
    context = {
        "dataset": row,
        "versions": own[:SHOWN],
        "prices": Dataset.objects.of(row.ticker).first(),
        **_use(seen, row.strategy_count),
    }
    return render(request, "trading/data/auxiliary.html", context)


def _use(seen: StrategyQuerySet, count: int) -> dict[str, Any]:
    """The strategies on a dataset that the reader may see, and how many there are of others."""
    own = seen.count()
    return {
        "strategies": seen.order_by("-pk")[:SHOWN],
        "own_count": own,
        "strategy_count": count,
        "other_count": count - own,
    }


def _openings(request: HttpRequest, row: Dataset, sealed: Any) -> dict[str, Any]:
    """Every look at bars of this holdout, by whatever version of the ticker."""
    first, last = (moment(time) for time in (sealed.first, sealed.last))
    known = HoldoutOpening.objects.overlapping(
        sha256=row.sha256, ticker=row.ticker, first=first, last=last
    )
    rows = list(known.select_related("run", "user", "dataset")[:SHOWN])
    runs = {one.run.pk: one.run.subject_id for one in rows if one.run and one.run.kind == KIND}
    seen = Strategy.objects.visible_to(request.user).in_bulk(runs.values())
    strategies = {run: seen[subject] for run, subject in runs.items() if subject in seen}
    lines = openings(rows, row, strategies, request.user, sees_all=is_reviewer(request.user))
    return {"lines": lines, "count": known.count()}


def _not_stored() -> list[str]:
    """Bundled tickers that nobody asked for yet."""
    stored = set(Dataset.objects.order_by().values_list("ticker", flat=True).distinct())
    return [ticker for ticker in known_tickers() if ticker not in stored]


def _reader(request: HttpRequest) -> Any:
    return request.user
