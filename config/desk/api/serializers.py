"""The base of both apps' serializers: reading a body, its limits, the form of errors."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, ClassVar

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework import serializers, status
from rest_framework.exceptions import APIException, ErrorDetail, ParseError, ValidationError
from rest_framework.parsers import JSONParser


class TooLarge(APIException):
    """413: the body is longer than the site takes."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"


class BoundedJSONParser(JSONParser):
    """JSON of at most API_BODY_BYTES. Invalid Unicode and endless nesting are refused."""

    def parse(
        self,
        stream: Any,
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The value. Raises TooLarge, ParseError."""
        limit = settings.API_BODY_BYTES
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise TooLarge(_("the body is longer than %(limit)s bytes") % {"limit": limit})
        try:
            value = json.loads(body.decode("utf-8"), parse_constant=_no_constant)
            if b"\\u" in body:
                json.dumps(value, ensure_ascii=False).encode("utf-8")  # no half of a surrogate pair
        except (ValueError, RecursionError) as error:
            raise ParseError(_("the body is not JSON: %(error)s") % {"error": error}) from error
        return value


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


# Which type of JSON value a field takes. By itself Django REST framework would read "3" as a number
# and 3 as a text.
_TAKES: tuple[tuple[type, tuple[type, ...]], ...] = (
    (serializers.BooleanField, (bool,)),
    (serializers.IntegerField, (int, float)),
    (serializers.FloatField, (int, float)),
    (serializers.CharField, (str,)),
)


def _mistyped(field: Any, value: Any) -> Any:
    """The error for a value of another type than the field's; empty for a value that fits."""
    if isinstance(field, serializers.ListField) and isinstance(value, list):
        faults = {at: _mistyped(field.child, each) for at, each in enumerate(value)}
        return {at: fault for at, fault in faults.items() if fault}
    types = next((types for kind, types in _TAKES if isinstance(field, kind)), None)
    if types is None or value is None:
        return None  # the field itself says what is wrong
    fits = isinstance(value, types) and (bool in types or not isinstance(value, bool))
    return None if fits else [ErrorDetail(field.error_messages["invalid"], code="invalid")]


class RawText(serializers.CharField):
    """A text as it came: the service checks it. `pattern` states in the schema what it takes."""

    def __init__(self, pattern: str = "", **options: Any) -> None:
        super().__init__(**{"allow_blank": True, "trim_whitespace": False, **options})
        self.pattern = pattern


class Body(serializers.Serializer):
    """A request's body: an unknown field is an error instead of being ignored, and so is a value
    of another type."""

    conditions: ClassVar[Mapping[str, Any]] = {}
    """The conditions between the fields, as JSON Schema: `validate` checks the same."""

    def to_internal_value(self, data: Any) -> Any:
        """The checked values. Raises ValidationError that names each unknown field."""
        if isinstance(data, Mapping):
            faults = {name: _mistyped(field, data.get(name)) for name, field in self.fields.items()}
            if wrong := {name: fault for name, fault in faults.items() if fault}:
                raise ValidationError(wrong)
        value = super().to_internal_value(data)
        known = ", ".join(self.fields)
        if unknown := [name for name in data if name not in self.fields]:
            detail = _("there is no such field; there are: %(known)s") % {"known": known}
            raise ValidationError({name: [detail] for name in unknown}, code="unknown_field")
        return value


def checked(serializer: type[Body], request: Any) -> dict[str, Any]:
    """A request's body as `serializer` understands it. Raises ValidationError."""
    body = serializer(data=request.data)
    body.is_valid(raise_exception=True)
    return dict(body.validated_data)


class PersonField(serializers.CharField):
    """A username. Who may see a row may see who wrote, answered or decided it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"read_only": True, "allow_null": True, **options})

    def to_representation(self, value: Any) -> str:
        return str(value.get_username())


class ChoiceOrNull(serializers.ChoiceField):
    """One of the choices, or null where the row holds none yet."""

    def __init__(self, choices: Any, **options: Any) -> None:
        super().__init__(choices, **{"read_only": True, "allow_null": True, **options})

    def to_representation(self, value: Any) -> Any:
        return value or None


class ErrorSerializer(serializers.Serializer):
    """One thing that is wrong; `attr` names the field or parameter where there is one."""

    code = serializers.CharField()
    detail = serializers.CharField()
    attr = serializers.CharField(allow_null=True)


class ProblemSerializer(serializers.Serializer):
    """Every error of the API."""

    type = serializers.ChoiceField(["validation_error", "client_error", "server_error"])
    errors = ErrorSerializer(many=True)


class ConflictSerializer(ProblemSerializer):
    """409: `current` says how things stand now."""

    current = serializers.DictField(required=False)
