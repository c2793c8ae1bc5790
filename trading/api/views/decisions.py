"""Decisions on strategies, and second looks at their sealed holdouts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response

from config.desk.api.authentication import ReviewersAdd
from config.desk.api.creation import KEY_PARAMETER, Receipt, created, created_after
from config.desk.api.serializers import checked
from config.desk.api.views import ReadOnly
from trading.api.filters import StrategyDecisionFilter
from trading.api.serializers.bodies import DecideSerializer
from trading.api.serializers.strategy import (
    LookBody,
    LookReceiptSerializer,
    SecondLookSerializer,
    StrategyDecisionSerializer,
)
from trading.api.serializers.submissions import StrategyReceiptSerializer
from trading.api.views.base import (
    AboutStrategy,
    Backtests,
    field_errors,
    missing_is_of,
    of_decision,
    of_run,
    seen_by,
)
from trading.models import Decision, SecondLook
from trading.services.decide import abandon_strategy, accept_variant, extend_limits, send_back
from trading.services.second_look import prepare_look, record_look

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
        said = checked(LookBody, request)

        def look(occasion: str) -> Callable[[], Receipt]:
            with field_errors(), missing_is_of("variant"):
                looked = prepare_look(
                    variant_id=said["variant"],
                    reason=said["reason"],
                    expected=said.get("expected"),
                    strategy_id=subject,
                    user=self.person,
                    occasion=occasion,
                )
            return lambda: Receipt({"look": record_look(looked).pk}, "look")

        return created_after(request, look)


class StrategyDecisionViewSet(ReadOnly):
    """Decisions on strategies, the newest first. None is ever changed."""

    queryset = Decision.objects.none()
    serializer_class = StrategyDecisionSerializer
    filterset_class = StrategyDecisionFilter
    ordering_fields = ["created_at", "id"]

    def get_queryset(self) -> Any:
        rows = Decision.objects.filter(strategy__in=seen_by(self.person))
        return rows.select_related("user").order_by("-id")


class DecisionsOfViewSet(mixins.ListModelMixin, AboutStrategy):
    """The decisions on one strategy."""

    queryset = Decision.objects.none()
    serializer_class = StrategyDecisionSerializer
    permission_classes = [IsAuthenticated, ReviewersAdd]

    def get_queryset(self) -> Any:
        rows = Decision.objects.filter(strategy=self.subject(self.kwargs["pk"]))
        return rows.select_related("user").order_by("-id")

    @extend_schema(
        parameters=[KEY_PARAMETER],
        request=DecideSerializer,
        responses={201: StrategyReceiptSerializer, 202: StrategyReceiptSerializer},
    )
    def create(self, request: Any, pk: int) -> Response:
        """Accept a variant or abandon (201); send back or give more room (202)."""
        subject = self.subject(pk).pk
        said = checked(DecideSerializer, request)

        def decide() -> Receipt:
            with field_errors(), missing_is_of("variant"):
                return _decide(self.person, subject, **said)

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
