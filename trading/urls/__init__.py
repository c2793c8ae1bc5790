"""The pages of trading: each area's addresses are a module here."""

from django.urls import include, path

from trading.views import trust

urlpatterns = [
    path("strategies/", include("trading.urls.strategies")),
    path("variants/", include("trading.urls.variants")),
    path("data/", include("trading.urls.data")),
    path("memory/", include("trading.urls.memory")),
    path("trust/", trust.trust, name="trust"),
    path("specs/", include("trading.urls.specs")),
]
