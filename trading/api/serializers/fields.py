"""Fields whose content the domain checks: specs and constraints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

from config.runs.refusals import explain
from config.sayable import SayableError
from trading.strategies.constraints import parse_constraints
from trading.strategies.faults import faults_of


class SpecField(serializers.DictField):
    """A spec: docs/strategy-spec.schema.json. Each of its faults is named by its path."""

    def to_internal_value(self, data: Any) -> Any:
        """The document. Raises ValidationError with the path of each fault."""
        document = super().to_internal_value(data)
        if faults := faults_of(document):
            raise ValidationError(_by_path(faults))
        return document


class ConstraintsField(serializers.DictField):
    """What is demanded of any strategy: sides, indicators to leave out, costs, dates."""

    def to_internal_value(self, data: Any) -> Any:
        """The document. Raises ValidationError with the path of the first fault."""
        document = super().to_internal_value(data)
        try:
            parse_constraints(document)
        except SayableError as error:
            raise ValidationError(_by_path([error])) from error
        return document


def _by_path(faults: list[Any]) -> Any:
    details: dict[str, list[ErrorDetail]] = {}
    for fault in faults:
        said = fault.template % fault.values if not fault.path else _without_path(fault)
        details.setdefault(fault.path or "non_field_errors", []).append(
            ErrorDetail(said, code=fault.code)
        )
    return details


def _without_path(fault: Any) -> str:
    return explain(fault).removeprefix(f"{fault.path}: ")


class Whatever(serializers.JSONField):
    """JSON of a form that the domain documents."""

    def to_representation(self, value: Any) -> Any:
        return value if not isinstance(value, Mapping) else dict(value)
