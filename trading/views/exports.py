"""What of a development can be taken away: the report for print, the experiment log."""

from __future__ import annotations

import json
from collections.abc import Iterator

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_GET

from config.desk.documents import FORMATS, zipped
from config.runs.refusals import REFUSALS, explain
from trading.models import Strategy
from trading.presenting.document import judged, strategy_document
from trading.presenting.package import strategy_package
from trading.services.experiments import experiment_log
from trading.services.reading import judged_variants
from trading.views.common import back_to, seen_or_404
from trading.views.development import page_context, page_rows


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
    """The development as a document, or with all that it takes to play it again as a zip."""
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
    answer = StreamingHttpResponse(_lines(strategy), content_type="application/x-ndjson")
    name = _name(strategy, "jsonl", "-experiments")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _lines(strategy: Strategy) -> Iterator[str]:
    for entry in experiment_log(strategy):
        yield json.dumps(entry, ensure_ascii=False, allow_nan=False) + "\n"


def _name(strategy: Strategy, ending: str, what: str = "") -> str:
    """A file name of letters, digits and hyphens, whatever the ticker holds."""
    return f"crivo-{slugify(strategy.ticker) or 'strategy'}-{strategy.pk}{what}.{ending}"
