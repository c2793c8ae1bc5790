"""The OpenAPI schema: what every operation has besides its own."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerExtension,
)
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import build_bearer_security_scheme_object
from rest_framework.permissions import SAFE_METHODS

from .authentication import TokenAuthentication
from .serializers import Body, ConflictSerializer, ProblemSerializer

_ALWAYS = {
    "400": "A parameter or a field is wrong; `errors` names it.",
    "401": "No token, or one that is revoked or expired.",
    "404": "There is no such row, or the person may not see it.",
    "405": "The address takes other methods.",
    "406": "The answer is JSON; another form was asked for.",
    "429": "Too many requests; `Retry-After` says when to go on.",
    "500": "A fault of the server.",
}
_WRITING = {
    "403": "The person, or the token's scopes, may not do this.",
    "409": "It cannot be done as things stand now; `current` says how they stand.",
    "413": "The body is too long.",
    "415": "The body is of another kind than the address takes.",
    "422": "The `Idempotency-Key` was used for another request.",
}
USUAL = frozenset((*_ALWAYS.values(), *_WRITING.values()))
"""What refusals mean that are alike at every address."""


class Schema(AutoSchema):
    """Adds a summary and the errors, which have one shape, to each operation."""

    def get_summary(self) -> str:
        """The first sentence of what the operation, or else its view, says of itself."""
        if self._by_key:
            *_, kind, key = self.path.strip("/").split("/")
            return f"One {kind.replace('-', ' ').removesuffix('s')}, by its {key.strip('{}')}"
        first = self._told().split("\n\n")[0]
        return " ".join(first.split()).partition(". ")[0].rstrip(".:")

    def _get_parameters(self) -> list[dict[str, Any]]:
        """A parameter without a value is refused: see `refuse_unknown`."""
        found: list[dict[str, Any]] = super()._get_parameters()
        for each in found:
            shape = each["schema"]
            if each["in"] == "query" and shape.get("type") == "string" and "enum" not in shape:
                shape.setdefault("minLength", 1)
        return found

    def get_description(self) -> str:
        """What it says of itself beyond the summary; empty where that is all."""
        whole = self._told()
        return "" if self._by_key or whole.rstrip(".:") == self.get_summary() else whole

    def _told(self) -> str:
        return str(super().get_description()).strip()

    @property
    def _by_key(self) -> bool:
        """Whether it gives one row of a list, without words of its own."""
        act = getattr(type(self.view), getattr(self.view, "action", None) or "", None)
        return getattr(act, "__qualname__", "") == "RetrieveModelMixin.retrieve"

    def _get_response_bodies(self, direction: Any = "response") -> Any:
        bodies = super()._get_response_bodies(direction)
        writes = self.method not in SAFE_METHODS
        for code, told in {**_ALWAYS, **(_WRITING if writes else {})}.items():
            shape = ConflictSerializer if code == "409" else ProblemSerializer
            body = self._get_response_for_code(shape, code)  # type: ignore[no-untyped-call]
            bodies.setdefault(code, {**body, "description": told})
        return dict(sorted(bodies.items()))


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema describes our tokens."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> Any:
        return build_bearer_security_scheme_object(
            header_name="Authorization", token_prefix=self.target.authenticate_header("")
        )


class BodyShape(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """A request's body has the fields it names and no others; a list that takes no emptiness says
    so."""

    target_class = Body
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: Any) -> Any:
        found = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        for name, field in self.target.fields.items():
            if getattr(field, "allow_empty", True) is False:
                found["properties"][name]["minItems"] = 1
        return {**found, "additionalProperties": False}
