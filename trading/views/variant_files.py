"""What can be taken along of a variant: its script, its spec, its numbers."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.utils.text import slugify
from django.views.decorators.http import require_GET

from config.desk.spreadsheets import harmless
from config.runs.refusals import REFUSALS, explain
from trading.models import Variant
from trading.presenting.series import series as as_series
from trading.presenting.sheet_picture import sheet_file
from trading.presenting.tables import OF_ROWS, OF_SERIES
from trading.services.replay import replay_variant
from trading.services.wording import wording
from trading.views.variants import seen_variant


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
    """The script that runs anywhere with backtesting.py."""
    variant = seen_variant(request, pk)
    return _file(variant.code, "text/x-python", f"{_name(variant)}.py")


@login_required
@require_GET
def spec(request: HttpRequest, pk: int) -> HttpResponse:
    """The spec as `manage.py backtest` and the spec editor take it."""
    variant = seen_variant(request, pk)
    text = json.dumps(variant.spec, indent=2, ensure_ascii=False) + "\n"
    return _file(text, "application/json", f"{_name(variant)}.json")


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
    answer = StreamingHttpResponse(_lines(rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{_name(variant)}-{kind}.csv"'
    return answer


def _file(text: str, kind: str, name: str) -> HttpResponse:
    answer = HttpResponse(text, content_type=f"{kind}; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _name(variant: Variant) -> str:
    """A file name of plain letters: strategy-2-1-3-moving-average-crossover."""
    number = f"strategy-{variant.strategy_id}-{variant.iteration}-{variant.index + 1}"
    return f"{number}-{slugify(variant.name)[:60]}".rstrip("-")


@login_required
@require_GET
def sheet(request: HttpRequest, pk: int, ending: str) -> HttpResponse:
    """The tear sheet as a picture or as a page to print, against the benchmark asked for."""
    variant = seen_variant(request, pk)
    if ending not in SHEETS:
        raise Http404
    against = request.GET.get("against", "")[:80]
    try:
        made = sheet_file(variant, ending, against)
    except REFUSALS as error:
        text = explain(error)
        return HttpResponse(text, status=409, content_type="text/plain; charset=utf-8")
    answer = HttpResponse(made, content_type=SHEETS[ending])
    answer["Content-Disposition"] = f'attachment; filename="{_name(variant)}.{ending}"'
    return answer


SHEETS = {"png": "image/png", "pdf": "application/pdf"}


class _Echo:
    """A file that gives back what is written to it."""

    def write(self, line: str) -> str:
        return line


def _lines(rows: Iterable[Iterable[Any]]) -> Iterator[str]:
    writer = csv.writer(_Echo())
    for row in rows:
        yield writer.writerow([harmless(cell) for cell in row])
