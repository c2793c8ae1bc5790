"""`/variants/`: what was tried, its gates and figures, its script."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.db.models import Prefetch
from django.http import HttpResponse, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.response import Response

from config.desk.api.serializers import ConflictSerializer
from config.desk.api.views import ReadOnly, Strict
from trading.api.filters import VariantFilterSet
from trading.api.serializers.strategy import VariantDetailSerializer, VariantSerializer
from trading.api.views.base import AboutStrategy, Backtests, field_errors, seen_by
from trading.models import SecondLook, Strategy, Variant
from trading.presenting.series import series
from trading.querysets import LARGE_OF_STRATEGY
from trading.services.certificate import find_certificate
from trading.services.replay import replay_variant
from trading.services.report import experiments_jsonl, findings_jsonl, trials_csv, variants_csv

VARIANT_ORDERS = ["id", "iteration", "complexity", "gate_score", "sharpe_ratio", "max_drawdown"]


class VariantViewSet(ReadOnly):
    """Variants, the newest first."""

    queryset = Variant.objects.none()
    serializer_class = VariantSerializer
    filterset_class = VariantFilterSet
    ordering_fields = VARIANT_ORDERS

    def get_serializer_class(self) -> Any:
        return VariantSerializer if self.action == "list" else VariantDetailSerializer

    def get_queryset(self) -> Any:
        rows = Variant.objects.filter(strategy__in=seen_by(self.person)).order_by("-id")
        rows = rows.with_verdict().with_figures().select_related("strategy")
        if self.action == "list":
            return rows.defer("spec", "code", "description", "rationale", *LARGE_OF_STRATEGY)
        looks = SecondLook.objects.select_related("variant", "user", "opening__dataset")
        return rows.prefetch_related(
            "gates",
            "backtests__opening__dataset",
            "findings",
            Prefetch("second_looks", queryset=looks.order_by("pk")),
        )


# What of a strategy can be taken along whole: streamed, row by row.


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


class ScriptViewSet(OneForm):
    """The script of a variant: runs anywhere with backtesting.py."""

    queryset = Variant.objects.none()

    def get_queryset(self) -> Any:
        return Variant.objects.filter(strategy__in=seen_by(self.person))

    @extend_schema(responses={(200, "text/x-python"): OpenApiTypes.STR})
    def retrieve(self, request: Any, pk: int) -> HttpResponse:
        """The variant as a script of its own, for backtesting.py; Python text."""
        code = self.get_object().code
        return HttpResponse(code, content_type="text/x-python; charset=utf-8")


class SeriesViewSet(Strict):
    """The series of a variant, recomputed: prices, equity, drawdown, buying and holding, trades."""

    queryset = Variant.objects.none()

    def get_throttles(self) -> list[Any]:
        return [*super().get_throttles(), Backtests()]

    def get_queryset(self) -> Any:
        rows = Variant.objects.filter(strategy__in=seen_by(self.person))
        return rows.select_related("strategy__dataset")

    @extend_schema(responses={200: OpenApiTypes.OBJECT})
    def retrieve(self, request: Any, pk: int) -> Response:
        """What its page draws, thinned to so many points; the holdout only where it was opened."""
        variant = self.get_object()
        with field_errors():
            found = series(replay_variant(variant=variant), settings.CHART_POINTS)
        return Response({"variant": variant.pk, **found})
