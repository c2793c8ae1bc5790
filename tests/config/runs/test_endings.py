"""A run that ended at a budget says so in the reader's words."""

from __future__ import annotations

from typing import Any

import pytest
from django.template import Context, Template
from django.utils import translation

from config.runs.live_state import in_words, used_up
from config.runs.models import Run
from tests.llm.server import FaultServer

from .asking import GOOD, asking_run, configure, done

LIMITS = [
    ("calls", "MAX_CALLS", 1),
    ("tokens", "MAX_TOKENS", 2_100),
    ("usd", "MAX_COST_USD", 0.004),
]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("language", ["en", "pt-br"])
@pytest.mark.parametrize(("budget", "name", "limit"), LIMITS)
def test_the_budget_is_known_by_the_error_of_a_run(
    settings: Any, budget: str, name: str, limit: float, language: str
) -> None:
    with FaultServer(GOOD) as server, translation.override(language):
        configure(settings, server, MAX_ANSWER_TOKENS=2_000, **{name: limit})
        run = done(asking_run(questions=6))

    assert run.status == "failed"
    assert used_up(run.error) == budget


@pytest.mark.parametrize(
    "error",
    ["", "node: the bench fell over (ArithmeticError)", "node: (BudgetExceeded)",
     "node: somebody wrote CRIVO_LLM_BUDGET (calls) (ValueError)"],
)  # fmt: skip
def test_other_errors_stay_as_they_are(error: str) -> None:
    assert used_up(error) == ""
    assert in_words(error) == error


@pytest.mark.parametrize(
    ("error", "budget"),
    [("n: CRIVO_LLM_MAX_CALLS raises it (BudgetExceeded)", "calls"),
     ("n: CRIVO_LLM_MAX_COST_USD raises it (BudgetExceeded)", "usd")],
)  # fmt: skip
def test_an_error_that_an_earlier_version_stored_is_known(error: str, budget: str) -> None:
    assert used_up(error) == budget


def shown(error: str) -> str:
    template = Template("{% load runs %}{% run_error run %}")
    return template.render(Context({"run": Run(error=error)}))


def test_a_page_says_what_to_do(settings: Any) -> None:
    settings.LLM_MAX_TOKENS = 1_500
    text = shown("n: used up; CRIVO_LLM_BUDGET (tokens) raises it (BudgetExceeded)")
    assert "1,500 tokens a run, is used up" in text
    assert "raise <code>CRIVO_LLM_BUDGET (tokens)</code>" in text
    assert "its finished steps are kept" in text


def test_another_error_is_shown_escaped() -> None:
    assert shown("n: <b>no</b>").strip() == '<p class="error">n: &lt;b&gt;no&lt;/b&gt;</p>'
    assert shown("").strip() == ""
