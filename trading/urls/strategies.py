"""Strategies: the list, a new one, the run page, decisions."""

from django.urls import path

from trading.views import comparing, decide, lists, new, variants

urlpatterns = [
    path("", lists.strategies, name="strategies"),
    path("new/", new.new, name="new-strategy"),
    path("<int:pk>/decide/", decide.decide, name="decide-strategy"),
    path("compare/", comparing.compare_strategies, name="compare-strategies"),
    path("<int:pk>/variants/", variants.variants, name="strategy-variants"),
]
