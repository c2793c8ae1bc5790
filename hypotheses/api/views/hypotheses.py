"""`/hypotheses/` and `/assess/`: submit texts, read them, look at hypotheses."""

from __future__ import annotations

from typing import Any

from django.db.models import OuterRef, Subquery
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, status
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.response import Response

from config.desk.api.authentication import Assessments
from config.desk.api.creation import KEY_PARAMETER, Receipt, created
from config.desk.api.serializers import checked
from config.desk.api.views import Strict
from config.desk.roles import is_admin
from hypotheses.api.filters import HypothesisFilter
from hypotheses.api.serializers.bodies import IdeaSerializer, RewordingSerializer
from hypotheses.api.serializers.hypothesis import (
    AssessedSerializer,
    HypothesisDetailSerializer,
    HypothesisSerializer,
    ReceiptSerializer,
    TextsSerializer,
)
from hypotheses.api.views.base import field_errors, of_run
from hypotheses.models import Decision, Hypothesis
from hypotheses.services.answers import edit_idea
from hypotheses.services.archive import archive_hypothesis, erase_hypothesis, restore_hypothesis
from hypotheses.services.assess import assess_texts
from hypotheses.services.report import hypothesis_report
from hypotheses.services.submit import submit_hypothesis

from .base import AboutHypothesis


class AssessViewSet(Strict):
    """What the analyst finds in one text, or in up to a thousand."""

    serializer_class = TextsSerializer

    def get_throttles(self) -> list[Any]:
        return [*super().get_throttles(), Assessments()]

    @extend_schema(request=TextsSerializer, responses={200: AssessedSerializer})
    def create(self, request: Any) -> Response:
        """Assess; a text that cannot be read has its `index` and `error` in its place."""
        found = assess_texts(**checked(TextsSerializer, request), user=self.person)
        return Response(AssessedSerializer({"results": found}).data)


class OwnersReword(BasePermission):
    """An idea's words are its owner's; an admin may mend them."""

    def has_object_permission(self, request: Any, view: Any, obj: Any) -> bool:
        return (
            request.method != "PATCH" or obj.owner_id == request.user.pk or is_admin(request.user)
        )


class HypothesisViewSet(mixins.ListModelMixin, AboutHypothesis):
    """Ideas and what became of them, the newest first."""

    queryset = Hypothesis.objects.none()
    serializer_class = HypothesisSerializer
    permission_classes = [IsAuthenticated, OwnersReword]
    filterset_class = HypothesisFilter
    ordering_fields = ["created_at", "id", "status"]

    def get_queryset(self) -> Any:
        rows = Hypothesis.objects.visible_to(self.person).with_status().select_related("owner")
        if self.action == "list":
            return rows
        current = Decision.objects.filter(hypothesis=OuterRef("pk"), current=True)
        return rows.annotate(decision=Subquery(current.values("pk")[:1]))

    def get_object(self) -> Any:
        found = super().get_object()
        self.subject_id = found.pk
        return found

    @extend_schema(
        parameters=[KEY_PARAMETER], request=IdeaSerializer, responses={202: ReceiptSerializer}
    )
    def create(self, request: Any) -> Response:
        """Keep an idea and start its refinement; follow the run whose address is answered."""
        idea = checked(IdeaSerializer, request)

        def submit() -> Receipt:
            with field_errors("text"):
                return of_run(submit_hypothesis(**idea, user=self.person).run)

        return created(request, submit)

    @extend_schema(responses=HypothesisDetailSerializer)
    def retrieve(self, request: Any, pk: int) -> Response:
        """A hypothesis with its versions, reviews, open gaps, warnings and usage."""
        return self._told(self.get_object())

    @extend_schema(request=RewordingSerializer, responses=HypothesisDetailSerializer)
    def partial_update(self, request: Any, pk: int) -> Response:
        """Reword an idea whose run has not begun."""
        found = self.get_object()
        words = checked(RewordingSerializer, request)
        with field_errors("text"):
            edit_idea(hypothesis_id=found.pk, **words)
        return self._told(self.get_object())

    @extend_schema(responses={204: None})
    def destroy(self, request: Any, pk: int) -> Response:
        """Erase for good: words and persons go, decisions stay without them. Admins only."""
        erase_hypothesis(hypothesis_id=self.get_object().pk, user=self.person)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=None, responses=HypothesisDetailSerializer)
    def archive(self, request: Any, pk: int) -> Response:
        """Hide from lists; all of it is kept."""
        archive_hypothesis(hypothesis_id=self.get_object().pk, user=self.person)
        return self._told(self.get_object())

    @extend_schema(request=None, responses=HypothesisDetailSerializer)
    def restore(self, request: Any, pk: int) -> Response:
        """Bring back what was archived."""
        restore_hypothesis(hypothesis_id=self.get_object().pk, user=self.person)
        return self._told(self.get_object())

    def _told(self, row: Any) -> Response:
        row.report = hypothesis_report(hypothesis_id=row.pk, reader=self.person)
        context = self.get_serializer_context()
        return Response(HypothesisDetailSerializer(row, context=context).data)
