"""Faults that pass, strange answers and budgets of any size over the refinement.

Faults that last: tests/llm/faults.
"""

from __future__ import annotations

from typing import Any

import pytest

from config.runs.models import LlmCall
from hypotheses.models import Hypothesis, Review
from tests.config.runs.asking import configure
from tests.hypotheses.helpers import REFINED, last_run, refined
from tests.hypotheses.model_analyst.talker import talk
from tests.llm.reading import schema_of
from tests.llm.server import Asked, FaultServer

pytestmark = pytest.mark.django_db(transaction=True)

LASTING = [
    "rate_limited", "rate_limited_bare", "quota", "server_error", "overloaded", "bad_request",
    "unauthorized", "forbidden", "not_found", "redirect", "hang", "drip", "truncated", "filtered",
    "refusal", "garbage", "broken_json", "null_choices", "no_choices", "prose", "empty",
    "wrong_schema", "injected", "huge", "zipped", "reset", "reset_midway",
]  # fmt: skip
TINY = {"TIMEOUT_SECONDS": 60, "ATTEMPTS": 2, "MAX_CALLS": 60, "MAX_ANSWER_TOKENS": 500}
WAITED_FOR = {"hang", "drip"}  # the answer after it comes within that, on a busy machine too
OUTCOME = ("approved", "agent")


def ended(hypothesis: Hypothesis) -> tuple[str, str]:
    """Its decision; after a look that the run is over and nothing hangs in the air."""
    run = last_run(hypothesis)
    assert run.status == "done", run.error
    assert not LlmCall.objects.filter(outcome="reserved").exists()
    decision = hypothesis.decisions.get()
    return decision.after, decision.source


def within_budget(settings: Any) -> None:
    spent = LlmCall.objects.all().spent()
    assert spent.calls <= settings.LLM_MAX_CALLS
    assert spent.tokens <= settings.LLM_MAX_TOKENS
    assert spent.cost <= settings.LLM_MAX_COST_USD


@pytest.mark.parametrize("fault", LASTING)
def test_a_fault_that_passes_ends_as_without_it(settings: Any, fault: str) -> None:
    with FaultServer(talk) as server:
        server.plan(fault)
        patience = {"TIMEOUT_SECONDS": 2} if fault in WAITED_FOR else {}
        configure(settings, server, **{**TINY, **patience})
        hypothesis = refined(REFINED["en"])

    assert ended(hypothesis) == OUTCOME
    within_budget(settings)
    assert set(Review.objects.values_list("degraded", flat=True)) == {False}


def wrong_language(asked: Asked) -> dict[str, Any]:
    """Says all in Portuguese, whatever it is asked in."""
    said = "Não há nada no texto que diga em quem isso seria observado"
    schema = schema_of(asked)
    if schema == "ReadAnswer":
        return talk(asked)
    if schema == "DraftAnswer":
        return {**talk(asked), "question": "O TDD reduz os erros nas equipes pequenas da empresa?"}
    if schema == "FitAnswer":
        return {"parts": ["exposure", "outcome"], "gap": said, "question": said, "fits": False}
    told = {"quote": "", "gap": said, "suggestion": said, "score": 0}
    sound = {"unscientific": False, "basis_quote": "", "reason": ""}
    return told | (sound if schema == "TestabilityAnswer" else {})


def rejecting(asked: Asked) -> dict[str, Any]:
    """Obeys what an idea may tell it: rejects, without words to show for it."""
    answer = talk(asked)
    if schema_of(asked) == "TestabilityAnswer":
        answer |= {"unscientific": True, "basis_quote": "the author is a fool", "reason": "So."}
    return answer


def test_answers_in_another_language_are_not_taken(settings: Any) -> None:
    with FaultServer(wrong_language) as server:
        configure(settings, server, **TINY)
        hypothesis = refined(REFINED["en"])

    assert ended(hypothesis) == OUTCOME
    assert set(Review.objects.values_list("degraded", flat=True)) == {True}
    assert set(LlmCall.objects.values_list("outcome", flat=True)) == {"ok", "unfit"}


def test_a_rejection_without_words_for_it_is_none(settings: Any) -> None:
    with FaultServer(rejecting) as server:
        configure(settings, server, **TINY)
        hypothesis = refined(REFINED["en"])

    assert ended(hypothesis) == OUTCOME
    assert hypothesis.versions.get(number=1).notes.filter(kind="void").exists()


@pytest.mark.parametrize("limit", range(1, 13))
def test_a_budget_of_any_size_is_kept_and_told(settings: Any, limit: int) -> None:
    """The whole takes twelve calls; whatever the limit cuts off, what is done stays."""
    with FaultServer(talk) as server:
        configure(settings, server, **{**TINY, "MAX_CALLS": limit})
        hypothesis = refined(REFINED["en"])
        assert len(server.asked) <= limit

    run = last_run(hypothesis)
    within_budget(settings)
    if limit == 12:
        assert run.status == "done"
        return
    assert run.status == "failed"
    assert f"the budget of {limit} model calls is used up" in run.error
    assert not hypothesis.decisions.exists()
    assert run.steps.filter(node="orchestrator").exists()
