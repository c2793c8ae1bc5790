"""The history of one hypothesis, and what starts a further round: another wording, answers."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import mixins
from rest_framework.response import Response

from config.desk.api.creation import KEY_PARAMETER, created
from config.desk.api.serializers import checked
from config.desk.api.views import ReadOnly
from config.desk.idempotency import Receipt
from hypotheses.api.errors import field_errors
from hypotheses.api.filters import ClarificationFilter, GapFilter, ReviewFilter, VersionFilter
from hypotheses.api.receipts import of_run
from hypotheses.api.serializers.bodies import AnswersSerializer, WordingSerializer
from hypotheses.api.serializers.history import (
    ClarificationSerializer,
    GapSerializer,
    ReviewSerializer,
    VersionSerializer,
)
from hypotheses.api.serializers.receipt import ReceiptSerializer
from hypotheses.models import Clarification, Gap, Review, Version
from hypotheses.services.answers import answer_clarifications
from hypotheses.services.edit import edit_question

from .base import AboutHypothesis, seen_by


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
        said = checked(AnswersSerializer, request)

        def answer() -> Receipt:
            run = answer_clarifications(hypothesis_id=subject, user=self.person, **said)
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
