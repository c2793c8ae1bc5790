"""The history of one hypothesis, and what starts a further round: another wording, answers."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response

from config.desk.api.authentication import ReviewersAdd
from config.desk.api.creation import KEY_PARAMETER, Receipt, created
from config.desk.api.serializers import checked
from config.desk.api.views import ReadOnly
from hypotheses.api.filters import (
    ClarificationFilter,
    DecisionFilter,
    GapFilter,
    PreregistrationFilter,
    ReviewFilter,
    VersionFilter,
)
from hypotheses.api.serializers.history import (
    ClarificationSerializer,
    DecisionSerializer,
    GapSerializer,
    PreregistrationDetailSerializer,
    PreregistrationSerializer,
    ReviewSerializer,
    VerificationSerializer,
    VersionSerializer,
)
from hypotheses.api.serializers.hypothesis import (
    AnswersSerializer,
    OutcomeSerializer,
    PreregisterSerializer,
    ReceiptSerializer,
    RegisteredSerializer,
    WordingSerializer,
)
from hypotheses.api.views.hypotheses import (
    AboutHypothesis,
    field_errors,
    of_decision,
    of_registration,
    of_run,
    seen_by,
)
from hypotheses.models import Clarification, Decision, Gap, Preregistration, Review, Version
from hypotheses.services.answers import answer_clarifications, edit_question
from hypotheses.services.preregister import preregister, verify_preregistration
from hypotheses.services.review import one_more_round, override_decision


class HypothesisVersionsViewSet(mixins.ListModelMixin, AboutHypothesis):
    """The versions of one hypothesis."""

    queryset = Version.objects.none()
    serializer_class = VersionSerializer

    def get_queryset(self) -> Any:
        subject = self.subject(self.kwargs["pk"])
        rows = Version.objects.filter(hypothesis=subject).select_related("author")
        return rows.prefetch_related("elements", "proposals", "notes").order_by("number")

    @extend_schema(
        parameters=[KEY_PARAMETER], request=WordingSerializer, responses={202: ReceiptSerializer}
    )
    def create(self, request: Any, pk: int) -> Response:
        """A version in one's own words, assessed as it stands by the run that is answered."""
        subject = self.subject(pk)
        words = checked(WordingSerializer, request)

        def edit() -> Receipt:
            with field_errors("question"):
                return of_run(edit_question(hypothesis_id=subject, user=self.person, **words))

        return created(request, edit)


class AnswersViewSet(AboutHypothesis):
    """The author's answers to what the last version leaves open."""

    serializer_class = AnswersSerializer

    @extend_schema(
        parameters=[KEY_PARAMETER], request=AnswersSerializer, responses={202: ReceiptSerializer}
    )
    def create(self, request: Any, pk: int) -> Response:
        """Answer, confirm or drop what was assumed; a further round starts from it."""
        subject = self.subject(pk)
        body = checked(AnswersSerializer, request)

        def answer() -> Receipt:
            run = answer_clarifications(hypothesis_id=subject, user=self.person, **body)
            return of_run(run)

        return created(request, answer)


class VersionViewSet(ReadOnly):
    """Versions, by hypothesis."""

    queryset = Version.objects.none()
    serializer_class = VersionSerializer
    filterset_class = VersionFilter
    ordering_fields = ["created_at", "id", "number"]

    def get_queryset(self) -> Any:
        rows = Version.objects.filter(hypothesis__in=seen_by(self.person)).select_related("author")
        return rows.prefetch_related("elements", "proposals", "notes").order_by(
            "-hypothesis_id", "number"
        )


class ReviewViewSet(ReadOnly):
    """What the judges said of the versions, the newest first."""

    queryset = Review.objects.none()
    serializer_class = ReviewSerializer
    filterset_class = ReviewFilter
    ordering_fields = ["created_at", "id"]

    def get_queryset(self) -> Any:
        rows = Review.objects.filter(version__hypothesis__in=seen_by(self.person))
        parts = ("scores", "improvements", "vetoes")
        return rows.select_related("version").prefetch_related(*parts).order_by("-id")


class GapViewSet(ReadOnly):
    """What is missing, and what closed it."""

    queryset = Gap.objects.none()
    serializer_class = GapSerializer
    filterset_class = GapFilter
    ordering_fields = ["id"]

    def get_queryset(self) -> Any:
        rows = Gap.objects.filter(hypothesis__in=seen_by(self.person))
        return rows.prefetch_related("events__version").order_by("-id")


class ClarificationViewSet(ReadOnly):
    """Questions that only the author can answer; see `/hypotheses/{id}/answers/`."""

    queryset = Clarification.objects.none()
    serializer_class = ClarificationSerializer
    filterset_class = ClarificationFilter
    ordering_fields = ["id"]

    def get_queryset(self) -> Any:
        rows = Clarification.objects.filter(hypothesis__in=seen_by(self.person))
        return rows.select_related("version", "answered_by").order_by("-id")


# Decisions on hypotheses, and their pre-registrations.


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
        body = checked(OutcomeSerializer, request)
        subject = self.subject(body.pop("hypothesis"))
        return created(request, lambda: _decide(self.person, subject, **body))


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
        body = checked(PreregisterSerializer, request)
        subject = self.subject(body.pop("hypothesis"))

        def freeze() -> Receipt:
            with field_errors("plan"):
                return of_registration(preregister(hypothesis_id=subject, user=self.person, **body))

        return created(request, freeze)

    @extend_schema(responses=VerificationSerializer)
    def verify(self, request: Any, pk: int) -> Response:
        """Recompute the hash from what is stored, and compare with the rows it was frozen from."""
        found = verify_preregistration(preregistration_id=self.get_object().pk)
        return Response(VerificationSerializer(found.as_json()).data)
