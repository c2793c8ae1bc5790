"""`/backtests/`: play a spec by itself; each is on record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.response import Response

from config.desk.api.creation import KEY_PARAMETER, created_after
from config.desk.api.serializers import checked
from config.desk.api.views import Strict
from config.desk.idempotency import Receipt
from trading.api.errors import field_errors
from trading.api.kept_filters import SpecBacktestFilter
from trading.api.receipts import of_backtest
from trading.api.serializers.bodies import PlaySerializer
from trading.api.serializers.receipts import BacktestReceiptSerializer
from trading.api.serializers.specs import SpecBacktestDetailSerializer, SpecBacktestSerializer
from trading.api.throttles import Backtests
from trading.models import SpecBacktest
from trading.services.plays import prepare_play, record_play


class SpecBacktestViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, Strict):
    """Backtests of specs outside of developments, the newest first."""

    queryset = SpecBacktest.objects.none()
    serializer_class = SpecBacktestSerializer
    filterset_class = SpecBacktestFilter
    ordering_fields = ["created_at", "id"]

    def get_throttles(self) -> list[Any]:
        plays = [Backtests()] if self.action == "create" else []
        return [*super().get_throttles(), *plays]

    def get_serializer_class(self) -> Any:
        return SpecBacktestSerializer if self.action == "list" else SpecBacktestDetailSerializer

    def get_queryset(self) -> Any:
        rows = SpecBacktest.objects.visible_to(self.person)
        if self.action == "list":
            return rows.select_related("dataset", "owner").defer("trades", "spec")
        return rows.select_related("dataset", "owner", "opening__dataset")

    @extend_schema(
        parameters=[KEY_PARAMETER],
        request=PlaySerializer,
        responses={201: BacktestReceiptSerializer},
    )
    def create(self, request: Any) -> Response:
        """Play a spec on train, validation, or both. What takes longer than one waits is refused.

        `include_holdout` plays all bars: for reviewers, with a reason, on record before it is done.
        """
        asked = checked(PlaySerializer, request)

        def play(occasion: str) -> Callable[[], Receipt]:
            with field_errors("spec"):
                played = prepare_play(**asked, user=self.person, occasion=occasion)
            return lambda: of_backtest(record_play(played=played, user=self.person))

        return created_after(request, play)
