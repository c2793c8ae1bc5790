"""The pages of trading."""

from django.contrib import admin
from django.urls import path
from django.views.generic import RedirectView

from config.lazy_import import LazyViews

certificates = LazyViews("trading.views.certificates")
comparison = LazyViews("trading.views.comparison")
datasets = LazyViews("trading.views.datasets")
development = LazyViews("trading.views.development")
exports = LazyViews("trading.views.exports")
memory = LazyViews("trading.views.memory")
new = LazyViews("trading.views.new")
specs = LazyViews("trading.views.specs")

_decisions = admin.site.admin_view(
    RedirectView.as_view(url="/admin/trading/strategydecision/%(rest)s", query_string=True)
)
"""Decisions on strategies, at the address that they had before ADR 25 named them so."""

urlpatterns = [
    path("admin/trading/decision/", _decisions, {"rest": ""}),
    path("admin/trading/decision/<path:rest>", _decisions),
    path("strategies/", development.strategies, name="strategies"),
    path("strategies/new/", new.new, name="new-strategy"),
    path("strategies/new/estimate/", new.estimate, name="estimate-strategy"),
    path("strategies/<int:pk>/decide/", development.decide, name="decide-strategy"),
    path(
        "strategies/<int:pk>/decisions/<int:decision>/withdraw/",
        development.withdraw,
        name="withdraw-strategy",
    ),
    path("strategies/<int:pk>/", development.strategy, name="strategy"),
    path("strategies/<int:pk>/live/", development.live, name="strategy-live"),
    path("strategies/<int:pk>/report/", exports.report, name="strategy-report"),
    path("strategies/<int:pk>/export.<slug:ending>", exports.export, name="strategy-export"),
    path("strategies/<int:pk>/certificate/", certificates.certificate, name="strategy-certificate"),
    path(
        "strategies/<int:pk>/certificate.json",
        certificates.certificate_json,
        name="strategy-certificate-json",
    ),
    path("strategies/<int:pk>/experiments.jsonl", exports.experiments, name="strategy-experiments"),
    path("strategies/<int:pk>/runs/<int:run>/retry/", development.retry, name="strategy-retry"),
    path("strategies/<int:pk>/runs/<int:run>/cancel/", development.cancel, name="strategy-cancel"),
    path("strategies/compare/", comparison.compare_strategies, name="compare-strategies"),
    path("strategies/<int:pk>/variants/", exports.variants, name="strategy-variants"),
    path("variants/compare/", comparison.compare_variants, name="compare-variants"),
    path("variants/<int:pk>/", exports.variant, name="variant"),
    path("variants/<int:pk>/look/", development.second_look, name="variant-look"),
    path("variants/<int:pk>/series.json", exports.series, name="variant-series"),
    path("variants/<int:pk>/strategy.py", exports.script, name="variant-script"),
    path("variants/<int:pk>/spec.json", exports.spec, name="variant-spec"),
    path("variants/<int:pk>/sheet.<slug:ending>", exports.sheet, name="variant-sheet"),
    path("variants/<int:pk>/<slug:kind>.csv", exports.table, name="variant-csv"),
    path("data/", datasets.datasets, name="datasets"),
    path("data/bundled/", datasets.install, name="dataset-bundled"),
    path("data/auxiliary/<int:pk>/", datasets.auxiliary, name="auxiliary-dataset"),
    path("data/upload/", datasets.upload, name="upload"),
    path("data/upload/<int:pk>/", datasets.preview, name="upload-preview"),
    path("data/<int:pk>/", datasets.dataset, name="dataset"),
    path("data/<int:pk>/prices.json", datasets.prices, name="dataset-prices"),
    path("data/<int:pk>/prices.csv", datasets.prices_csv, name="dataset-csv"),
    path("memory/", memory.memory, name="memory"),
    path("memory/<int:pk>/", memory.lesson, name="lesson"),
    path("memory/<int:pk>/edit/", memory.edit, name="lesson-edit"),
    path("memory/<int:pk>/<slug:name>/", memory.act, name="lesson-act"),
    path("specs/", specs.specs, name="specs"),
    path("specs/new/", specs.new_spec, name="new-spec"),
    path("specs/check/", specs.check_spec, name="check-spec"),
    path("specs/<int:pk>/", specs.spec, name="spec"),
    path("specs/<int:pk>/archive/", specs.archive, name="archive-spec"),
    path("specs/<int:pk>/restore/", specs.restore, name="restore-spec"),
    path("trust/", certificates.trust, name="trust"),
]
