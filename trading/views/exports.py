"""Downloads of a development and of a variant: reports, script, spec, numbers; and the pages of
variants."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_GET

from config.desk.documents import FORMATS, zipped
from config.desk.lists import RowPaginator
from config.desk.spreadsheets import harmless
from config.runs.errors import REFUSALS, explain
from config.text.validation import as_number
from trading.forms import VariantFilterForm
from trading.list_query import known_order, listed_variants
from trading.models import Strategy, Variant
from trading.presenting.document import (
    OF_ROWS,
    OF_SERIES,
    judged,
    strategy_document,
    strategy_package,
)
from trading.presenting.result import named_marks
from trading.presenting.series import series as as_series
from trading.presenting.trades import COLUMNS, buy_hold_sharpes, variant_rows
from trading.presenting.variant import variant_context
from trading.services.opening_marks import data_marks
from trading.services.page_facts import judged_variants
from trading.services.replay import replay_variant
from trading.services.report import experiments_jsonl
from trading.services.wording import wording
from trading.views.development import (
    back_to,
    page_context,
    page_rows,
    seen_or_404,
    seen_variant,
)


@login_required
@require_GET
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """All that is needed to judge a development on paper."""
    found = seen_or_404(request, pk, page_rows(request))
    context = page_context(request, found)
    variants = judged_variants(found, [line.row for line in context["rounds"]])
    context |= {"judged": judged(variants), "printed_at": timezone.now()}
    return render(request, "trading/report.html", context)


@login_required
@require_GET
def export(request: HttpRequest, pk: int, ending: str) -> HttpResponse:
    """The development as a document, or as a zip with everything needed to play it again."""
    found = seen_or_404(request, pk, page_rows(request))
    if ending not in (*ENDINGS, "zip"):
        raise Http404
    context = page_context(request, found)
    variants = judged(judged_variants(found, [line.row for line in context["rounds"]]))
    document = strategy_document(found, context, variants)
    if ending == "zip":
        try:
            made = zipped(strategy_package(found, document, variants, request.user))
        except REFUSALS as error:
            return back_to(request, pk, explain(error), error=True)
        kind = "application/zip"
    else:
        made, kind = FORMATS[ending].write(document), FORMATS[ending].media_type
    answer = HttpResponse(made, content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{_name(found, ending)}"'
    return answer


ENDINGS = ("md", "docx", "pdf")


@login_required
@require_GET
def experiments(request: HttpRequest, pk: int) -> StreamingHttpResponse:
    """The experiment log: a JSON object a round, one a line."""
    strategy = seen_or_404(request, pk)
    answer = StreamingHttpResponse(experiments_jsonl(strategy), content_type="application/x-ndjson")
    name = _name(strategy, "jsonl", "-experiments")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _name(strategy: Strategy, ending: str, what: str = "") -> str:
    """A file name of letters, digits and hyphens, whatever the ticker holds."""
    return f"crivo-{slugify(strategy.ticker) or 'strategy'}-{strategy.pk}{what}.{ending}"


@login_required
@require_GET
def series(request: HttpRequest, pk: int) -> HttpResponse:
    """The series of the charts: recomputed, bounded, and compared with what was recorded."""
    variant = seen_variant(request, pk)
    try:
        found = as_series(replay_variant(variant=variant), settings.CHART_POINTS)
    except REFUSALS as error:
        return JsonResponse({"variant": pk, "error": explain(error)}, status=409)
    named = {"variant": pk, "name": wording(variant).text, "ticker": variant.strategy.ticker}
    # Without spaces: a third less to send.
    return JsonResponse(named | found, json_dumps_params={"separators": (",", ":")})


@login_required
@require_GET
def script(request: HttpRequest, pk: int) -> HttpResponse:
    """The standalone script for backtesting.py."""
    variant = seen_variant(request, pk)
    return _file(variant.code, "text/x-python", f"{_file_name(variant)}.py")


@login_required
@require_GET
def spec(request: HttpRequest, pk: int) -> HttpResponse:
    """The spec in the form of `manage.py backtest` and the spec editor."""
    variant = seen_variant(request, pk)
    text = json.dumps(variant.spec, indent=2, ensure_ascii=False) + "\n"
    return _file(text, "application/json", f"{_file_name(variant)}.json")


@login_required
@require_GET
def table(request: HttpRequest, pk: int, kind: str) -> HttpResponse | StreamingHttpResponse:
    """One of its tables as CSV: all rows, full precision, no cell a formula."""
    variant = seen_variant(request, pk)
    try:
        if kind in OF_SERIES:
            rows = OF_SERIES[kind](replay_variant(variant=variant))
        elif kind in OF_ROWS:
            rows = iter(list(OF_ROWS[kind](variant)))  # refused before the first line is sent
        else:
            raise Http404
    except REFUSALS as error:
        return HttpResponse(explain(error), status=409, content_type="text/plain; charset=utf-8")
    answer = StreamingHttpResponse(_csv_lines(rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{_file_name(variant)}-{kind}.csv"'
    return answer


def _file(text: str, kind: str, name: str) -> HttpResponse:
    answer = HttpResponse(text, content_type=f"{kind}; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _file_name(variant: Variant) -> str:
    """A file name of plain letters: strategy-2-1-3-moving-average-crossover."""
    number = f"strategy-{variant.strategy_id}-{variant.iteration}-{variant.index + 1}"
    return f"{number}-{slugify(variant.name)[:60]}".rstrip("-")


@login_required
@require_GET
def sheet(request: HttpRequest, pk: int, ending: str) -> HttpResponse:
    """The tear sheet as a picture or as a page to print, against the requested benchmark."""
    variant = seen_variant(request, pk)
    if ending not in SHEETS:
        raise Http404
    against = request.GET.get("against", "")[:80]
    from trading.presenting.sheet_picture import sheet_file  # with it come the makers of PDF

    try:
        made = sheet_file(variant, ending, against)
    except REFUSALS as error:
        text = explain(error)
        return HttpResponse(text, status=409, content_type="text/plain; charset=utf-8")
    answer = HttpResponse(made, content_type=SHEETS[ending])
    answer["Content-Disposition"] = f'attachment; filename="{_file_name(variant)}.{ending}"'
    return answer


SHEETS = {"png": "image/png", "pdf": "application/pdf"}


class _Echo:
    """A file that returns what is written to it."""

    def write(self, line: str) -> str:
        return line


def _csv_lines(rows: Iterable[Iterable[Any]]) -> Iterator[str]:
    writer = csv.writer(_Echo())
    for row in rows:
        yield writer.writerow([harmless(cell) for cell in row])


# The variants of a development, and the page of one.


@login_required
@require_GET
def variants(request: HttpRequest, pk: int) -> HttpResponse:
    """All variants of all rounds, narrowed and sorted as the address says."""
    strategy = seen_or_404(request, pk)
    rounds = strategy.variants.order_by("iteration").values_list("iteration", flat=True).distinct()
    form = VariantFilterForm(request.GET.dict(), rounds)
    values = form.cleaned_data if form.is_valid() else {}
    order = known_order(request.GET.get("order", "number"))
    rows = listed_variants(strategy, values, order, values.get("on") or "validation")
    if not form.is_valid():
        rows = rows.none()
    page = RowPaginator(rows, settings.PAGE_SIZE).get_page(request.GET.get("page"))
    shown = variant_rows(page.object_list, strategy.profile.get("pass_score", 1.0))
    context = {
        "strategy": strategy,
        "marks": data_marks(strategy.dataset) + named_marks(page),
        "form": form,
        "page": page,
        "rows": shown,
        "buy_hold_sharpes": buy_hold_sharpes(shown),
        "columns": COLUMNS,
        "order": order,
        "asked": values.get("iteration") or values.get("passed"),
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
    if (number := as_number(given, 6)) is None:
        raise Http404
    return number
