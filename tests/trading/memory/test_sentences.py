"""Lessons in words: each code in both languages, from the same values."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

from trading.domain import failure
from trading.memory import APPROACHES, GENERAL, UNTOLD
from trading.memory.sentences import LANGUAGES, sentence, sentences
from trading.strategies.templates import TEMPLATES


def variables(language: str, code: str) -> set[tuple[str, str]]:
    parsed = string.Formatter().parse(sentences(language).tree["lessons"][code])
    return {(name, form or "") for _text, name, form, _conversion in parsed if name}


def causes() -> set[str]:
    """The causes that a diagnosis may give, from its source."""
    sources = [Path(str(module.__file__)).read_text() for module in (failure, failure)]
    nodes = ast.walk(ast.parse("\n".join(sources)))
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    named = [call for call in calls if getattr(call.func, "id", "") == "Diagnosis"]
    return {str(call.args[1].value) for call in named if isinstance(call.args[1], ast.Constant)}


def test_every_cause_of_a_failure_is_told() -> None:
    assert causes() - UNTOLD == GENERAL | APPROACHES
    assert set(sentences("en").tree["lessons"]) == (causes() - UNTOLD) | {
        "finding",
        "edge",
        "passed",
        "missed",
    }


def test_both_languages_say_the_same() -> None:
    en, pt = (sentences(language).tree for language in LANGUAGES)
    assert {table: set(en[table]) for table in en if isinstance(en[table], dict)} == {
        table: set(pt[table]) for table in pt if isinstance(pt[table], dict)
    }
    for code in en["lessons"]:
        assert variables("en", code) == variables("pt", code), code


@pytest.mark.parametrize(
    ("value", "said"),
    [(-0.341, "34%"), (0.0, "0%"), (None, "undefined")],
)
def test_a_drawdown_reads_as_a_percentage(value: float | None, said: str) -> None:
    figures = {"validation_max_drawdown": value, "validation": 1.0}
    text = sentence(
        "en", code="drawdown", ticker="AAPL", frequency="1d", approach="sma_long",
        values=figures,
    )  # fmt: skip
    assert f"drawdown: {said}, at a Sharpe of 1.00" in text


@pytest.mark.parametrize(
    ("trades", "said"), [(1, ("1 trade;", "1 operação;")), (14, ("14 trades;", "14 operações;"))]
)
def test_what_is_counted_has_its_number(trades: int, said: tuple[str, str]) -> None:
    values = {"score": 0.2, "validation": 1.0, "train": 1.0, "validation_max_drawdown": -0.1,
              "validation_total_trades": trades}  # fmt: skip
    for language, words in zip(LANGUAGES, said, strict=True):
        text = sentence(
            language, code="missed", ticker="X", frequency="1d", approach="sma_long", values=values
        )
        assert words in text


def test_a_frequency_and_an_approach_without_words_stay_readable() -> None:
    text = sentence(
        "en", code="no_trades", ticker="X", frequency="15min", approach="", values={"of": 3}
    )
    assert text.startswith("On X 15min, none of 3 variants traded")
    assert sentences("pt").rule("my_rule") == "my rule"
    assert sentences("pt").rule("mean_reversion") == "reversão à média"


def test_every_template_has_words() -> None:
    kinds = {template.kind for template in TEMPLATES}
    assert set(sentences("en").tree["rules"]) == kinds


def test_a_figure_that_was_missed_is_named() -> None:
    values = {"score": 0.68, "missed": ["max_drawdown", "total_trades"]}
    text = sentence("pt", code="near_miss", ticker="X", frequency="1d", approach="", values=values)
    assert "(nota 0,68); não atendeu:" in text
    assert "número de operações" in text


def test_a_value_that_is_missing_is_an_error() -> None:
    with pytest.raises(KeyError):
        sentence("en", code="errors", ticker="X", frequency="1d", approach="", values={})


@pytest.mark.parametrize(("p", "said"), [(0.0000004, "p < 0.001"), (0.0312, "p = 0.031")])
def test_a_small_p_value_is_a_bound(p: float, said: str) -> None:
    values = {"agent": "trend", "name": "hurst", "value": 0.61, "p_value": p, "n_obs": 10,
              "unit": "%"}  # fmt: skip
    text = sentence("en", code="finding", ticker="X", frequency="1d", approach="", values=values)
    assert f"hurst = 0.61% ({said}, 10 observations)" in text
