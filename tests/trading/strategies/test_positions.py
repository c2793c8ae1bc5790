"""Where a path of a document stands in its text."""

from __future__ import annotations

import json

import pytest

from tests.trading.strategies.documents import DOCUMENT
from trading.strategies.faults import position_of

TEXT = """{
  "name": "É 😀",
  "indicators": {
    "fast": {"kind": "sma", "length": 2},
    "a.b": {"c": [1, {"d": null}]}
  },
  "list": [ [], [true , -1.5e3 ] ]
}"""


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("", "{"),
        ("name", '"É'),
        ("indicators.fast.length", "2}"),
        ("indicators.a.b.c.1.d", "null"),
        ("list.1.1", "-1.5e3"),
        ("list.0", "[]"),
        ("indicators.fast.source", '{"kind": "sma"'),  # it is not there: what it would be in
        ("nothing.at.all", "{"),
    ],
)
def test_a_path_leads_to_its_value(path: str, shown: str) -> None:
    line, column = position_of(TEXT, path)
    assert TEXT.split("\n")[line - 1][column - 1 :].startswith(shown)


def test_a_key_is_pointed_at_where_it_is_the_fault() -> None:
    assert position_of(TEXT, "indicators.fast.length", key=True) == (4, 29)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"a": 1,\n "a": 2}', (2, 2)),
        ('{"a": NaN}', (1, 7)),
        ('{"a": [1, -Infinity]}', (1, 11)),
    ],
)
def test_what_no_parser_gives_a_path_for_is_found(text: str, place: tuple[int, int]) -> None:
    assert position_of(text, "") == place


def test_every_part_of_a_document_is_found_however_it_is_written() -> None:
    for indent in (None, 1, 4):
        text = json.dumps(DOCUMENT, indent=indent)
        for path, value in (
            ("parameters.slow.high", "100"),
            ("ordered.0.1", '"slow"'),
            ("long_entry.conditions.1.right.left", "1.1"),
        ):
            line, column = position_of(text, path)
            assert text.split("\n")[line - 1][column - 1 :].startswith(value)


def test_no_depth_is_too_deep() -> None:
    assert position_of("[" * 20_000 + "]" * 20_000, "0.0.0") == (1, 4)
