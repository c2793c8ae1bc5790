"""`/variants/`: what was tried, its gates and figures, its script."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db.models import Prefetch
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from config.desk.api.views import ReadOnly, Strict
from trading.api.errors import field_errors
from trading.api.filters import VariantFilterSet
from trading.api.serializers.variant import VariantDetailSerializer, VariantSerializer
from trading.api.throttles import Backtests
from trading.api.views.base import seen_by
from trading.api.views.exports import OneForm
from trading.models import SecondLook, Variant
from trading.presenting.series import series
from trading.services.replay import replay_variant

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
        rows = rows.with_verdict().with_figures()
        if self.action == "list":
            return rows.defer("spec", "code", "description", "rationale")
        looks = SecondLook.objects.select_related("variant", "user", "opening__dataset")
        return rows.prefetch_related(
            "gates",
            "backtests__opening__dataset",
            "findings",
            Prefetch("second_looks", queryset=looks.order_by("pk")),
        )


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
