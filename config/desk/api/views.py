"""What the views of the API stand on, and the answer for addresses that lead nowhere."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET
from drf_spectacular.utils import OpenApiParameter, extend_schema
from knox.models import AuthToken
from rest_framework import mixins, serializers, status
from rest_framework.exceptions import AuthenticationFailed, NotFound, Throttled
from rest_framework.permissions import AllowAny
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework.viewsets import GenericViewSet

from config.desk.api.authentication import SignIns
from config.desk.api.filters import known_parameters, refuse_unknown
from config.desk.api.schema import USUAL, Generator, answer_of, request_of
from config.desk.api.serializers import Body, checked
from config.desk.tokens import (
    SignInPaused,
    WrongCredentials,
    issue_token,
    revoke_all_tokens,
    revoke_token,
    tokens_of,
)


@dataclass(frozen=True)
class Operation:
    """An operation as its page shows it, in English: `request` and `answer` are its example,
    `refusals` the statuses of what may go wrong, `own` those that mean something of their own here,
    with that."""

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
    schema = Generator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    known = schema["components"]["schemas"]
    areas: dict[str, list[Operation]] = {}
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            areas.setdefault(_area(path), []).append(_operation(method, path, operation, known))
    return [Area(name, found) for name, found in areas.items()]


def _area(path: str) -> str:
    """The first part of an address behind the version: `hypotheses`, `runs`."""
    return path.removeprefix("/api/v1/").partition("/")[0] or "api"


def _operation(method: str, path: str, operation: Any, known: Any) -> Operation:
    status, answer = answer_of(operation, known)
    descriptions = {
        code: body["description"]
        for code, body in operation["responses"].items()
        if not code.startswith("2")
    }
    return Operation(
        method=method.upper(),
        path=path,
        summary=operation.get("summary", ""),
        description=operation.get("description", ""),
        parameters=[each for each in operation.get("parameters", ()) if each["in"] != "path"],
        request=request_of(method, path, operation, known),
        status=status,
        answer=answer,
        refusals=list(descriptions),
        own=[(code, text) for code, text in descriptions.items() if text != USUAL.get(code)],
    )


@require_GET
def docs(request: HttpRequest) -> HttpResponse:
    """Every operation with an example, in our own frame."""
    usual = sorted(USUAL.items())
    return render(request, "desk/api_docs.html", {"areas": _operations(), "usual": usual})


# `/tokens/`: get, list and revoke one's own tokens.


class CredentialsSerializer(Body):
    """The name and password of an account."""

    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=128, trim_whitespace=False, write_only=True)


class TokenSerializer(serializers.Serializer):
    """A token by its beginning: the rest is kept as a hash only."""

    prefix = serializers.CharField(source="token_key")
    created_at = serializers.DateTimeField(source="created")
    expires_at = serializers.DateTimeField(source="expiry")


class IssuedTokenSerializer(serializers.Serializer):
    """A new token, shown this once."""

    token = serializers.CharField()
    prefix = serializers.CharField()
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()


class TokenViewSet(mixins.ListModelMixin, Strict):
    """Tokens of the person who asks."""

    queryset = AuthToken.objects.none()
    serializer_class = TokenSerializer
    lookup_field = "prefix"

    def initialize_request(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        self.plain = request  # Django's own, which a sign-in takes
        return super().initialize_request(request, *args, **kwargs)

    def get_queryset(self) -> Any:
        return tokens_of(user=self.person)

    def get_permissions(self) -> list[Any]:
        return [AllowAny()] if self.action == "create" else super().get_permissions()

    def get_throttles(self) -> list[Any]:
        signs_in = [SignIns()] if self.action == "create" else []
        return [*super().get_throttles(), *signs_in]

    @extend_schema(request=CredentialsSerializer, responses={201: IssuedTokenSerializer})
    def create(self, request: Any) -> Response:
        """Sign in with name and password, and get a token."""
        body = checked(CredentialsSerializer, request)
        try:
            issued = issue_token(request=self.plain, **body)
        except SignInPaused as error:
            raise Throttled(detail=str(error), code="sign_in_paused") from error
        except WrongCredentials as error:
            raise AuthenticationFailed(str(error), code="wrong_credentials") from error
        return Response(IssuedTokenSerializer(issued).data, status.HTTP_201_CREATED)

    @extend_schema(
        parameters=[OpenApiParameter("prefix", str, OpenApiParameter.PATH)],
        responses={204: None},
    )
    def destroy(self, request: Any, prefix: str) -> Response:
        """Revoke one token."""
        revoke_token(user=self.person, prefix=prefix)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(operation_id="tokens_destroy_all", responses={204: None})
    def destroy_all(self, request: Any) -> Response:
        """Revoke all tokens."""
        revoke_all_tokens(user_id=self.person.pk)
        return Response(status=status.HTTP_204_NO_CONTENT)
