"""What is wrong with a document is told with its place."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from tests.trading.strategies.documents import DOCUMENT, DROP, changed, text
from tests.trading.strategies.random_spec import random_spec
from trading.strategies import names
from trading.strategies.errors import SpecError
from trading.strategies.indicators import KINDS
from trading.strategies.parse import parse_spec

FIRST = "long_entry.conditions.0"
WIDE = {"op": "or", "conditions": [{"op": ">", "left": "close", "right": 1}] * 40}
FAULTS = [
    ("name", DROP, "missing", "name"),
    ("name", "", "empty", "name"),
    ("name", "x" * 81, "too_long", "name"),
    ("name", "x\x00y", "bad_character", "name"),
    ("name", "x\ud800y", "bad_character", "name"),
    ("description", "\x1b[2J", "bad_character", "description"),
    ("description", 5, "not_text", "description"),
    ("colour", "red", "unknown_field", "colour"),
    ("spec_version", 2, "bad_version", "spec_version"),
    ("direction", "up", "unknown_choice", "direction"),
    ("parameters", [], "not_object", "parameters"),
    ("parameters.fast", 10, "not_object", "parameters.fast"),
    ("parameters.fast.type", "text", "unknown_choice", "parameters.fast.type"),
    ("parameters.fast.value", "ten", "not_number", "parameters.fast.value"),
    ("parameters.fast.value", True, "not_number", "parameters.fast.value"),
    ("parameters.fast.value", math.nan, "not_finite", "parameters.fast.value"),
    ("parameters.fast.value", 32, "too_big", "parameters.fast.value"),
    ("parameters.fast.value", 0, "too_small", "parameters.fast.value"),
    ("parameters.fast.value", 11, "off_grid", "parameters.fast.value"),
    ("parameters.fast.low", 2.5, "not_whole", "parameters.fast.low"),
    ("parameters.fast.low", 31, "bad_bounds", "parameters.fast.low"),
    ("parameters.fast.step", 0, "bad_step", "parameters.fast.step"),
    ("parameters.fast.step", 29, "bad_step", "parameters.fast.step"),
    ("parameters.fast.step", 1e-6, "fine_grid", "parameters.fast.step"),
    ("parameters.fast.more", 1, "unknown_field", "parameters.fast.more"),
    ("parameters.Fast", {}, "missing", "parameters.Fast.type"),
    ("ordered.0", ["fast"], "missing", "ordered.0.1"),
    ("ordered.0.1", "none", "unknown_parameter", "ordered.0.1"),
    ("ordered.0", ["slow", "fast"], "not_ordered", "parameters.slow"),
    ("indicators.quick.kind", "smma", "unknown_indicator", "indicators.quick.kind"),
    ("indicators.quick.kind", DROP, "missing", "indicators.quick.kind"),
    ("indicators.quick", "sma", "not_object", "indicators.quick"),
    ("indicators.quick.length", 1.5, "not_whole_number", "indicators.quick.length"),
    ("indicators.quick.length", 0, "too_small", "indicators.quick.length"),
    ("indicators.quick.length", 1001, "too_big", "indicators.quick.length"),
    ("indicators.quick.length", "fast", "bad_reference", "indicators.quick.length"),
    ("indicators.quick.length", "$more", "unknown_parameter", "indicators.quick.length"),
    ("indicators.quick.span", 3, "unknown_field", "indicators.quick.span"),
    ("indicators.quick.source", "price", "unknown_reference", "indicators.quick.source"),
    ("indicators.quick.source", "calm.low", "unknown_output", "indicators.quick.source"),
    ("indicators.quick.source", "quick", "circular", "indicators.quick.source"),
    ("indicators.close", {"kind": "sma"}, "reserved_name", "indicators.close"),
    ("indicators.class", {"kind": "sma"}, "reserved_name", "indicators.class"),
    ("indicators.two words", {"kind": "sma"}, "bad_name", "indicators.two words"),
    ("indicators.more", {"kind": "sma"}, "unused_indicator", "indicators.more"),
    ("indicators.calm.length", 40, "unused_parameter", "parameters.slow"),
    ("long_entry", DROP, "no_entry", "long_entry"),
    ("long_exit", DROP, "no_exit", "long_exit"),
    ("short_exit", DOCUMENT["long_exit"], "wrong_side", "short_exit"),
    ("long_entry", "close > 3", "not_object", "long_entry"),
    ("long_entry.op", "xor", "unknown_choice", "long_entry.op"),
    ("long_entry.conditions", [], "empty", "long_entry.conditions"),
    (f"{FIRST}.op", "==", "unknown_choice", f"{FIRST}.op"),
    (f"{FIRST}.left", DROP, "missing", f"{FIRST}.left"),
    (f"{FIRST}.left", None, "not_number", f"{FIRST}.left"),
    (f"{FIRST}.left", "Close", "bad_name", f"{FIRST}.left"),
    (f"{FIRST}.left", "price", "unknown_reference", f"{FIRST}.left"),
    (f"{FIRST}.left", "bands.uper", "unknown_output", f"{FIRST}.left"),
    (f"{FIRST}.left", "$level", "unknown_parameter", f"{FIRST}.left"),
    (f"{FIRST}.left", 1e13, "too_big", f"{FIRST}.left"),
    (f"{FIRST}.left", {"op": "^", "left": 1, "right": 2}, "unknown_choice", f"{FIRST}.left.op"),
    (FIRST, {"op": ">", "left": 1, "right": "$fast"}, "constant", FIRST),
    ("long_entry", WIDE, "too_many", "long_entry.conditions.26.left"),
    ("sizing", "all_in", "not_object", "sizing"),
    ("sizing", {"kind": "half"}, "unknown_choice", "sizing.kind"),
    ("sizing", {"kind": "fixed_fraction", "fraction": 1.1}, "too_big", "sizing.fraction"),
    ("stops", {"stop_loss": 0}, "too_small", "stops.stop_loss"),
    ("stops", {"stop_loss": "$fast"}, "too_big", "stops.stop_loss"),
    ("stops", {"time_stop": 1.5}, "not_whole_number", "stops.time_stop"),
    ("stops", {"stop": 0.1}, "unknown_field", "stops.stop"),
]


def test_the_document_itself_is_sound():
    assert parse_spec(DOCUMENT) == parse_spec(text(DOCUMENT))


@pytest.mark.parametrize(("path", "value", "code", "place"), FAULTS)
def test_a_fault_has_its_place(path: str, value: Any, code: str, place: str):
    with pytest.raises(SpecError) as caught:
        parse_spec(changed(path, value))

    assert (caught.value.code, caught.value.path) == (code, place)
    assert str(caught.value).startswith(f"{place}: ")


def test_an_unknown_indicator_lists_the_known_ones():
    with pytest.raises(SpecError) as caught:
        parse_spec(changed("indicators.quick.kind", "smma"))

    assert all(kind in str(caught.value) for kind in KINDS)


def test_a_parameter_must_suit_its_use_over_all_its_range():
    with pytest.raises(SpecError, match=r"indicators.quick.length: 0 is below the least, 1"):
        parse_spec(changed("parameters.fast.low", 0))


def test_a_price_cannot_fall_by_all_of_itself():
    short = changed("direction", "short")
    short["short_entry"], short["short_exit"] = short.pop("long_entry"), short.pop("long_exit")

    with pytest.raises(SpecError, match="take_profit"):
        parse_spec({**short, "stops": {"take_profit": 1.0}})


@pytest.mark.parametrize(
    ("document", "code", "says"),
    [
        ('{"name": "x",}', "bad_json", "line 1, column 14"),
        ('{\n "name": x}', "bad_json", "line 2, column 10"),
        ("", "bad_json", "line 1"),
        ("[1]", "not_an_object", "[...]"),
        ("null", "not_an_object", "null"),
        ('{"name": NaN}', "not_json_number", "NaN"),
        ('{"name": "x", "name": "y"}', "duplicate_key", "'name'"),
        ('{"name": %s}' % ("9" * 5000), "invalid", "digits"),
        ('{"name": "%s"}' % ("x" * names.DOCUMENT_CHARACTERS), "too_large", "characters"),
        ('{{"name": {}{}}}'.format("[" * 20_000, "]" * 20_000), "too_deep", "levels"),
        ('{{"name": {}{}}}'.format("[" * 100, "]" * 100), "too_deep", "levels"),
    ],
)  # fmt: skip
def test_bad_text(document: str, code: str, says: str):
    with pytest.raises(SpecError, match=says.replace("[", r"\[")) as caught:
        parse_spec(document)

    assert caught.value.code == code


def test_a_condition_may_not_be_too_deep():
    nested: Any = {"op": ">", "left": "close", "right": 1}
    for _ in range(names.DEPTH):
        nested = {"op": "not", "condition": nested}

    with pytest.raises(SpecError, match="nested deeper than 8 levels"):
        parse_spec(changed("long_exit", nested))


def test_a_chain_of_indicators_may_not_be_too_long():
    document = changed()
    for at in range(6):
        source = f"link{at - 1}" if at else "close"
        document["indicators"][f"link{at}"] = {"kind": "sma", "source": source}
    document["long_exit"] = {"op": ">", "left": "link5", "right": "close"}

    with pytest.raises(SpecError, match="nested deeper than 4 levels"):
        parse_spec(document)


def test_a_key_that_is_no_text():
    with pytest.raises(SpecError, match="key 1"):
        parse_spec({1: 2})  # type: ignore[dict-item]


JUNK: list[Any] = [
    None,
    True,
    -1,
    0,
    1e9,
    math.inf,
    "",
    "$",
    "close",
    "$fast",
    [],
    [[]],
    {},
    {"op": "and"},
    "é",
]


def test_a_spoiled_document_never_fails_otherwise():
    """Random values at random places: accepted, or a SpecError with a path in the document."""
    rng = np.random.default_rng(0)
    refused = 0
    for seed in range(400):
        document = random_spec(np.random.default_rng(seed)).document()
        for _ in range(2):
            path = str(rng.choice(paths(document)))
            spoil(document, path, JUNK[int(rng.integers(len(JUNK)))])
        try:
            parse_spec(document)
        except SpecError:
            refused += 1
    assert refused > 300


def paths(part: Any, path: str = "") -> list[str]:
    entries: Any = (
        part.items()
        if isinstance(part, dict)
        else enumerate(part)
        if isinstance(part, list)
        else ()
    )
    below = [found for key, value in entries for found in paths(value, f"{path}/{key}")]
    return ([path[1:]] if path else []) + below


def spoil(document: Any, path: str, value: Any) -> None:
    *steps, last = path.split("/")
    for step in steps:
        document = document[int(step)] if isinstance(document, list) else document[step]
    if isinstance(document, dict):
        document[last] = value
