"""Strategies: the list, a new one, the run page, decisions."""

from django.urls import path

from trading.views import (
    certificates,
    comparison,
    decide,
    development,
    estimate,
    exports,
    lists,
    new,
    runs,
    variants,
)

urlpatterns = [
    path("", lists.strategies, name="strategies"),
    path("new/", new.new, name="new-strategy"),
    path("new/estimate/", estimate.estimate, name="estimate-strategy"),
    path("<int:pk>/decide/", decide.decide, name="decide-strategy"),
    path("<int:pk>/decisions/<int:decision>/withdraw/", decide.withdraw, name="withdraw-strategy"),
    path("<int:pk>/", development.strategy, name="strategy"),
    path("<int:pk>/live/", development.live, name="strategy-live"),
    path("<int:pk>/report/", exports.report, name="strategy-report"),
    path("<int:pk>/export.<slug:ending>", exports.export, name="strategy-export"),
    path("<int:pk>/certificate/", certificates.certificate, name="strategy-certificate"),
    path(
        "<int:pk>/certificate.json",
        certificates.certificate_json,
        name="strategy-certificate-json",
    ),
    path("<int:pk>/experiments.jsonl", exports.experiments, name="strategy-experiments"),
    path("<int:pk>/runs/<int:run>/retry/", runs.retry, name="strategy-retry"),
    path("<int:pk>/runs/<int:run>/cancel/", runs.cancel, name="strategy-cancel"),
    path("compare/", comparison.compare_strategies, name="compare-strategies"),
    path("<int:pk>/variants/", variants.variants, name="strategy-variants"),
]
