"""Specs and constraints in the schema of the API: what their models say, as OpenAPI 3.0 says it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from config.desk.api.schema import among
from config.text.validation import ANY_WORDS
from trading.strategies.constraints import Constraints
from trading.strategies.indicators import KINDS
from trading.strategies.spec import StrategySpec

COMPONENTS = "#/components/schemas/"
_EXCLUSIVE = {"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}
_EXAMPLE = {
    "name": "Buy weakness",
    "indicators": {"rsi": {"kind": "rsi", "length": 14}},
    "long_entry": {"op": "<", "left": "rsi", "right": 30},
    "long_exit": {"op": ">", "left": "rsi", "right": 70},
}


def with_specs(result: dict[str, Any], **_context: Any) -> dict[str, Any]:
    """The schema with the parts of a spec, which refer to each other: a hook of drf-spectacular."""
    known = result["components"]["schemas"] | _components()
    result["components"]["schemas"] = dict(sorted(known.items()))
    return result


def _components() -> dict[str, Any]:
    whole = _openapi(StrategySpec.model_json_schema(ref_template=COMPONENTS + "{model}"))
    parts: dict[str, Any] = whole.pop("$defs")
    begins = [
        {"required": [name], "properties": {name: {"type": "object"}}}
        for name in ("long_entry", "short_entry")
    ]
    return {**parts, "Spec": {**whole, "anyOf": begins, "example": _EXAMPLE}}


def constraints_schema() -> dict[str, Any]:
    """What constraints are; the indicators are those that there are."""
    found = _openapi(Constraints.model_json_schema())
    found["properties"]["forbidden_indicators"]["items"] |= among(*sorted(KINDS))
    return found


def _openapi(keywords: Mapping[str, Any]) -> dict[str, Any]:
    """A part of a JSON Schema, as pydantic writes it, in the words that OpenAPI 3.0 has."""
    found: dict[str, Any] = {}
    for name, value in keywords.items():
        found |= _keyword(name, value)
    # Not kept: tools expect one word for each alternative, and a comparison has four.
    if chosen_by := found.pop("discriminator", None):
        found |= {"type": "object", "required": [chosen_by["propertyName"]]}
    if found.get("type") == "string" and not {"enum", "format", "pattern"} & found.keys():
        found["pattern"] = ANY_WORDS
    return _nullable(found)


def _keyword(name: str, value: Any) -> dict[str, Any]:
    if name in ("properties", "$defs"):
        return {name: {key: _openapi(each) for key, each in value.items()}}
    if name in ("oneOf", "anyOf"):
        return {name: [_openapi(each) for each in value]}
    if name == "prefixItems":  # pairs, alike in both places
        return {"items": _openapi(value[0])}
    if name in ("items", "additionalProperties") and isinstance(value, Mapping):
        return {name: _openapi(value)}
    if name == "const":
        return {"enum": [value]}
    if bound := _EXCLUSIVE.get(name):
        return {bound: value, name: True}
    return {} if name == "title" or value is None else {name: value}


def _nullable(found: dict[str, Any]) -> dict[str, Any]:
    """Alternatives of which one is null, as the other one that may be null."""
    null = {"type": "null"}
    if null not in found.get("anyOf", ()):
        return found
    (one,) = (each for each in found.pop("anyOf") if each != null)
    return {**one, **found, "nullable": True}
