"""The strategist's sentences: complete, and alike in both languages."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest

import trading
from trading.analyst.first_designs import CHANGES, approach_of
from trading.analyst.sentences import kind_name, say, templates
from trading.domain import failure
from trading.domain.gates import CLASSIC, RIGOROUS
from trading.domain.types import ACTIONS, Convergence
from trading.strategies.templates import TEMPLATES

LANGUAGES = ["en", "pt"]
HERE = Path(trading.__file__).parent
CODE = [*(HERE / "analyst").glob("*.py"), *(HERE / "graph").rglob("*.py")]


def variables(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def diagnoses() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every cause and its actions, as the code of failures has them."""
    sources = [inspect.getsource(module) for module in (failure, failure)]
    for call in ast.walk(ast.parse("\n".join(sources))):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Diagnosis":
            yield ast.literal_eval(call.args[1]), ast.literal_eval(call.args[3])


def used() -> Iterator[str]:
    """Codes that are written out where they are said."""
    for file in CODE:
        text = file.read_text()
        yield from re.findall(r'"((?:why|summary|change)_\w+)"', text)
        yield from re.findall(r'explain\(\s*"(\w+)"', text)


def test_both_languages_have_the_same_codes():
    assert list(templates("en")) == list(templates("pt"))


@pytest.mark.parametrize("code", templates("en"))
def test_both_languages_have_the_same_variables(code: str):
    assert variables(templates("en")[code]) == variables(templates("pt")[code])


def test_every_code_that_is_used_is_there():
    needed = set(used())
    assert len(needed) > 10
    needed |= {f"cause_{cause}" for cause, _actions in diagnoses()}
    needed |= {f"action_{action}" for _cause, actions in diagnoses() for action in actions}
    needed |= {f"next_{action}" for action in ACTIONS if action != "SUCCESS"}
    needed |= {f"heading_{heading}" for heading in get_args(Convergence)}
    needed |= {f"rationale_{action}" for action in ACTIONS if action not in ("SUCCESS", "ABANDON")}
    needed |= {f"change_{label}" for changes in CHANGES.values() for label, _change in changes}
    needed |= {f"kind_{approach_of(template)}" for template in TEMPLATES}
    needed |= {f"kind_{criterion.name}" for criterion in (*CLASSIC.criteria, *RIGOROUS.criteria)}
    needed |= {"rationale_INITIAL_DESIGN", "kind_yours", "holds", "holdout_failed", "final_holds",
               "final_holdout_failed", "final_ABANDONED", "final_MAX_ITERATIONS",
               "summary", "summary_none"}  # fmt: skip
    assert needed - set(templates("en")) == set()


def test_no_cause_is_forgotten():
    assert {cause for cause, _actions in diagnoses()} == {
        "errors", "no_trades", "untried_edge", "no_edge", "nothing_works", "overfit", "drawdown",
        "few_trades", "near_miss", "weak", "luck", "unjudged", "too_dear", "no_variants",
        "look_ahead", "random_entries",
        "too_few_trades", "short_record", "overfitted_line", "overfit_forward", "near_plateau",
        "peak", "entries_by_chance", "costs", "luck_forward", "luck_beyond",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "its Sharpe ratio is 1.25 on train and – on validation."),
        ("pt", "o índice de Sharpe é 1,25 no treino e – na validação."),
    ],
)  # fmt: skip
def test_numbers_are_written_as_the_language_does(language: str, text: str):
    assert say("cause_overfit", {"train": 1.2499, "validation": None}, language).endswith(text)


@pytest.mark.parametrize(("language", "shown"), [("en", "2,593"), ("pt", "2.593")])
def test_thousands_are_grouped_as_the_language_does(language: str, shown: str):
    assert say("rationale_TUNE_PARAMETERS", {"count": 4, "kinds": [], "trials": 2593},
               language).count(shown) == 1  # fmt: skip


@pytest.mark.parametrize(("language", "shown"), [("en", "91%"), ("pt", "91%")])
def test_probabilities_are_percentages(language: str, shown: str):
    values = {"name": "X", "sharpe": 1.0, "holdout": 0.5, "psr": 0.913, "earlier": 2}
    assert shown in say("holds", values, language)


def test_what_is_not_finite_is_a_dash():
    values = {"train": float("-inf"), "validation": float("nan")}
    assert "nan" not in say("cause_overfit", values, "en")
    assert "inf" not in say("cause_overfit", values, "en")


def test_kinds_and_gates_are_told_in_words():
    assert say("rationale_INITIAL_DESIGN", {"count": 2, "kinds": ["volume", "mean_reversion"]},
               "pt") == "2 variantes de tipos diferentes: volume, reversão à média."  # fmt: skip
    assert "it missed Sharpe ratio, drawdown (gate score 0.50" in say(
        "cause_near_miss",
        {"name": "RSI", "score": 0.5, "missed": ["sharpe_ratio", "max_drawdown"]},
        "en",
    )
    assert say("why_found", {"kind": "volume", "p": 0.01}, "en").startswith(
        "The findings speak for volume"
    )


def test_a_kind_without_a_word_is_told_as_it_is():
    assert kind_name("whatever", "pt") == "whatever"


def test_braces_in_a_name_do_no_harm():
    assert "{x}" in say("cause_errors", {"failed": 1, "of": 2, "error": "{x}"}, "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_missing_value_is_an_error(language: str):
    with pytest.raises(KeyError):
        say("cause_overfit", {"train": 1.0}, language)
