"""What the schema says of a spec is what the server says of it."""

from __future__ import annotations

from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft4Validator

from trading.strategies.faults import faults_of
from trading.strategies.templates import TEMPLATES, template

SPEC = template("rsi_reversion").make().document()


@pytest.fixture(scope="module")
def says() -> Draft4Validator:
    """OpenAPI 3.0 has the `exclusiveMinimum` of draft 4; its `nullable` is an alternative there."""
    schema = SchemaGenerator().get_schema(request=None, public=True)
    spec = schema["components"]["schemas"]["SaveRequest"]["properties"]["spec"]
    return Draft4Validator({"components": _with_null(schema["components"]), "allOf": [spec]})


def _with_null(part: Any) -> Any:
    if isinstance(part, list):
        return [_with_null(each) for each in part]
    if not isinstance(part, dict):
        return part
    found = {name: _with_null(each) for name, each in part.items()}
    return {"anyOf": [{"enum": [None]}, found]} if part.get("nullable") is True else found


@pytest.mark.parametrize("name", [each.kind for each in TEMPLATES])
def test_every_template_is_a_spec_for_both(says: Draft4Validator, name: str) -> None:
    document = template(name).make().document()
    says.validate(document)
    assert not faults_of(document)


@pytest.mark.parametrize(
    "wrong",
    [
        {"long_entry": {"op": "plus", "left": "close", "right": 100}},
        {"indicators": {"one": {"kind": "tea"}}},
        {"parameters": {"one": {"type": "int", "value": 1, "low": 1}}},
        {"parameters": {"one": {"type": "odd", "value": 1, "low": 1, "high": 2}}},
        {"ordered": [["one"]]},
        {"sizing": {}},
        {"sizing": {"kind": "some"}},
        {"sizing": {"kind": "all_in", "fraction": 1}},
        {"stops": {"never": 1}},
        {"stops": {"stop_loss": "tight"}},
        {"indicators": {"one": {"kind": "rsi", "size": 3}}},
        {"long_entry": {"op": ">", "left": "close"}},
        {"long_entry": {"op": ">", "left": "Close", "right": 1}},
        {"long_entry": {"op": ">", "left": {"op": "+", "left": "close"}, "right": 1}},
        {"long_entry": {"op": "and", "conditions": []}},
        {"long_entry": {"op": "not", "condition": {"op": "or", "conditions": [{"op": "<"}]}}},
    ],
    ids=str,
)
def test_what_is_wrong_at_any_depth_is_wrong_for_both(
    says: Draft4Validator, wrong: dict[str, Any]
) -> None:
    assert not says.is_valid({**SPEC, **wrong})
    assert faults_of({**SPEC, **wrong})


def test_the_example_of_a_spec_is_one() -> None:
    schema = SchemaGenerator().get_schema(request=None, public=True)
    assert not faults_of(schema["components"]["schemas"]["Spec"]["example"])
