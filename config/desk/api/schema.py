"""The OpenAPI schema: what every operation has besides its own."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from threading import Lock
from typing import Any

from django.utils.translation import override
from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerExtension,
)
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import build_bearer_security_scheme_object
from rest_framework import serializers
from rest_framework.permissions import SAFE_METHODS

from config.desk.api.authentication import TokenAuthentication
from config.desk.api.serializers import Body, ConflictSerializer, ProblemSerializer

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
USUAL = {**_ALWAYS, **_WRITING}
"""What refusals mean that are alike at every address, by status."""

_NO_NUL = r"^[^\u0000]*$"
"""Texts that Django REST framework takes."""

_ONE = Lock()


class Generator(SchemaGenerator):
    """Makes one schema at a time: drf-spectacular loads its extensions with the first, and a second
    thread that meets one half loaded fails. It is in English, whoever asks first."""

    def get_schema(self, *args: Any, **kwargs: Any) -> Any:
        with _ONE, override("en"):
            return super().get_schema(*args, **kwargs)  # type: ignore[no-untyped-call]


class Schema(AutoSchema):
    """Adds a summary and the errors, which have one shape, to each operation."""

    def get_summary(self) -> str:
        """The first sentence of what the operation, or else its view, says of itself."""
        if self._by_key:
            *_, kind, key = self.path.strip("/").split("/")
            return f"One {kind.replace('-', ' ').removesuffix('s')}, by its {key.strip('{}')}"
        first = self._whole_description().split("\n\n")[0]
        return " ".join(first.split()).partition(". ")[0].rstrip(".:")

    def _get_parameters(self) -> list[dict[str, Any]]:
        """A parameter without a value is refused (see `refuse_unknown`), and so is the sign NUL;
        the length of a text is its filter's."""
        found: list[dict[str, Any]] = super()._get_parameters()
        filters = getattr(getattr(self.view, "filterset_class", None), "base_filters", {})
        for each in found:
            shape = each["schema"]
            if each["in"] == "query" and shape.get("type") == "string" and "enum" not in shape:
                shape.setdefault("minLength", 1)
                if "format" not in shape:
                    shape.setdefault("pattern", _NO_NUL)
                if most := getattr(filters.get(each["name"]), "extra", {}).get("max_length"):
                    shape["maxLength"] = most
        return found

    def get_description(self) -> str:
        """What it says of itself beyond the summary; empty where that is all."""
        whole = self._whole_description()
        return "" if self._by_key or whole.rstrip(".:") == self.get_summary() else whole

    def _whole_description(self) -> str:
        return str(super().get_description()).strip()

    @property
    def _by_key(self) -> bool:
        """Whether it gives one row of a list, without words of its own."""
        act = getattr(type(self.view), getattr(self.view, "action", None) or "", None)
        return getattr(act, "__qualname__", "") == "RetrieveModelMixin.retrieve"

    def _get_request_body(self, direction: Any = "request") -> Any:
        """A body whose fields ask something of each other is never left out."""
        body = super()._get_request_body(direction)  # type: ignore[no-untyped-call]
        if body and getattr(self.get_request_serializer(), "conditions", None):
            body["required"] = True
        return body

    def _get_response_bodies(self, direction: Any = "response") -> Any:
        bodies = super()._get_response_bodies(direction)
        writes = self.method not in SAFE_METHODS
        for code, description in {**_ALWAYS, **(_WRITING if writes else {})}.items():
            shape = ConflictSerializer if code == "409" else ProblemSerializer
            body = self._get_response_for_code(shape, code)  # type: ignore[no-untyped-call]
            bodies.setdefault(code, {**body, "description": description})
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
    """A request's body has the fields it names and no others, and what they ask of each other; a
    list that takes no emptiness says so, and a text its pattern, or that NUL is none of its
    signs."""

    target_class = Body
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: Any) -> Any:
        found = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        for name, field in self.target.fields.items():
            if getattr(field, "allow_empty", True) is False:
                found["properties"][name]["minItems"] = 1
            if pattern := getattr(field, "pattern", ""):
                found["properties"][name]["pattern"] = pattern
            elif type(field) is serializers.CharField:
                found["properties"][name]["pattern"] = _NO_NUL
        return {**found, **self.target.conditions, "additionalProperties": False}


def among(*words: str) -> dict[str, Any]:
    """The condition that a field is one of these words. (As `enum` it would get a name.)"""
    return {"pattern": f"^({'|'.join(map(re.escape, words))})$"}


def one_of(*names: str) -> dict[str, Any]:
    """The condition that one of these fields is there, and no other of them."""
    return {"oneOf": [{"required": [name]} for name in names]}


# One example for each operation of the API: a request as one types it, and what is answered.
#
# Made from the schema alone, so that it is never of another version than the API.

Document = Mapping[str, Any]

