"""The parts of one strategy: its variants, findings and rounds."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.response import Response

from trading.api.filters import FindingsOfFilter, VariantsOfFilter
from trading.api.serializers.research import FindingSerializer
from trading.api.serializers.strategy import ExperimentSerializer
from trading.api.serializers.variant import VariantSerializer
from trading.models import Finding, Variant
from trading.services.experiments import experiment_log

from .base import AboutStrategy
from .variants import VARIANT_ORDERS


class VariantsOfViewSet(mixins.ListModelMixin, AboutStrategy):
    """The variants of one strategy, round by round."""

    queryset = Variant.objects.none()
    serializer_class = VariantSerializer
    filterset_class = VariantsOfFilter
    ordering_fields = VARIANT_ORDERS

    def get_queryset(self) -> Any:
        rows = Variant.objects.filter(strategy=self.subject(self.kwargs["pk"]))
        return rows.with_verdict().with_figures().defer("spec", "code", "description", "rationale")


class FindingsOfViewSet(mixins.ListModelMixin, AboutStrategy):
    """The findings of one strategy."""

    queryset = Finding.objects.none()
    serializer_class = FindingSerializer
    filterset_class = FindingsOfFilter
    ordering_fields = ["id", "agent", "p_value"]

    def get_queryset(self) -> Any:
        return Finding.objects.filter(strategy=self.subject(self.kwargs["pk"]))


class ExperimentsViewSet(AboutStrategy):
    """The experiment log of one strategy."""

    serializer_class = ExperimentSerializer
    filter_backends: list[Any] = []

    @extend_schema(
        operation_id="strategies_experiments_list", responses=ExperimentSerializer(many=True)
    )
    def list(self, request: Any, pk: int) -> Response:
        """A row a round, in order."""
        rows = list(experiment_log(self.subject(pk)))
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(ExperimentSerializer(page, many=True).data)
