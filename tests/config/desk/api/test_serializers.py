"""Bodies of requests: which fields and which types of value are taken."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework import serializers

from config.desk.api.serializers import Body


class Order(Body):
    text = serializers.CharField(required=False)
    count = serializers.IntegerField(required=False, allow_null=True)
    share = serializers.FloatField(required=False)
    urgent = serializers.BooleanField(required=False)
    names = serializers.ListField(child=serializers.CharField(), required=False)


def faults(**body: Any) -> dict[str, Any]:
    order = Order(data=body)
    order.is_valid()
    return dict(order.errors)


@pytest.mark.parametrize(
    "body",
    [
        {}, {"text": "3"}, {"count": 3}, {"count": None}, {"share": 3}, {"share": 0.5},
        {"urgent": True}, {"names": ["a", "b"]}, {"names": []},
    ],
)  # fmt: skip
def test_a_value_of_the_fields_own_type_is_taken(body: dict[str, Any]) -> None:
    order = Order(data=body)
    assert order.is_valid(), order.errors
    assert order.validated_data == body


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("text", 3), ("text", True), ("count", "3"), ("count", True), ("share", "0.5"),
        ("share", False), ("urgent", "true"), ("urgent", 1), ("names", "a"),
    ],
)  # fmt: skip
def test_a_value_of_another_type_is_an_error_of_its_field(name: str, value: Any) -> None:
    assert set(faults(**{name: value})) == {name}


def test_an_item_of_another_type_is_named_by_its_place() -> None:
    assert set(faults(names=["a", 1, "b", None])["names"]) == {1}


def test_each_unknown_field_is_named_with_those_there_are() -> None:
    found = faults(text="a", txt="b", cuont=1)
    assert set(found) == {"txt", "cuont"}
    (said,) = found["txt"]
    assert said == "there is no such field; there are: text, count, share, urgent, names"
    assert said.code == "unknown_field"