_DEEPEST = 4  # levels of an answer; what lies below is left out
_WORDS: dict[str, Any] = {
    "text": "Naps improve recall in nurses",
    "texts": ["Naps improve recall in nurses"],
    "question": "In nurses of one hospital, do naps improve recall?",
    "ticker": "AAPL",
    "timezone": "America/Sao_Paulo",
    "objective": "momentum with low drawdown",
    "reason": "The interval is narrow enough.",
    "username": "ana",
    "password": "...",
    "name": "nightly",
    "language": "en",
}
"""What fields of these names hold, so that an example reads like one."""
_FORMATS = {
    "date-time": "2026-11-27T12:00:00Z",
    "date": "2026-11-27",
    "uuid": "00000000-0000-4000-8000-000000000000",
    "uri": "http://127.0.0.1:8000/api/v1/runs/1/",
    "binary": "...",
}


def example_of(shape: Document, known: Document, name: str = "", depth: int = 0) -> Any:
    """A value of a shape (an OpenAPI schema); `known` are the shapes that others refer to."""
    shape = _resolved(shape, known)
    for key in ("example", "default"):
        if shape.get(key) is not None:
            return shape[key]
    if "enum" in shape:
        return next((one for one in shape["enum"] if one not in (None, "")), None)
    for key in ("allOf", "oneOf", "anyOf"):
        if key in shape and "properties" not in shape:
            return example_of(shape[key][0], known, name, depth)
    kind = shape.get("type")
    kind = next((one for one in kind if one != "null"), "null") if isinstance(kind, list) else kind
    if kind == "object" or "properties" in shape:
        return _object(shape, known, depth)
    if name in _WORDS and (kind == "array") == isinstance(_WORDS[name], list):
        return _WORDS[name]
    if kind == "array":
        if depth >= _DEEPEST:
            return []
        return [example_of(shape.get("items", {}), known, "", depth + 1)] * shape.get("minItems", 1)
    return _scalar(shape, str(kind))


def request_of(method: str, path: str, operation: Document, known: Document) -> str:
    """The request as a line for a shell; what stands in the path is 1."""
    lines = [f"curl -H 'Authorization: Token ...' {_address(path, operation)}"]
    if method != "get":
        lines[0] = lines[0].replace("curl ", f"curl -X {method.upper()} ", 1)
    content = operation.get("requestBody", {}).get("content", {})
    if "application/json" in content:
        body = _required(content["application/json"]["schema"], known)
        lines.append("  -H 'Content-Type: application/json'")
        lines.append("  -d '" + json.dumps(body, ensure_ascii=False).replace("'", "'\\''") + "'")
    elif content:
        lines.append("  -F file=@prices.csv")
    return " \\\n".join(lines)


def answer_of(operation: Document, known: Document) -> tuple[str, str]:
    """The status of what is answered when all goes well, and its body; empty where it has none."""
    status = next((code for code in operation["responses"] if code.startswith("2")), "")
    content = operation["responses"].get(status, {}).get("content", {})
    if "application/json" not in content:
        return status, ""
    made = example_of(content["application/json"]["schema"], known)
    return status, json.dumps(made, ensure_ascii=False, indent=2)


def _address(path: str, operation: Document) -> str:
    for parameter in operation.get("parameters", ()):
        if parameter["in"] == "path":
            number = parameter["schema"].get("type") == "integer"
            path = path.replace(f"{{{parameter['name']}}}", "1" if number else "one")
    return f"http://127.0.0.1:8000{path}"


def _required(shape: Document, known: Document) -> Any:
    """A body with what it cannot do without; where it can do without anything, all of it."""
    whole = _resolved(shape, known)
    names = whole.get("required", ())
    made = example_of(shape, known)
    if not names or not isinstance(made, dict):
        return made
    return {name: value for name, value in made.items() if name in names}


def _resolved(shape: Document, known: Document) -> Document:
    while "$ref" in shape:
        shape = known[shape["$ref"].rpartition("/")[2]]
    return shape


def _object(shape: Document, known: Document, depth: int) -> dict[str, Any]:
    if depth >= _DEEPEST:
        return {}
    first, *others = shape.get("oneOf", ({},))
    out = {name for one in others for name in one.get("required", ())}
    out |= {
        *first.get("not", {}).get("required", ()),
        *shape.get("not", {}).get("required", ())[1:],
    }
    out -= set(first.get("required", ()))
    return {
        name: example_of(
            {**each, **first.get("properties", {}).get(name, {})}, known, name, depth + 1
        )
        for name, each in shape.get("properties", {}).items()
        if name not in out  # of what excludes each other the first is there
    }


_ONE_OF = re.compile(r"\^\(([\w-]+)\|")  # a pattern that lists what it takes


def _scalar(shape: Document, kind: str) -> Any:
    if kind in ("integer", "number"):
        usual = 1 if kind == "integer" else 0.5
        most, least = shape.get("maximum", usual), shape.get("minimum", usual)
        if usual >= most and shape.get("exclusiveMaximum"):
            return (least + most) / 2 if "minimum" in shape else most - usual
        return min(max(usual, least), most)
    if kind == "boolean":
        return True
    if kind == "string" and (one := _ONE_OF.match(shape.get("pattern", ""))) is not None:
        return one[1]
    if kind == "string":
        return _FORMATS.get(shape.get("format", ""), "...")
    return {} if kind == "None" else None
