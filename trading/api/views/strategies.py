"""`/strategies/`: start developments, look at them and what belongs to them, decide on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import OuterRef, Subquery
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response

from config.desk.api.authentication import ReviewersAdd
from config.desk.api.creation import KEY_PARAMETER, Receipt, created, created_after
from config.desk.api.serializers import checked
from config.desk.api.views import ReadOnly
from config.runs.api import EstimateSerializer
from config.runs.model_usage import NOTHING
from hypotheses.models import Hypothesis
from trading.api.filters import (
    FindingFilter,
    FindingsOfFilter,
    LessonFilter,
    StrategyDecisionFilter,
    StrategyFilter,
    VariantsOfFilter,
)
from trading.api.serializers.strategy import (
    ExperimentSerializer,
    FindingSerializer,
    LessonSerializer,
    LookBody,
    LookReceiptSerializer,
    SecondLookSerializer,
    StrategyDecisionSerializer,
    StrategyDetailSerializer,
    StrategySerializer,
    VariantSerializer,
)
from trading.api.serializers.submissions import (
    DecideSerializer,
    RewordSerializer,
    StartSerializer,
    StrategyReceiptSerializer,
)
from trading.api.views.base import (
    AboutStrategy,
    Backtests,
    field_errors,
    missing_is_of,
    of_decision,
    of_run,
    seen_by,
)
from trading.api.views.variants import VARIANT_ORDERS
from trading.domain.limits import Limits
from trading.models import (
    Finding,
    Lesson,
    SavedSpec,
    SecondLook,
    Strategy,
    StrategyDecision,
    Variant,
)
from trading.querysets import LARGE_OF_STRATEGY
from trading.services.decide import (
    abandon_strategy,
    accept_variant,
    extend_limits,
    fork_development,
    send_back,
)
from trading.services.estimate import estimate_development, limits_of
from trading.services.lessons import (
    edit_lesson,
    pin_lesson,
    restore_lesson,
    retire_lesson,
    unpin_lesson,
)
from trading.services.report import experiments_said, strategy_report
from trading.services.second_look import prepare_look, record_look
from trading.services.submit import start_development


def _worded(rows: Any) -> Any:
    """Rows with what it takes to say them in the reader's language."""
    return rows.select_related("strategy").defer(*LARGE_OF_STRATEGY)


class VariantsOfViewSet(mixins.ListModelMixin, AboutStrategy):
    """The variants of one strategy, round by round."""

    queryset = Variant.objects.none()
    serializer_class = VariantSerializer
    filterset_class = VariantsOfFilter
    ordering_fields = VARIANT_ORDERS

    def get_queryset(self) -> Any:
        rows = Variant.objects.filter(strategy=self.subject(self.kwargs["pk"]))
        rows = rows.with_verdict().with_figures().select_related("strategy")
        return rows.defer("spec", "code", "description", "rationale", *LARGE_OF_STRATEGY)


class FindingsOfViewSet(mixins.ListModelMixin, AboutStrategy):
    """The findings of one strategy."""

    queryset = Finding.objects.none()
    serializer_class = FindingSerializer
    filterset_class = FindingsOfFilter
    ordering_fields = ["id", "agent", "p_value"]

    def get_queryset(self) -> Any:
        return _worded(Finding.objects.filter(strategy=self.subject(self.kwargs["pk"])))


