"""What the views of the API stand on, and the answer for addresses that lead nowhere."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET
from drf_spectacular.generators import SchemaGenerator
from rest_framework import mixins
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.views import APIView
from rest_framework.viewsets import GenericViewSet

from .examples import answer_of, request_of
from .filters import known_parameters, refuse_unknown
from .schema import USUAL


@dataclass(frozen=True)
class Operation:
    """An operation as its page shows it: `request` and `answer` are its example, `refusals` the
    statuses of what may go wrong, `own` those that mean something of their own here, with that."""

    method: str
    path: str
    summary: str
    description: str
    parameters: list[Any]
    request: str
    status: str
    answer: str
    refusals: list[str]
    own: list[tuple[str, str]]


@dataclass(frozen=True)
class Area:
    """The operations on one kind of thing."""

    name: str
    operations: list[Operation]


class Strict(GenericViewSet):
    """A view that refuses query parameters it does not know, whatever the method."""

    http_method_names = ["get", "head", "post", "patch", "delete"]

    def initial(self, request: Any, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if self.action is not None:  # else the method is refused, whatever the parameters
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


@cache
def _operations() -> list[Area]:
    """Every operation by its area: the schema hangs on the code alone."""
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    known = schema["components"]["schemas"]
    areas: dict[str, list[Operation]] = {}
    for path, methods in schema["paths"].items():
        for method, told in methods.items():
            areas.setdefault(_area(path), []).append(_operation(method, path, told, known))
    return [Area(name, found) for name, found in areas.items()]


def _area(path: str) -> str:
    """The first part of an address behind the version: `hypotheses`, `runs`."""
    return path.removeprefix("/api/v1/").partition("/")[0] or "api"


def _operation(method: str, path: str, told: Any, known: Any) -> Operation:
    status, answer = answer_of(told, known)
    said = {
        code: body["description"]
        for code, body in told["responses"].items()
        if not code.startswith("2")
    }
    return Operation(
        method=method.upper(),
        path=path,
        summary=told.get("summary", ""),
        description=told.get("description", ""),
        parameters=[each for each in told.get("parameters", ()) if each["in"] == "query"],
        request=request_of(method, path, told, known),
        status=status,
        answer=answer,
        refusals=list(said),
        own=[(code, text) for code, text in said.items() if text not in USUAL],
    )


@require_GET
def docs(request: HttpRequest) -> HttpResponse:
    """Every operation with an example, in our own frame."""
    return render(request, "desk/api_docs.html", {"areas": _operations()})
