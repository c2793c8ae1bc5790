"""Specs: values, hashes, look-backs and documents."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from tests.trading.strategies.documents import DOCUMENT, changed
from trading.strategies.errors import SpecError
from trading.strategies.parse import parse_spec
from trading.strategies.spec import spec_hash
from trading.strategies.templates import TEMPLATES

SPEC = parse_spec(DOCUMENT)


def test_values_are_changed_in_a_copy():
    other = SPEC.with_parameters(fast=12)

    assert (SPEC.values["fast"], other.values["fast"]) == (10, 12)
    assert other.values["slow"] == 40
    assert isinstance(other.values["fast"], int)


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"fast": 1}, "too_small"),
        ({"fast": 3}, "off_grid"),
        ({"slow": 20, "fast": 20}, "not_ordered"),
        ({"other": 1}, "unknown_parameter"),
        ({"fast": float("nan")}, "not_finite"),
        ({"fast": "10"}, "not_finite"),
    ],
)
def test_values_keep_to_bounds_grid_and_order(values: dict[str, Any], code: str):
    with pytest.raises(SpecError) as caught:
        SPEC.with_parameters(**values)

    assert caught.value.code == code


def test_a_spec_cannot_be_changed():
    with pytest.raises(ValidationError):
        SPEC.name = "Other"


def test_the_hash_is_of_what_the_strategy_does():
    turned = json.loads(json.dumps(DOCUMENT))
    turned["indicators"] = dict(reversed(turned["indicators"].items()))

    assert spec_hash(parse_spec(turned)) == spec_hash(SPEC)
    assert spec_hash(parse_spec(changed("name", "Other"))) == spec_hash(SPEC)
    assert spec_hash(SPEC.with_parameters(fast=12)) != spec_hash(SPEC)
    assert spec_hash(SPEC.with_parameters(fast=12).with_parameters(fast=10)) == spec_hash(SPEC)
    assert len({spec_hash(template.make()) for template in TEMPLATES}) == len(TEMPLATES)


def test_the_look_back_follows_the_parameters():
    assert SPEC.lookback() == 39
    assert SPEC.with_parameters(slow=100).lookback() == 99
    sized = changed("sizing", {"kind": "volatility_target", "length": 60})
    assert parse_spec(sized).lookback() == 60


def test_complexity_counts_the_parts():
    assert SPEC.complexity() == 2 + 3 + 9 + 3
    assert parse_spec(changed("stops", {"stop_loss": 0.1})).complexity() == SPEC.complexity() + 1


def test_a_document_is_json_and_comes_back():
    document = SPEC.document()

    assert parse_spec(json.dumps(document)) == SPEC
    assert document["parameters"]["fast"]["value"] == 10
    assert isinstance(document["parameters"]["fast"]["value"], int)
