"""What the views of the API stand on, and the answer for addresses that lead nowhere."""

from __future__ import annotations

from typing import Any

from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework import mixins
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.views import APIView
from rest_framework.viewsets import GenericViewSet

from .filters import known_parameters, refuse_unknown


class Strict(GenericViewSet):
    """A view that refuses query parameters it does not know, whatever the method."""

    http_method_names = ["get", "head", "post", "patch", "delete"]

    def initial(self, request: Any, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        listing = self.action == "list"
        refuse_unknown(request, known_parameters(self) if listing else set())

    def filter_queryset(self, queryset: Any) -> Any:
        """Filters are for lists: what one asks for by its id is not filtered away."""
        return super().filter_queryset(queryset) if self.action == "list" else queryset

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        """What is one person's is in no cache."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer["Cache-Control"] = "no-store"
        return answer

    @property
    def person(self) -> Any:
        """Who asks; anonymous while the schema is made."""
        return self.request.user


class ReadOnly(mixins.ListModelMixin, mixins.RetrieveModelMixin, Strict):
    """A list and its rows."""


class Nowhere(APIView):
    """404 in the shape of all errors."""

    permission_classes = [AllowAny]
    schema = None

    def initial(self, request: Any, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise NotFound


class Docs(SpectacularSwaggerSplitView):
    """The schema as pages, from our own files; its script is an address of its own (CSP)."""

    url_name = "api-schema"
    template_name = "desk/api_docs.html"
