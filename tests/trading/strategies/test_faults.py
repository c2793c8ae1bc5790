"""All that is wrong with a spec's text, each with its line and column."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.trading.strategies.documents import DOCUMENT, changed
from trading.strategies.faults import MOST, read_text
from trading.strategies.templates import TEMPLATES


def told(text: str) -> list[tuple[str, str, tuple[int, int] | None]]:
    return [(each.error.code, each.error.path, each.position) for each in read_text(text).faults]


def test_a_sound_text_has_none() -> None:
    for template in TEMPLATES:
        reading = read_text(json.dumps(template.make().document(), indent=2))
        assert (reading.spec, reading.faults) == (template.make(), [])


def test_faults_of_the_shape_come_all_at_once_in_the_order_of_the_text() -> None:
    text = """{
  "name": 3,
  "colour": "red",
  "indicators": {"a": {"kind": "sma", "length": "x"}, "b": {"kind": "smaa"}}
}"""
    assert told(text) == [
        ("not_text", "name", (2, 11)),
        ("unknown_field", "colour", (3, 3)),
        ("bad_reference", "indicators.a.length", (4, 49)),
        ("unknown_indicator", "indicators.b.kind", (4, 69)),
    ]


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("", "bad_json", (1, 1)),
        ('{"name": "x",\n}', "bad_json", (2, 1)),
        ('{"name": "x"} y', "bad_json", (1, 15)),
        ('{"a": 1,\n "a": 2}', "duplicate_key", (2, 2)),
        ('{"name": NaN}', "not_json_number", (1, 10)),
        ("[]", "not_an_object", None),
        ('{"name": "' + "a" * 60_000 + '"}', "too_large", None),
    ],
)
def test_what_is_no_spec_at_all_is_one_fault(text: str, code: str, place: Any) -> None:
    assert [(found, where) for found, _path, where in told(text)] == [(code, place)]


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("parameters.fast.value", 99, "too_big"),
        ("long_exit.left", "nothing", "unknown_reference"),
        ("indicators.bands", {"kind": "sma", "length": "$fast"}, "unknown_output"),
        ("spec_version", 2, "bad_version"),
        ("spec_version", True, "bad_version"),
    ],
)
def test_what_parts_say_of_each_other_has_its_place(path: str, value: Any, code: str) -> None:
    document = changed(path, value)
    (fault,) = told(json.dumps(document, indent=1))
    assert fault[0] == code
    assert fault[2] is not None
    assert fault[2][0] > 1


def test_a_part_that_is_missing_is_told_where_it_would_stand() -> None:
    text = json.dumps({**DOCUMENT, "long_exit": {"op": ">", "left": "quick"}}, indent=1)
    ((code, path, place),) = told(text)
    assert (code, path) == ("missing", "long_exit.right")
    assert place is not None
    assert text.split("\n")[place[0] - 1].startswith(' "long_exit": {')


def test_a_name_is_pointed_at_as_a_key_or_as_a_value() -> None:
    text = json.dumps(changed("long_exit.left", "x y"), indent=1)
    ((code, _path, place),) = told(text)
    assert (code, place and text.split("\n")[place[0] - 1][place[1] - 1 :]) == (
        "bad_name", '"x y",',
    )  # fmt: skip
    named = json.dumps(changed("indicators.X y", {"kind": "obv"}), indent=1)
    ((code, _path, place),) = told(named)
    assert code == "bad_name"
    assert place is not None
    assert named.split("\n")[place[0] - 1][place[1] - 1 :].startswith('"X y":')


def test_no_more_are_told_than_one_reads() -> None:
    text = json.dumps({"name": "x", **{f"field{number}": 1 for number in range(100)}})
    assert len(told(text)) == MOST


def test_a_text_nested_without_end_is_refused() -> None:
    deep = '{"a":' * 200 + "1" + "}" * 200
    assert [code for code, _path, _place in told(deep)] == ["too_deep"]
