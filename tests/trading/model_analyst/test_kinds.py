"""The kind of a spec follows from its entry rule, whatever its designer calls it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.trading.model_analyst.talker import template
from trading.analyst.first_designs import approach_of
from trading.model_analyst.strategist import TELLING, approach_of_spec
from trading.strategies.parse import parse_spec
from trading.strategies.templates import TEMPLATES


def kind_of(entry: dict[str, Any], **indicators: dict[str, Any]) -> str:
    spec = {"name": "x", "indicators": indicators, "long_entry": entry,
            "stops": {"time_stop": 5}}  # fmt: skip
    return approach_of_spec(parse_spec(spec))


@pytest.mark.parametrize("one", TEMPLATES, ids=lambda one: one.kind)
def test_every_template_is_of_its_own_kind(one: Any):
    assert approach_of_spec(one.make()) == approach_of(one)


def test_every_kind_is_one_that_findings_speak_of():
    assert {approach_of(one) for one in TEMPLATES} == set(TELLING)


def test_a_name_changes_nothing():
    document = template("rsi_reversion") | {"name": "The great trend follower"}
    assert approach_of_spec(parse_spec(document)) == "mean_reversion"


@pytest.mark.parametrize(("op", "left", "right", "kind"), [
    (">", "close", "average", "trend"),
    ("<", "average", "close", "trend"),
    ("crosses_below", "close", "average", "mean_reversion"),
])  # fmt: skip
def test_sides_may_be_written_either_way(op: str, left: str, right: str, kind: str):
    entry = {"op": op, "left": left, "right": right}
    assert kind_of(entry, average={"kind": "sma", "length": 20}) == kind


@pytest.mark.parametrize(("op", "level", "kind"), [
    ("<", 20, "mean_reversion"), (">", 60, "momentum"),
    ("crosses_above", 30, "mean_reversion"), ("crosses_above", 60, "momentum"),
])  # fmt: skip
def test_an_oscillator_says_by_its_level_what_it_is(op: str, level: int, kind: str):
    entry = {"op": op, "left": "rsi", "right": level}
    assert kind_of(entry, rsi={"kind": "rsi", "length": 14}) == kind


def test_what_is_negated_is_read_the_other_way_round():
    above = {"op": ">", "left": "close", "right": "average"}
    entry = {"op": "not", "condition": above}
    assert kind_of(entry, average={"kind": "sma", "length": 20}) == "mean_reversion"


def test_a_strategy_that_only_sells_short_is_read_as_its_reverse():
    document = {"name": "x", "direction": "short",
                "indicators": {"past": {"kind": "roc", "length": 60}},
                "short_entry": {"op": "<", "left": "past", "right": 0},
                "short_exit": {"op": ">", "left": "past", "right": 0}}  # fmt: skip
    assert approach_of_spec(parse_spec(document)) == "momentum"
