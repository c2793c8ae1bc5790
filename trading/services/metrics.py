"""What is played on prices, for Prometheus."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Count

from config.runs.figures import Metric
from trading.models import Strategy, Trial


def figures() -> Iterator[Metric]:
    """Parameter sets played, whose rate is backtests a second; and how developments ended."""
    played = Trial.objects.order_by().values_list("source").annotate(n=Count("pk"))
    values = [((source,), float(n)) for source, n in played]
    yield Metric("crivo_backtests", "Parameter sets played", values, ["source"], total=True)
    ended = Strategy.objects.exclude(final_status="").order_by()
    counted = ended.values_list("final_status").annotate(n=Count("pk"))
    ends = [((status,), float(n)) for status, n in counted]
    yield Metric("crivo_developments_ended", "Developments by their outcome", ends, ["outcome"])
