"""What of a strategy can be taken along whole: streamed, row by row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.response import Response

from config.desk.api.serializers import ConflictSerializer
from config.desk.api.views import Strict
from trading.api.views.base import AboutStrategy
from trading.models import Strategy
from trading.services.certificate import find_certificate
from trading.services.exports import (
    experiments_jsonl,
    findings_jsonl,
    trials_csv,
    variants_csv,
)


class OneAnswer(BaseContentNegotiation):
    """There is one form: what a client would rather have does not matter."""

    def select_parser(self, request: Any, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type


class OneForm(Strict):
    """A view whose answer is a file."""

    content_negotiation_class = OneAnswer


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


class CertificateViewSet(AboutStrategy):
    """The document that `manage.py verify_certificate` takes."""

    queryset = Strategy.objects.none()

    @extend_schema(
        responses={
            200: OpenApiTypes.OBJECT,
            409: OpenApiResponse(
                ConflictSerializer,
                description="The development has not ended: there is no certificate yet.",
            ),
        }
    )
    def retrieve(self, request: Any, pk: int) -> Response:
        """The certificate: its `document`, and the SHA-256 of its canonical form."""
        found = self.subject(pk)
        return Response(find_certificate(strategy_id=found.pk, reader=self.person))
