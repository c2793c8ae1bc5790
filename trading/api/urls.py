"""Addresses of strategies and their parts, below `/api/v1/`."""

from __future__ import annotations

from typing import Any

from django.urls import URLPattern, path

from trading.api.views.specs import (
    AuxiliaryViewSet,
    DatasetViewSet,
    GateProfileViewSet,
    SavedSpecViewSet,
    SpecBacktestViewSet,
)
from trading.api.views.strategies import (
    DecisionsOfViewSet,
    ExperimentsViewSet,
    FindingsOfViewSet,
    FindingViewSet,
    LessonViewSet,
    LooksOfViewSet,
    SecondLookViewSet,
    StrategyDecisionViewSet,
    StrategyViewSet,
    VariantsOfViewSet,
)
from trading.api.views.variants import (
    CertificateViewSet,
    ExportViewSet,
    ScriptViewSet,
    SeriesViewSet,
    VariantViewSet,
)


def _rows(name: str, plural: str, view: Any, adds: bool = False) -> list[URLPattern]:
    """A list, which may take more, and its rows."""
    on_list = {"get": "list", "post": "create"} if adds else {"get": "list"}
    return [
        path(f"{plural}/", view.as_view(on_list), name=f"api-{name}-list"),
        path(f"{plural}/<int:pk>/", view.as_view({"get": "retrieve"}), name=f"api-{name}-detail"),
    ]


def _acts(name: str, plural: str, view: Any, *acts: str) -> list[URLPattern]:
    """What is done with a row, by POST."""
    return [
        path(f"{plural}/<int:pk>/{act}/", view.as_view({"post": act}), name=f"api-{name}-{act}")
        for act in acts
    ]


def _of(part: str, view: Any, **methods: str) -> URLPattern:
    """A part of one strategy."""
    shown = view.as_view(methods or {"get": "list"})
    found: URLPattern = path(f"strategies/<int:pk>/{part}/", shown, name=f"api-strategy-{part}")
    return found


def _file(name: str) -> URLPattern:
    """A part of one strategy as a file."""
    part = name.partition(".")[0]
    shown: Any = ExportViewSet.as_view({"get": part})
    address = f"strategies/<int:pk>/exports/{name}"
    found: URLPattern = path(address, shown, name=f"api-strategy-export-{part}")
    return found


_estimate = StrategyViewSet.as_view({"post": "estimate"})
_lesson = LessonViewSet.as_view({"get": "retrieve", "patch": "partial_update"})
_profiles = GateProfileViewSet.as_view({"get": "list", "post": "create"})
_profile = GateProfileViewSet.as_view({"get": "retrieve", "put": "update"})
_series = SeriesViewSet.as_view({"get": "retrieve"})
_script = ScriptViewSet.as_view({"get": "retrieve"})

urlpatterns = [
    *_rows("strategy", "strategies", StrategyViewSet, adds=True),
    path("strategies/estimate/", _estimate, name="api-strategy-estimate"),
    _of("variants", VariantsOfViewSet),
    _of("findings", FindingsOfViewSet),
    _of("experiments", ExperimentsViewSet),
    _of("decisions", DecisionsOfViewSet, get="list", post="create"),
    _of("looks", LooksOfViewSet, get="list", post="create"),
    _of("certificate", CertificateViewSet, get="retrieve"),
    *_rows("look", "looks", SecondLookViewSet),
    *map(_file, ("experiments.jsonl", "findings.jsonl", "trials.csv", "variants.csv")),
    *_rows("strategy-decision", "strategy-decisions", StrategyDecisionViewSet),
    *_rows("variant", "variants", VariantViewSet),
    path("variants/<int:pk>/script/", _script, name="api-variant-script"),
    path("variants/<int:pk>/series/", _series, name="api-variant-series"),
    *_rows("backtest", "backtests", SpecBacktestViewSet, adds=True),
    *_rows("finding", "findings", FindingViewSet),
    *_rows("dataset", "datasets", DatasetViewSet, adds=True),
    *_rows("auxiliary-dataset", "auxiliary-datasets", AuxiliaryViewSet),
    path("lessons/", LessonViewSet.as_view({"get": "list"}), name="api-lesson-list"),
    path("lessons/<int:pk>/", _lesson, name="api-lesson-detail"),
    *_acts("lesson", "lessons", LessonViewSet, "pin", "unpin", "retire", "restore"),
    path("gate-profiles/", _profiles, name="api-gate-profile-list"),
    path("gate-profiles/<slug:name>/", _profile, name="api-gate-profile-detail"),
    *_rows("spec", "specs", SavedSpecViewSet, adds=True),
    *_acts("spec", "specs", SavedSpecViewSet, "archive", "restore"),
]