class ExperimentsViewSet(AboutStrategy):
    """The experiment log of one strategy."""

    serializer_class = ExperimentSerializer
    filter_backends: list[Any] = []

    @extend_schema(
        operation_id="strategies_experiments_list", responses=ExperimentSerializer(many=True)
    )
    def list(self, request: Any, pk: int) -> Response:
        """A row a round, in order."""
        rows = list(experiments_said(self.subject(pk)))
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
        current = StrategyDecision.objects.filter(strategy=OuterRef("pk"), current=True)
        return rows.select_related("owner").annotate(decision=Subquery(current.values("pk")[:1]))

    @extend_schema(
        parameters=[KEY_PARAMETER],
        request=StartSerializer,
        responses={202: StrategyReceiptSerializer},
    )
    def create(self, request: Any) -> Response:
        """Start a development, or fork one; follow the run whose address is answered."""
        body = self._arguments(checked(StartSerializer, request))

        def start() -> Receipt:
            with (
                field_errors("starting_spec", dates="constraints.start"),
                missing_is_of("memory"),
            ):
                if "strategy_id" in body:
                    return of_run(fork_development(**body, user=self.person).run)
                return of_run(start_development(**body, user=self.person).run)

        return created(request, start)

    @extend_schema(request=StartSerializer, responses={200: EstimateSerializer})
    def estimate(self, request: Any) -> Response:
        """What a development would take of language models; nothing is started.

        What is said of it is as for starting one. Without a model it takes nothing.
        """
        body = self._arguments(checked(StartSerializer, request))
        limits = body.get("limits", {})
        with field_errors():
            if first := body.pop("strategy_id", None):
                row = self.subject(first)
                ticker, limits = row.ticker, Limits(**(limits_of(row)._asdict() | limits))
            else:
                ticker = body["ticker"]
            estimated = estimate_development(ticker=ticker, limits=limits) or NOTHING
        return Response(EstimateSerializer(estimated.as_dict()).data)

    @extend_schema(responses=StrategyDetailSerializer)
    def retrieve(self, request: Any, pk: int) -> Response:
        """A strategy with what was asked and the report of its development."""
        row = self.get_object()
        row.report = strategy_report(strategy_id=row.pk, reader=self.person)
        context = self.get_serializer_context()
        return Response(StrategyDetailSerializer(row, context=context).data)

    def _arguments(self, values: dict[str, Any]) -> dict[str, Any]:
        """The arguments of the service. Raises Http404 for what the reader may not see."""
        limits = {**values.pop("limits", {})}
        if "seed" in values:
            limits["seed"] = values.pop("seed")
        if saved := values.pop("saved_spec", None):
            rows = SavedSpec.objects.visible_to(self.person)
            values["starting_spec"] = get_object_or_404(rows, pk=saved).spec
        if hypothesis_pk := values.get("hypothesis"):
            get_object_or_404(Hypothesis.objects.visible_to(self.person), pk=hypothesis_pk)
        if fork := values.pop("fork_of", None):
            return {**values, "strategy_id": self.subject(fork).pk, "limits": limits}
        return {**values, "limits": Limits(**limits)}


# `/findings/` and `/lessons/`: what was found, and what was learnt.


class FindingViewSet(ReadOnly):
    """Findings of all strategies one may see, the newest first."""

    queryset = Finding.objects.none()
    serializer_class = FindingSerializer
    filterset_class = FindingFilter
    ordering_fields = ["id", "agent", "p_value"]

    def get_queryset(self) -> Any:
        rows = Finding.objects.filter(strategy__in=seen_by(self.person))
        return _worded(rows).order_by("-id")


class LessonViewSet(ReadOnly):
    """Lessons of the strategies one may see, the newest first; reviewers curate them."""

    queryset = Lesson.objects.none()
    serializer_class = LessonSerializer
    filterset_class = LessonFilter
    ordering_fields = ["created_at", "id"]

    def get_queryset(self) -> Any:
        return Lesson.objects.visible_to(self.person).with_wording().order_by("-id")

    def current_state(self) -> dict[str, Any]:
        """How the lesson stands, for whoever came too late."""
        row = Lesson.objects.get(pk=self.kwargs["pk"])
        retired, archived = (at is not None for at in (row.retired_at, row.archived_at))
        return {"lesson": row.pk, "pinned": row.pinned, "retired": retired, "archived": archived}

    @extend_schema(request=RewordSerializer, responses=LessonSerializer)
    def partial_update(self, request: Any, pk: int) -> Response:
        """Say a lesson in other words; what it said before is kept."""
        lesson = self.get_object().pk
        body = checked(RewordSerializer, request)
        with field_errors("text"):
            edit_lesson(lesson_id=lesson, user=self.person, **body)
        return self._current_response()

    @extend_schema(request=None, responses=LessonSerializer)
    def pin(self, request: Any, pk: int) -> Response:
        """Have it recalled by every later development."""
        return self._act(pin_lesson)

    @extend_schema(request=None, responses=LessonSerializer)
    def unpin(self, request: Any, pk: int) -> Response:
        """Have it recalled only where it fits."""
        return self._act(unpin_lesson)

    @extend_schema(request=None, responses=LessonSerializer)
    def retire(self, request: Any, pk: int) -> Response:
        """Have it recalled no more."""
        return self._act(retire_lesson)

    @extend_schema(request=None, responses=LessonSerializer)
    def restore(self, request: Any, pk: int) -> Response:
        """Have a retired or archived lesson recalled again."""
        return self._act(restore_lesson)

    def _act(self, act: Any) -> Response:
        act(lesson_id=self.get_object().pk, user=self.person)
        return self._current_response()

    def _current_response(self) -> Response:
        return Response(self.get_serializer(self.get_object()).data)


