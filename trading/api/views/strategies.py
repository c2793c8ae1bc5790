"""`/strategies/`: start developments, look at them, their variants, findings and experiments."""

from __future__ import annotations

from typing import Any

from django.db.models import OuterRef, Subquery
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.response import Response

from config.desk.api.creation import KEY_PARAMETER, created
from config.desk.api.serializers import checked
from config.desk.idempotency import Receipt
from config.runs.api.serializers import EstimateSerializer
from config.runs.estimates import NOTHING
from hypotheses.models import Hypothesis
from trading.api.errors import field_errors, missing_is_of
from trading.api.filters import FindingsOfFilter, StrategyFilter, VariantsOfFilter
from trading.api.receipts import of_run
from trading.api.serializers.bodies import StartSerializer
from trading.api.serializers.research import FindingSerializer
from trading.api.serializers.strategy import (
    ExperimentSerializer,
    StrategyDetailSerializer,
    StrategySerializer,
)
from trading.api.serializers.submissions import StrategyReceiptSerializer
from trading.api.serializers.variant import VariantSerializer
from trading.api.views.base import AboutStrategy
from trading.api.views.variants import VARIANT_ORDERS
from trading.domain.limits import Limits
from trading.models import Decision, Finding, SavedSpec, Strategy, Variant
from trading.services.estimate import estimate_development, limits_of
from trading.services.experiments import experiment_log
from trading.services.fork import fork_development
from trading.services.report import strategy_report
from trading.services.submit import start_development


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


class StrategyViewSet(mixins.ListModelMixin, AboutStrategy):
    """Developments and what became of them, the newest first."""

    queryset = Strategy.objects.none()
    serializer_class = StrategySerializer
    filterset_class = StrategyFilter
    ordering_fields = ["created_at", "id", "status", "ticker", "trial_count"]

    def get_queryset(self) -> Any:
        rows = Strategy.objects.visible_to(self.person).with_status().with_counts()
        if self.action == "list":
            return rows.select_related("owner").defer("state", "profile", "constraints")
        current = Decision.objects.filter(strategy=OuterRef("pk"), current=True)
        return rows.select_related("owner").annotate(decision=Subquery(current.values("pk")[:1]))

    @extend_schema(
        parameters=[KEY_PARAMETER],
        request=StartSerializer,
        responses={202: StrategyReceiptSerializer},
    )
    def create(self, request: Any) -> Response:
        """Start a development, or fork one; follow the run whose address is answered."""
        asked = self._asked(checked(StartSerializer, request))

        def start() -> Receipt:
            with (
                field_errors("starting_spec", dates="constraints.start"),
                missing_is_of("memory"),
            ):
                if "strategy_id" in asked:
                    return of_run(fork_development(**asked, user=self.person).run)
                return of_run(start_development(**asked, user=self.person).run)

        return created(request, start)

    @extend_schema(request=StartSerializer, responses={200: EstimateSerializer})
    def estimate(self, request: Any) -> Response:
        """What a development would take of language models; nothing is started.

        What is said of it is as for starting one. Without a model it takes nothing.
        """
        asked = self._asked(checked(StartSerializer, request))
        limits = asked.get("limits", {})
        with field_errors():
            if first := asked.pop("strategy_id", None):
                row = self.subject(first)
                ticker, limits = row.ticker, Limits(**(limits_of(row)._asdict() | limits))
            else:
                ticker = asked["ticker"]
            told = estimate_development(ticker=ticker, limits=limits) or NOTHING
        return Response(EstimateSerializer(told.as_dict()).data)

    @extend_schema(responses=StrategyDetailSerializer)
    def retrieve(self, request: Any, pk: int) -> Response:
        """A strategy with what was asked and the report of its development."""
        row = self.get_object()
        row.report = strategy_report(strategy_id=row.pk, reader=self.person)
        context = self.get_serializer_context()
        return Response(StrategyDetailSerializer(row, context=context).data)

    def _asked(self, told: dict[str, Any]) -> dict[str, Any]:
        """The arguments of the service. Raises Http404 for what the reader may not see."""
        limits = {**told.pop("limits", {})}
        if "seed" in told:
            limits["seed"] = told.pop("seed")
        if saved := told.pop("saved_spec", None):
            rows = SavedSpec.objects.visible_to(self.person)
            told["starting_spec"] = get_object_or_404(rows, pk=saved).spec
        if asked := told.get("hypothesis"):
            get_object_or_404(Hypothesis.objects.visible_to(self.person), pk=asked)
        if fork := told.pop("fork_of", None):
            return {**told, "strategy_id": self.subject(fork).pk, "limits": limits}
        return {**told, "limits": Limits(**limits)}
