"""What models took, on the pages of a hypothesis and of a strategy."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from config.runs import ledger
from config.runs.models import Event, LlmCall, ModelAnswer, Run
from hypotheses.models import Hypothesis
from tests.people import person
from tests.trading.helpers import make_developed

pytestmark = pytest.mark.django_db
USED_UP = "structurer: used up; CRIVO_LLM_BUDGET (calls) raises it (BudgetExceeded)"


@pytest.fixture(params=["hypotheses", "strategies"])
def page(request: pytest.FixtureRequest) -> tuple[str, Run]:
    """The address of Ana's page, and its run."""
    ana = person("ana")
    if request.param == "hypotheses":
        kind, pk = "refinement", Hypothesis.objects.create(text="TDD", language="en", owner=ana).pk
    else:
        kind, pk = "development", make_developed(owner=ana, final_status="").pk
    run = Run.objects.create(
        kind=kind, subject_id=pk, status="failed", error=USED_UP, finished_at=timezone.now()
    )
    return f"/{request.param}/{pk}/", run


def seen(name: str, address: str, language: str = "en") -> tuple[str, str]:
    """A page as it is, and its words."""
    from django.contrib.auth.models import User

    client = Client(headers={"accept-language": language})
    client.force_login(User.objects.filter(username=name).first() or person(name, name))
    text = client.get(address).text
    return text, " ".join(strip_tags(text.replace("><", "> <")).split())


def call(run: Run, **values: Any) -> None:
    told = {"model": "model-1", "node": "structurer", "prompt": "structurer_first",
            "tokens_in": 12_345, "tokens_out": 678, "outcome": "ok", "seconds": 1.25,
            "cost_usd": Decimal("0.0123"), **values}  # fmt: skip
    LlmCall.objects.create(run=run, prompt_hash="h", **told)


def test_without_a_call_there_is_no_panel(page: tuple[str, Run]) -> None:
    assert 'id="costs"' not in seen("ana", page[0])[0]


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "of these mended in form 1"), ("pt-br", "destas, com a forma corrigida 1")],
)
def test_the_panel_tells_how_many_answers_were_mended(
    page: tuple[str, Run], language: str, words: str
) -> None:
    address, run = page
    call(run)
    assert "mended" not in seen("ana", address)[1]
    call(run, mended="wrapping")
    assert words in seen("ana", address, language)[1]


def test_the_panel_tells_calls_tokens_cost_and_what_is_left(page: tuple[str, Run]) -> None:
    address, run = page
    call(run)
    call(run, outcome="timeout", seconds=60)
    text, words = seen("ana", address)
    panel = words[words.index("Language models: calls and costs") :]
    assert "tokens in 24,690 tokens out 1,356 cost (USD) 0.0246" in panel
    assert "1.25 s, at worst 1.25 s" in panel
    assert f"What run {run.pk} may still take" in panel
    assert "calls 200 2 198 (99%)".replace(" ", "") in panel.replace("&nbsp;", "").replace(" ", "")
    assert "structurer structurer_first 2" in panel
    assert "timeout 1" in panel
    assert "/admin/" not in text[text.index('id="costs"') :]


def test_its_numbers_are_in_the_reader_s_form(page: tuple[str, Run]) -> None:
    address, run = page
    call(run)
    words = seen("ana", address, "pt-br")[1]
    assert "12.345" in words
    assert "0,0123" in words


def test_an_admin_gets_to_the_calls(page: tuple[str, Run]) -> None:
    address, run = page
    call(run)
    link = f'href="/admin/runs/llmcall/?run__id__exact={run.pk}"'
    assert link in seen("admin", address)[0]


def test_questions_that_nobody_answered_are_told(page: tuple[str, Run]) -> None:
    address, run = page
    ledger.write(run.pk, Event.Kind.MESSAGE, text="x", unanswered="structurer_first")
    words = seen("ana", address)[1]
    assert "No model answered 1 question: there the built-in analyst's reading stands." in (
        words.replace("&#x27;", "'")
    )


def test_a_run_that_used_up_its_budget_says_what_to_do(page: tuple[str, Run]) -> None:
    words = seen("ana", page[0])[1]
    assert "its budget for language models, 200 calls a run, is used up" in words
    assert "raise CRIVO_LLM_BUDGET (calls); then press “Try again”" in words


def test_the_inbox_says_it_in_words_too(page: tuple[str, Run]) -> None:
    words = seen("ana", "/")[1]
    assert "the run failed: its budget for language models, 200 calls a run, is used up" in words


# Cached answers in the admin.


def test_an_admin_finds_a_cached_answer_by_its_model_and_lets_it_go(admin_client: Client) -> None:
    run = Run.objects.create(kind="refinement", subject_id=1)
    for model in ("model-1", "other"):
        ModelAnswer.objects.create(key=model, model=model, answer='{"a": 1}', run=run)
    listed = "/admin/runs/modelanswer/"
    found = admin_client.get(listed, {"q": "model-1"}).context["cl"].result_list
    assert [row.model for row in found] == ["model-1"]
    (row,) = found
    assert admin_client.get(f"{listed}{row.pk}/change/").status_code == 200
    assert admin_client.post(f"{listed}{row.pk}/change/", {"answer": "no"}).status_code == 403
    assert admin_client.get(f"{listed}add/").status_code == 403
    assert re.search(r"delete", admin_client.get(f"{listed}{row.pk}/delete/").text)
    admin_client.post(f"{listed}{row.pk}/delete/", {"post": "yes"})
    assert [row.model for row in ModelAnswer.objects.all()] == ["other"]
