"""`/api/`: the schema, its pages, tokens; and, last, the answer for everything else."""

from __future__ import annotations

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView

from config.desk.api.views import TokenViewSet

from .views import Nowhere, docs

_tokens = TokenViewSet.as_view({"get": "list", "post": "create", "delete": "destroy_all"})
_token = TokenViewSet.as_view({"delete": "destroy"})

urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("docs/", docs, name="api-docs"),
    path("v1/tokens/", _tokens, name="api-token-list"),
    path("v1/tokens/<slug:prefix>/", _token, name="api-token-detail"),
    path("v1/", include("config.runs.api")),
]
nowhere = [re_path(r"^", Nowhere.as_view(), name="api-nowhere")]