_NAMED = ("variant", "user", "opening__dataset")


class SecondLookViewSet(ReadOnly):
    """Second looks, the newest first. None is ever changed."""

    queryset = SecondLook.objects.none()
    serializer_class = SecondLookSerializer
    ordering_fields = ["created_at", "id"]

    def get_queryset(self) -> Any:
        rows = SecondLook.objects.filter(variant__strategy__in=seen_by(self.person))
        return rows.select_related(*_NAMED).order_by("-id")


class LooksOfViewSet(mixins.ListModelMixin, AboutStrategy):
    """The second looks at one strategy's variants."""

    queryset = SecondLook.objects.none()
    serializer_class = SecondLookSerializer
    permission_classes = [IsAuthenticated, ReviewersAdd]

    def get_throttles(self) -> list[Any]:
        plays = [Backtests()] if self.action == "create" else []
        return [*super().get_throttles(), *plays]

    def get_queryset(self) -> Any:
        rows = SecondLook.objects.filter(variant__strategy=self.subject(self.kwargs["pk"]))
        return rows.select_related(*_NAMED).order_by("-id")

    @extend_schema(
        parameters=[KEY_PARAMETER], request=LookBody, responses={201: LookReceiptSerializer}
    )
    def create(self, request: Any, pk: int) -> Response:
        """Open the sealed bars again for a variant of a development that has ended.

        The opening and the reason are on record before the bars are read; the verdict stays.
        """
        subject = self.subject(pk).pk
        body = checked(LookBody, request)

        def look(occasion: str) -> Callable[[], Receipt]:
            with field_errors(), missing_is_of("variant"):
                looked = prepare_look(
                    variant_id=body["variant"],
                    reason=body["reason"],
                    expected=body.get("expected"),
                    strategy_id=subject,
                    user=self.person,
                    occasion=occasion,
                )
            return lambda: Receipt({"look": record_look(looked).pk}, "look")

        return created_after(request, look)


class StrategyDecisionViewSet(ReadOnly):
    """Decisions on strategies, the newest first. None is ever changed."""

    queryset = StrategyDecision.objects.none()
    serializer_class = StrategyDecisionSerializer
    filterset_class = StrategyDecisionFilter
    ordering_fields = ["created_at", "id"]

    def get_queryset(self) -> Any:
        rows = StrategyDecision.objects.filter(strategy__in=seen_by(self.person))
        return _worded(rows).select_related("user").order_by("-id")


class DecisionsOfViewSet(mixins.ListModelMixin, AboutStrategy):
    """The decisions on one strategy."""

    queryset = StrategyDecision.objects.none()
    serializer_class = StrategyDecisionSerializer
    permission_classes = [IsAuthenticated, ReviewersAdd]

    def get_queryset(self) -> Any:
        rows = StrategyDecision.objects.filter(strategy=self.subject(self.kwargs["pk"]))
        return _worded(rows).select_related("user").order_by("-id")

    @extend_schema(
        parameters=[KEY_PARAMETER],
        request=DecideSerializer,
        responses={201: StrategyReceiptSerializer, 202: StrategyReceiptSerializer},
    )
    def create(self, request: Any, pk: int) -> Response:
        """Accept a variant or abandon (201); send back or give more room (202)."""
        subject = self.subject(pk).pk
        body = checked(DecideSerializer, request)

        def decide() -> Receipt:
            with field_errors(), missing_is_of("variant"):
                return _decide(self.person, subject, **body)

        return created(request, decide)


def _decide(
    user: Any,
    strategy_id: int,
    outcome: str,
    reason: str,
    variant: int = 0,
    limits: Any = None,
    expected: int | None = None,
) -> Receipt:
    common = {"strategy_id": strategy_id, "user": user, "expected": expected}
    if outcome == "again":
        return of_run(send_back(guidance=reason, **common))
    if outcome == "extend":
        return of_run(extend_limits(limits=limits, reason=reason, **common))
    if outcome == "accept":
        return of_decision(accept_variant(variant_id=variant, reason=reason, **common))
    return of_decision(abandon_strategy(reason=reason, **common))
