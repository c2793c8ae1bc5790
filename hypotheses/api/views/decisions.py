"""Decisions on hypotheses, and their pre-registrations."""

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
from hypotheses.api.errors import field_errors
from hypotheses.api.filters import DecisionFilter, PreregistrationFilter
from hypotheses.api.receipts import of_decision, of_registration, of_run
from hypotheses.api.serializers.bodies import OutcomeSerializer, PreregisterSerializer
from hypotheses.api.serializers.history import DecisionSerializer
from hypotheses.api.serializers.receipt import ReceiptSerializer, RegisteredSerializer
from hypotheses.api.serializers.registration import (
    PreregistrationDetailSerializer,
    PreregistrationSerializer,
    VerificationSerializer,
)
from hypotheses.models import Decision, Preregistration
from hypotheses.services.preregister import preregister
from hypotheses.services.review import one_more_round, override_decision
from hypotheses.services.verification import verify_preregistration

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


class PreregistrationViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, AboutHypothesis):
    """Pre-registrations, the newest first. None is ever changed: another amends it."""

    queryset = Preregistration.objects.none()
    serializer_class = PreregistrationSerializer
    filterset_class = PreregistrationFilter
    ordering_fields = ["created_at", "id"]

    def get_queryset(self) -> Any:
        rows = Preregistration.objects.filter(hypothesis__in=seen_by(self.person))
        return rows.select_related("version", "user", "hypothesis").order_by("-id")

    @extend_schema(responses=PreregistrationDetailSerializer)
    def retrieve(self, request: Any, pk: int) -> Response:
        """What was frozen, under the OSF's headings too, and what deviates from it by now."""
        context = self.get_serializer_context()
        return Response(PreregistrationDetailSerializer(self.get_object(), context=context).data)

    @extend_schema(
        parameters=[KEY_PARAMETER],
        request=PreregisterSerializer,
        responses={201: RegisteredSerializer},
    )
    def create(self, request: Any) -> Response:
        """Freeze an approved hypothesis of one's own; after the first time, amend it."""
        said = checked(PreregisterSerializer, request)
        subject = self.subject(said.pop("hypothesis"))

        def freeze() -> Receipt:
            with field_errors("plan"):
                return of_registration(preregister(hypothesis_id=subject, user=self.person, **said))

        return created(request, freeze)

    @extend_schema(responses=VerificationSerializer)
    def verify(self, request: Any, pk: int) -> Response:
        """Recompute the hash from what is stored, and compare with the rows it was frozen from."""
        found = verify_preregistration(preregistration_id=self.get_object().pk)
        return Response(VerificationSerializer(found.as_json()).data)
