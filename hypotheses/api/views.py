"""`/hypotheses/` and `/assess/`: submit texts, read them, look at hypotheses; the history of one,
and what starts a further round: another wording, answers.
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

from config.desk.api.authentication import Assessments, ReviewersAdd
from config.desk.api.creation import KEY_PARAMETER, Receipt, created
from config.desk.api.serializers import checked
from config.desk.api.views import ReadOnly, Strict
from config.desk.roles import is_admin
from config.error_texts import TranslatableError
from config.runs.errors import explain
from config.runs.models import Run
from config.text.language import LanguageError
from hypotheses.api.filters import (
    ClarificationFilter,
    DecisionFilter,
    GapFilter,
    HypothesisFilter,
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
    AssessedSerializer,
    HypothesisDetailSerializer,
    HypothesisSerializer,
    IdeaSerializer,
    OutcomeSerializer,
    PreregisterSerializer,
    ReceiptSerializer,
    RegisteredSerializer,
    RewordingSerializer,
    TextsSerializer,
    WordingSerializer,
)
from hypotheses.domain.frame import FrameError
from hypotheses.domain.refinement import RefinementLimitError
from hypotheses.models import (
    Clarification,
    Decision,
    Gap,
    Hypothesis,
    Preregistration,
    Review,
    Version,
)
from hypotheses.services.answers import answer_clarifications, edit_idea, edit_question
from hypotheses.services.archive import archive_hypothesis, erase_hypothesis, restore_hypothesis
from hypotheses.services.assess import assess_texts
from hypotheses.services.preregister import preregister, verify_preregistration
from hypotheses.services.report import hypothesis_report
from hypotheses.services.review import one_more_round, override_decision
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
def field_errors(field: str) -> Iterator[None]:
    """What is wrong with a text is said of `field`, the rest of the field that it is about."""
    try:
        yield
    except TranslatableError as error:
        name = _FIELDS.get(type(error), field)
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
            return rows.with_conditions()
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
        return self._detail_response(self.get_object())

    @extend_schema(request=RewordingSerializer, responses=HypothesisDetailSerializer)
    def partial_update(self, request: Any, pk: int) -> Response:
        """Reword an idea whose run has not begun."""
        found = self.get_object()
        body = checked(RewordingSerializer, request)
        with field_errors("text"):
            edit_idea(hypothesis_id=found.pk, **body)
        return self._detail_response(self.get_object())

    @extend_schema(responses={204: None})
    def destroy(self, request: Any, pk: int) -> Response:
        """Erase for good: words and persons go, decisions stay without them. Admins only."""
        erase_hypothesis(hypothesis_id=self.get_object().pk, user=self.person)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=None, responses=HypothesisDetailSerializer)
    def archive(self, request: Any, pk: int) -> Response:
        """Hide from lists; all of it is kept."""
        archive_hypothesis(hypothesis_id=self.get_object().pk, user=self.person)
        return self._detail_response(self.get_object())

    @extend_schema(request=None, responses=HypothesisDetailSerializer)
    def restore(self, request: Any, pk: int) -> Response:
        """Bring back what was archived."""
        restore_hypothesis(hypothesis_id=self.get_object().pk, user=self.person)
        return self._detail_response(self.get_object())

    def _detail_response(self, row: Any) -> Response:
        row.report = hypothesis_report(hypothesis_id=row.pk, reader=self.person)
        context = self.get_serializer_context()
        return Response(HypothesisDetailSerializer(row, context=context).data)


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
        body = checked(WordingSerializer, request)

        def edit() -> Receipt:
            with field_errors("question"):
                return of_run(edit_question(hypothesis_id=subject, user=self.person, **body))

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
