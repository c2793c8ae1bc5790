"""Strategies: the list, a new one, the run page, decisions."""

from django.urls import path

from trading.views import decide, lists, new

urlpatterns = [
    path("", lists.strategies, name="strategies"),
    path("new/", new.new, name="new-strategy"),
    path("<int:pk>/decide/", decide.decide, name="decide-strategy"),
]
