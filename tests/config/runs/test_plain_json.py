from __future__ import annotations

import enum
from typing import Any

import pytest

from config.runs.errors import StepOutputError
from config.runs.ledger import require_plain


class Colour(enum.StrEnum):
    RED = "red"


class Scalar(float):
    """As a numpy scalar is: a float that is not quite one."""


@pytest.mark.parametrize("value", [None, True, 1, 1.5, "é", [], {}, {"a": [{"b": None}]}])
def test_plain_json_passes(value: Any) -> None:
    require_plain("node 0", value)


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ({"a": Scalar(1.5)}, r"\.a \(Scalar\)"),
        ([Colour.RED], r"\[0\] \(Colour\)"),
        ({"a": (1, 2)}, r"\.a \(tuple\)"),
        ({"a": float("nan")}, r"\.a \(nan\)"),
        ({"a": float("inf")}, r"\.a \(inf\)"),
        ({1: "a"}, r"\. \(dict\)"),
        (b"x", r"\. \(bytes\)"),
    ],
)
def test_anything_else_is_refused_with_its_place(value: Any, place: str) -> None:
    with pytest.raises(StepOutputError, match=f"^step node 0: .*{place}$"):
        require_plain("node 0", value)
