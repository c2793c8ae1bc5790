"""Addresses of hypotheses and their parts, below `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, path

from hypotheses.api.views import (
    AnswersViewSet,
    AssessViewSet,
    ClarificationViewSet,
    DecisionViewSet,
    GapViewSet,
    HypothesisVersionsViewSet,
    HypothesisViewSet,
    PreregistrationViewSet,
    ReviewViewSet,
    VersionViewSet,
)

_hypotheses = HypothesisViewSet.as_view({"get": "list", "post": "create"})
_hypothesis = HypothesisViewSet.as_view(
    {"get": "retrieve", "patch": "partial_update", "delete": "destroy"}
)
_archive = HypothesisViewSet.as_view({"post": "archive"})
_restore = HypothesisViewSet.as_view({"post": "restore"})
_versions = HypothesisVersionsViewSet.as_view({"get": "list", "post": "create"})
_answers = AnswersViewSet.as_view({"post": "create"})
_decisions = DecisionViewSet.as_view({"get": "list", "post": "create"})
_decision = DecisionViewSet.as_view({"get": "retrieve"})
_registrations = PreregistrationViewSet.as_view({"get": "list", "post": "create"})
_registration = PreregistrationViewSet.as_view({"get": "retrieve"})
_verify = PreregistrationViewSet.as_view({"get": "verify"})


def _rows(name: str, plural: str, view: type) -> list[URLPattern]:
    """A list and its rows, to be read."""
    rows, row = view.as_view({"get": "list"}), view.as_view({"get": "retrieve"})  # type: ignore[attr-defined]
    return [
        path(f"{plural}/", rows, name=f"api-{name}-list"),
        path(f"{plural}/<int:pk>/", row, name=f"api-{name}-detail"),
    ]


urlpatterns = [
    path("hypotheses/", _hypotheses, name="api-hypothesis-list"),
    path("hypotheses/<int:pk>/", _hypothesis, name="api-hypothesis-detail"),
    path("hypotheses/<int:pk>/archive/", _archive, name="api-hypothesis-archive"),
    path("hypotheses/<int:pk>/restore/", _restore, name="api-hypothesis-restore"),
    path("hypotheses/<int:pk>/versions/", _versions, name="api-hypothesis-versions"),
    path("hypotheses/<int:pk>/answers/", _answers, name="api-hypothesis-answers"),
    *_rows("version", "versions", VersionViewSet),
    *_rows("review", "reviews", ReviewViewSet),
    *_rows("gap", "gaps", GapViewSet),
    *_rows("clarification", "clarifications", ClarificationViewSet),
    path("decisions/", _decisions, name="api-decision-list"),
    path("decisions/<int:pk>/", _decision, name="api-decision-detail"),
    path("preregistrations/", _registrations, name="api-preregistration-list"),
    path("preregistrations/<int:pk>/", _registration, name="api-preregistration-detail"),
    path("preregistrations/<int:pk>/verify/", _verify, name="api-preregistration-verify"),
    path("assess/", AssessViewSet.as_view({"post": "create"}), name="api-assess"),
]
