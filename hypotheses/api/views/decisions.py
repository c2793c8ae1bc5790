"""`/decisions/`: the verdicts, and a reviewer's own."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response

from config.desk.api.creation import KEY_PARAMETER, created
from config.desk.api.permissions import ReviewersAdd
from config.desk.api.serializers import checked
from config.desk.idempotency import Receipt
from hypotheses.api.filters import DecisionFilter
from hypotheses.api.receipts import of_decision, of_run
from hypotheses.api.serializers.bodies import OutcomeSerializer
from hypotheses.api.serializers.history import DecisionSerializer
from hypotheses.api.serializers.receipt import ReceiptSerializer
from hypotheses.models import Decision
from hypotheses.services.review import one_more_round, override_decision

from .base import AboutHypothesis, seen_by


class DecisionViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, AboutHypothesis):
    """Decisions, the newest first. None is ever changed: a new one takes its place."""

    queryset = Decision.objects.none()
    serializer_class = DecisionSerializer
    permission_classes = [IsAuthenticated, ReviewersAdd]
    filterset_class = DecisionFilter
    ordering_fields = ["created_at", "id"]

    def get_queryset(self) -> Any:
        rows = Decision.objects.filter(hypothesis__in=seen_by(self.person))
        return rows.select_related("version", "user").order_by("-id")

    @extend_schema(
        parameters=[KEY_PARAMETER],
        request=OutcomeSerializer,
        responses={201: ReceiptSerializer, 202: ReceiptSerializer},
    )
    def create(self, request: Any) -> Response:
        """Approve or reject (201), or send back for one more round (202)."""
        said = checked(OutcomeSerializer, request)
        subject = self.subject(said.pop("hypothesis"))
        return created(request, lambda: _decide(self.person, subject, **said))


def _decide(
    user: Any, hypothesis_id: int, outcome: str, reason: str, expected: int | None = None
) -> Receipt:
    if outcome == Decision.Outcome.AGAIN:
        run = one_more_round(
            hypothesis_id=hypothesis_id, guidance=reason, user=user, expected=expected
        )
        return of_run(run)
    decision = override_decision(
        hypothesis_id=hypothesis_id, outcome=outcome, reason=reason, user=user, expected=expected
    )
    return of_decision(decision)
