"""What of a strategy can be taken along whole: streamed, row by row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema

from trading.models import Strategy
from trading.services.exports import (
    experiments_jsonl,
    findings_jsonl,
    trials_csv,
    variants_csv,
)

from .base import AboutStrategy
from .files import OneForm

JSONL, CSV = "application/x-ndjson", "text/csv"


class ExportViewSet(AboutStrategy, OneForm):
    """JSON Lines, or CSV in which no cell is a formula."""

    queryset = Strategy.objects.none()

    @extend_schema(responses={(200, JSONL): OpenApiTypes.STR})
    def experiments(self, request: Any, pk: int) -> StreamingHttpResponse:
        """The experiment log, a round a line."""
        return self._file(pk, "experiments.jsonl", JSONL, experiments_jsonl)

    @extend_schema(responses={(200, JSONL): OpenApiTypes.STR})
    def findings(self, request: Any, pk: int) -> StreamingHttpResponse:
        """What research found, a finding a line."""
        return self._file(pk, "findings.jsonl", JSONL, findings_jsonl)

    @extend_schema(responses={(200, CSV): OpenApiTypes.STR})
    def trials(self, request: Any, pk: int) -> StreamingHttpResponse:
        """Every parameter set that was tried."""
        return self._file(pk, "trials.csv", CSV, trials_csv)

    @extend_schema(responses={(200, CSV): OpenApiTypes.STR})
    def variants(self, request: Any, pk: int) -> StreamingHttpResponse:
        """The variants with their figures of train and validation."""
        return self._file(pk, "variants.csv", CSV, variants_csv)

    def _file(self, pk: int, name: str, form: str, lines: Any) -> StreamingHttpResponse:
        rows: Iterator[str] = lines(self.subject(pk))
        answer = StreamingHttpResponse(rows, content_type=f"{form}; charset=utf-8")
        answer["Content-Disposition"] = f'attachment; filename="strategy-{pk}-{name}"'
        return answer
