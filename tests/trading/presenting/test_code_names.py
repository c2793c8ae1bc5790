"""Codes in words."""

from __future__ import annotations

from dataclasses import fields
from typing import get_args

import pytest
from django.utils import translation

from trading.domain.figures import Metrics
from trading.domain.types import ACTIONS, SEGMENTS, Convergence, FailureClass
from trading.models import Finding, Strategy, StrategyDecision
from trading.presenting import code_names
from trading.presenting.code_names import parameter_word, word
from trading.research.agents import AGENTS
from trading.strategies.mutate import REGIMES
from trading.strategies.signals import STOPS
from trading.strategies.templates import TEMPLATES


@pytest.mark.parametrize(
    ("group", "codes"),
    [
        ("action", ACTIONS),
        ("failure", get_args(FailureClass)),
        ("trajectory", get_args(Convergence)),
        ("outcome", [*Strategy.Final.values, *StrategyDecision.Outcome.values]),
        ("segment", SEGMENTS),
        ("agent", [agent.name for agent in AGENTS]),
        ("state", Finding.Status.values),
        ("figure", [field.name for field in fields(Metrics)]),
    ],
)
def test_every_code_has_words(group: str, codes: list[str]):
    assert not [code for code in codes if code not in code_names.GROUPS[group]]


def test_every_parameter_that_crivo_names_has_words():
    names = {name for one in TEMPLATES for name in one.make().parameters}
    names |= {name for regime in REGIMES.values() for name in regime.parameters} | set(STOPS)
    assert names <= set(code_names.PARAMETERS)


def test_a_parameter_is_said_in_words_but_not_what_somebody_else_calls_so():
    with translation.override("pt-br"):
        assert parameter_word("fast", "sma_long") == "janela rápida (barras)"
        assert parameter_word("stop_loss_2", "sma_long") == "stop loss 2"
        assert parameter_word("fast", "") == "fast"
        assert parameter_word("my_own", "sma_long") == "my_own"


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
    with translation.override("pt-br"):
        assert word("% in 10 bars", "unit") == "% em 10 barras"
