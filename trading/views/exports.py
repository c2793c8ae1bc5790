"""What of a development can be taken away: the report for print, the experiment log."""

from __future__ import annotations

import json
from collections.abc import Iterator

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_GET

from trading.models import Strategy
from trading.presenting.judged import judged
from trading.services.experiments import experiment_log
from trading.services.reading import judged_variants
from trading.views.common import seen_or_404
from trading.views.running import page_context, page_rows


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
def experiments(request: HttpRequest, pk: int) -> StreamingHttpResponse:
    """The experiment log: a JSON object a round, one a line."""
    strategy = seen_or_404(request, pk)
    answer = StreamingHttpResponse(_lines(strategy), content_type="application/x-ndjson")
    answer["Content-Disposition"] = f'attachment; filename="{_name(strategy)}"'
    return answer


def _lines(strategy: Strategy) -> Iterator[str]:
    for entry in experiment_log(strategy):
        yield json.dumps(entry, ensure_ascii=False, allow_nan=False) + "\n"


def _name(strategy: Strategy) -> str:
    """A file name of letters, digits and hyphens, whatever the ticker holds."""
    return f"crivo-{slugify(strategy.ticker) or 'strategy'}-{strategy.pk}-experiments.jsonl"
