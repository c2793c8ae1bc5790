"""Addresses of strategies and their parts, below `/api/v1/`."""

from __future__ import annotations

from django.urls import URLPattern, path

from config.lazy_import import LazyView, LazyViews

specs = LazyViews("trading.api.views.specs")
strategies = LazyViews("trading.api.views.strategies")
variants = LazyViews("trading.api.views.variants")


def _rows(name: str, plural: str, view: LazyView, adds: bool = False) -> list[URLPattern]:
    """A list, which may take more, and its rows."""
    on_list = {"get": "list", "post": "create"} if adds else {"get": "list"}
    return [
        path(f"{plural}/", view.as_view(on_list), name=f"api-{name}-list"),
        path(f"{plural}/<int:pk>/", view.as_view({"get": "retrieve"}), name=f"api-{name}-detail"),
    ]


def _acts(name: str, plural: str, view: LazyView, *acts: str) -> list[URLPattern]:
    """What is done with a row, by POST."""
    return [
        path(f"{plural}/<int:pk>/{act}/", view.as_view({"post": act}), name=f"api-{name}-{act}")
        for act in acts
    ]


def _of(part: str, view: LazyView, **methods: str) -> URLPattern:
    """A part of one strategy."""
    shown = view.as_view(methods or {"get": "list"})
    found: URLPattern = path(f"strategies/<int:pk>/{part}/", shown, name=f"api-strategy-{part}")
    return found


def _file(name: str) -> URLPattern:
    """A part of one strategy as a file."""
    part = name.partition(".")[0]
    shown = variants.ExportViewSet.as_view({"get": part})
    address = f"strategies/<int:pk>/exports/{name}"
    found: URLPattern = path(address, shown, name=f"api-strategy-export-{part}")
    return found


_estimate = strategies.StrategyViewSet.as_view({"post": "estimate"})
_lesson = strategies.LessonViewSet.as_view({"get": "retrieve", "patch": "partial_update"})
_profiles = specs.GateProfileViewSet.as_view({"get": "list", "post": "create"})
_profile = specs.GateProfileViewSet.as_view({"get": "retrieve", "put": "update"})
_series = variants.SeriesViewSet.as_view({"get": "retrieve"})
_script = variants.ScriptViewSet.as_view({"get": "retrieve"})

urlpatterns = [
    *_rows("strategy", "strategies", strategies.StrategyViewSet, adds=True),
    path("strategies/estimate/", _estimate, name="api-strategy-estimate"),
    _of("variants", strategies.VariantsOfViewSet),
    _of("findings", strategies.FindingsOfViewSet),
    _of("experiments", strategies.ExperimentsViewSet),
    _of("decisions", strategies.DecisionsOfViewSet, get="list", post="create"),
    _of("looks", strategies.LooksOfViewSet, get="list", post="create"),
    _of("certificate", variants.CertificateViewSet, get="retrieve"),
    *_rows("look", "looks", strategies.SecondLookViewSet),
    *map(_file, ("experiments.jsonl", "findings.jsonl", "trials.csv", "variants.csv")),
    *_rows("strategy-decision", "strategy-decisions", strategies.StrategyDecisionViewSet),
    *_rows("variant", "variants", variants.VariantViewSet),
    path("variants/<int:pk>/script/", _script, name="api-variant-script"),
    path("variants/<int:pk>/series/", _series, name="api-variant-series"),
    *_rows("backtest", "backtests", specs.SpecBacktestViewSet, adds=True),
    *_rows("finding", "findings", strategies.FindingViewSet),
    *_rows("dataset", "datasets", specs.DatasetViewSet, adds=True),
    *_rows("auxiliary-dataset", "auxiliary-datasets", specs.AuxiliaryViewSet),
    path("lessons/", strategies.LessonViewSet.as_view({"get": "list"}), name="api-lesson-list"),
    path("lessons/<int:pk>/", _lesson, name="api-lesson-detail"),
    *_acts("lesson", "lessons", strategies.LessonViewSet, "pin", "unpin", "retire", "restore"),
    path("gate-profiles/", _profiles, name="api-gate-profile-list"),
    path("gate-profiles/<slug:name>/", _profile, name="api-gate-profile-detail"),
    *_rows("spec", "specs", specs.SavedSpecViewSet, adds=True),
    *_acts("spec", "specs", specs.SavedSpecViewSet, "archive", "restore"),
]
