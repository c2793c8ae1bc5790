"""`/hypotheses/` and `/assess/`: submit texts, read them, look at hypotheses; and what views about
one hypothesis share: receipts, and refusals that name the field.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db.models import OuterRef, Subquery
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, status
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.response import Response

from config.desk.api.authentication import Assessments
from config.desk.api.creation import KEY_PARAMETER, Receipt, created
from config.desk.api.serializers import checked
from config.desk.api.views import Strict
from config.desk.roles import is_admin
from config.error_texts import TranslatableError
from config.runs.errors import explain
from config.runs.models import Run
from config.text.language import LanguageError
from hypotheses.api.filters import HypothesisFilter
from hypotheses.api.serializers.hypothesis import (
    AssessedSerializer,
    HypothesisDetailSerializer,
    HypothesisSerializer,
    IdeaSerializer,
    ReceiptSerializer,
    RewordingSerializer,
    TextsSerializer,
)
from hypotheses.domain.frame import FrameError
from hypotheses.domain.refinement import RefinementLimitError
from hypotheses.models import Decision, Hypothesis, Preregistration
from hypotheses.services.answers import edit_idea
from hypotheses.services.archive import archive_hypothesis, erase_hypothesis, restore_hypothesis
from hypotheses.services.assess import assess_texts
from hypotheses.services.report import hypothesis_report
from hypotheses.services.subject import state_of
from hypotheses.services.submit import submit_hypothesis


class AboutHypothesis(Strict):
    """A view that finds its hypothesis among those its reader may see: 404 for any other."""

    subject_id: int | None = None

    def subject(self, pk: int) -> int:
        """The id of a hypothesis that the reader may see. Raises Http404."""
        found = get_object_or_404(Hypothesis.objects.visible_to(self.person), pk=pk)
        self.subject_id = found.pk
        return found.pk

    def current_state(self) -> dict[str, Any]:
        """How the hypothesis stands, for whoever came too late."""
        return state_of(hypothesis_id=self.subject_id) if self.subject_id else {}


def seen_by(person: Any) -> Any:
    """The hypotheses that a person may see, to find their parts by."""
    return Hypothesis.objects.visible_to(person)


# What the domain refuses, as a 400 that names the field.

_FIELDS: dict[type[TranslatableError], str] = {
    FrameError: "claim",
    LanguageError: "language",
    RefinementLimitError: "max_refinements",
}


@contextmanager
def field_errors(words: str) -> Iterator[None]:
    """What is wrong with a text is said of the field `words`, the rest of the field it is about."""
    try:
        yield
    except TranslatableError as error:
        name = _FIELDS.get(type(error), words)
        detail = ErrorDetail(explain(error), code=error.code)
        raise ValidationError({name: [detail]}) from error


# What a request about a hypothesis made.


def of_run(run: Run) -> Receipt:
    """A run was started: it is what to look at next."""
    return Receipt({"hypothesis": run.subject_id, "decision": None, "run": run.pk}, "run")


def of_decision(decision: Decision) -> Receipt:
    """A decision was taken."""
    made = {"hypothesis": decision.hypothesis_id, "decision": decision.pk, "run": None}
    return Receipt(made, "decision")


def of_registration(row: Preregistration) -> Receipt:
    """A hypothesis was frozen."""
    made = {"hypothesis": row.hypothesis_id, "preregistration": row.pk}
    return Receipt(made, "preregistration")


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
