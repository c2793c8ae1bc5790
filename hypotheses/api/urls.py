"""Addresses of hypotheses and their parts, below `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, path

from config.lazy_import import LazyView, LazyViews

views = LazyViews("hypotheses.api.views")

_hypotheses = views.HypothesisViewSet.as_view({"get": "list", "post": "create"})
_hypothesis = views.HypothesisViewSet.as_view(
    {"get": "retrieve", "patch": "partial_update", "delete": "destroy"}
)
_archive = views.HypothesisViewSet.as_view({"post": "archive"})
_restore = views.HypothesisViewSet.as_view({"post": "restore"})
_versions = views.HypothesisVersionsViewSet.as_view({"get": "list", "post": "create"})
_answers = views.AnswersViewSet.as_view({"post": "create"})
_decisions = views.DecisionViewSet.as_view({"get": "list", "post": "create"})
_decision = views.DecisionViewSet.as_view({"get": "retrieve"})
_registrations = views.PreregistrationViewSet.as_view({"get": "list", "post": "create"})
_registration = views.PreregistrationViewSet.as_view({"get": "retrieve"})
_verify = views.PreregistrationViewSet.as_view({"get": "verify"})


def _rows(name: str, plural: str, view: LazyView) -> list[URLPattern]:
    """A list and its rows, to be read."""
    rows, row = view.as_view({"get": "list"}), view.as_view({"get": "retrieve"})
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
    *_rows("version", "versions", views.VersionViewSet),
    *_rows("review", "reviews", views.ReviewViewSet),
    *_rows("gap", "gaps", views.GapViewSet),
    *_rows("clarification", "clarifications", views.ClarificationViewSet),
    path("decisions/", _decisions, name="api-decision-list"),
    path("decisions/<int:pk>/", _decision, name="api-decision-detail"),
    path("preregistrations/", _registrations, name="api-preregistration-list"),
    path("preregistrations/<int:pk>/", _registration, name="api-preregistration-detail"),
    path("preregistrations/<int:pk>/verify/", _verify, name="api-preregistration-verify"),
    path("assess/", views.AssessViewSet.as_view({"post": "create"}), name="api-assess"),
]
