"""Codes in words."""

from __future__ import annotations

from dataclasses import fields
from typing import get_args

import pytest
from django.utils import translation

from trading.domain.figures import Metrics
from trading.domain.types import ACTIONS, SEGMENTS, Convergence, FailureClass
from trading.models import Decision, Finding, Strategy
from trading.presenting import code_names
from trading.presenting.code_names import word
from trading.research.agents import AGENTS


@pytest.mark.parametrize(
    ("group", "codes"),
    [
        ("action", ACTIONS),
        ("failure", get_args(FailureClass)),
        ("trajectory", get_args(Convergence)),
        ("outcome", [*Strategy.Final.values, *Decision.Outcome.values]),
        ("segment", SEGMENTS),
        ("agent", [agent.name for agent in AGENTS]),
        ("state", Finding.Status.values),
        ("figure", [field.name for field in fields(Metrics)]),
    ],
)
def test_every_code_has_words(group: str, codes: list[str]):
    assert not [code for code in codes if code not in code_names.GROUPS[group]]


def test_a_group_tells_codes_of_one_name_apart():
    assert word("volatility", "figure") == "volatility"
    assert word("trend", "agent") == "trend"
    assert word("mean_reversion", "kind") == "mean reversion"


def test_an_approach_is_said_in_the_readers_language():
    with translation.override("pt-br"):
        assert word("mean_reversion") == "reversão à média"
        assert word("donchian_breakout", "kind") == "Rompimento de canal (tartarugas)"


def test_a_code_without_words_is_shown_with_spaces():
    assert word("something_new") == word("something_new", "agent") == "something new"


def test_no_action_is_the_first_design_where_an_action_is_asked_for():
    assert word("", "action") == "first design"
    assert word("") == ""


def test_the_unit_of_a_block_of_bars_names_its_length():
    assert word("% a 5-bar block", "unit") == "% a block of 5 bars"
