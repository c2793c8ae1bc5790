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

_ALWAYS = ("400", "401", "404", "405", "406", "429", "500")
_WRITING = ("403", "413", "415", "422")


class Schema(AutoSchema):
    """Adds a summary and the errors, which have one shape, to each operation."""

    def get_summary(self) -> str:
        """The first sentence of what the operation, or else its view, says of itself."""
        act = getattr(type(self.view), getattr(self.view, "action", None) or "", None)
        if getattr(act, "__qualname__", "") == "RetrieveModelMixin.retrieve":
            return "One of them, by its id"
        first = str(self.get_description()).strip().split("\n\n")[0]
        return " ".join(first.split()).partition(". ")[0].rstrip(".:")

    def _get_parameters(self) -> list[dict[str, Any]]:
        """A parameter without a value is refused: see `refuse_unknown`."""
        found: list[dict[str, Any]] = super()._get_parameters()
        for each in found:
            shape = each["schema"]
            if each["in"] == "query" and shape.get("type") == "string" and "enum" not in shape:
                shape.setdefault("minLength", 1)
        return found

    def _get_response_bodies(self, direction: Any = "response") -> Any:
        bodies = super()._get_response_bodies(direction)
        writes = self.method not in SAFE_METHODS
        shapes = dict.fromkeys((*_ALWAYS, *(_WRITING if writes else ())), ProblemSerializer)
        if writes:
            shapes["409"] = ConflictSerializer
        for code, shape in shapes.items():
            body = self._get_response_for_code(shape, code)  # type: ignore[no-untyped-call]
            bodies.setdefault(code, body)
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
