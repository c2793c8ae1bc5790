"""Runs that ask a model: every attempt is a row, and the budget holds."""

from __future__ import annotations

import threading
from decimal import Decimal
from typing import Any

import pytest
from django.db.models import Sum
from django.utils import translation

from config.llm.provider import Spent
from config.runs.models import RAW_LENGTH, Event, LlmCall, ModelAnswer, ModelProvider, Run
from config.runs.services import cancel_run, retry_run, scrub_runs
from tests.llm.server import Asked, FaultServer, Response
from tests.processes import wait_for

from .asking import GOOD, asking_run, configure, done

pytestmark = pytest.mark.django_db(transaction=True)


def test_every_attempt_is_a_row(settings: Any) -> None:
    with FaultServer(GOOD) as server:
        configure(settings, server)
        server.plan("server_error", "ok")
        run = done(asking_run())

    first, second = LlmCall.objects.filter(run=run)
    assert run.status == "done", run.error
    assert (first.outcome, first.tokens_in, float(first.cost_usd)) == ("server_error", 0, 0.0)
    assert first.error == "model-1: the server failed (500): internal error"
    assert (second.node, second.prompt, second.prompt_hash) == ("node0", "verdict", "c" * 64)
    assert (second.model, second.outcome, second.error) == ("model-1", "ok", "")
    assert second.cost_usd == Decimal(second.tokens_in + 2 * second.tokens_out) / 1_000_000
    assert second.seconds > 0
    assert "it holds" in second.raw


def test_a_call_is_written_down_before_it_is_made(settings: Any) -> None:
    """While the server thinks, the row is there, with all the call may come to."""
    seen: list[tuple[str, int]] = []

    def answer(asked: Any) -> Any:
        seen.extend(LlmCall.objects.values_list("outcome", "tokens_out"))
        return GOOD

    with FaultServer(answer) as server:
        configure(settings, server, MAX_ANSWER_TOKENS=700)
        done(asking_run())

    assert seen == [("reserved", 700)]


def test_what_a_crash_leaves_behind_counts_toward_the_budget(settings: Any) -> None:
    run = asking_run()
    LlmCall.objects.create(run=run, prompt="p", prompt_hash="h", model="m", tokens_out=900)
    with FaultServer(GOOD) as server:
        configure(settings, server, MAX_TOKENS=2_500, MAX_ANSWER_TOKENS=2_000)
        ended = done(run)
        assert server.asked == []

    assert ended.status == "failed"
    assert LlmCall.objects.get().outcome == "reserved"


@pytest.mark.parametrize(
    ("setting", "limit", "said"),
    [
        ("MAX_CALLS", 3, "the budget of 3 model calls is used up"),
        ("MAX_TOKENS", 2_300, "the budget of 2300 tokens does not hold the next call"),
        ("MAX_COST_USD", 0.0045, "the budget of 0.0045 USD does not hold the next call"),
    ],
)
def test_a_budget_ends_the_run_and_raising_it_lets_it_go_on(
    settings: Any, setting: str, limit: float, said: str
) -> None:
    with FaultServer({"status": "approved", "why": "x" * 2_000}) as server:
        configure(settings, server, MAX_ANSWER_TOKENS=1_000, **{setting: limit})
        run = done(asking_run(questions=6))
        made = len(server.asked)

        assert run.status == "failed"
        assert said in run.error
        assert run.error.startswith("node0: ")
        assert run.error.endswith("(BudgetExceeded)")
        assert 0 < made < 6
        spent = LlmCall.objects.filter(run=run).spent()
        assert spent.calls <= settings.LLM_MAX_CALLS
        assert spent.tokens <= settings.LLM_MAX_TOKENS
        assert spent.cost <= Decimal(str(settings.LLM_MAX_COST_USD))

        setattr(settings, f"LLM_{setting}", limit * 10)
        retry_run(run_id=run.pk, wake=False)
        assert done(run).status == "done"
        assert len(server.asked) == 6  # none was made twice


def test_the_error_is_in_the_language_of_who_starts_the_run(settings: Any) -> None:
    with FaultServer(GOOD, always="unauthorized") as server, translation.override("pt-br"):
        configure(settings, server, KEY_ENV="")
        run = done(asking_run())

    assert run.status == "failed"
    assert "model-1" in run.error


def test_calls_side_by_side_stay_within_the_budget(settings: Any) -> None:
    with FaultServer(GOOD, latency=0.02) as server:
        configure(settings, server, MAX_CALLS=7, PARALLEL=15)
        run = done(asking_run(nodes=15))
        assert len(server.asked) <= 7

    assert run.status == "failed"
    assert LlmCall.objects.filter(run=run).count() <= 7
    assert not LlmCall.objects.filter(run=run, outcome="reserved").exists()


def test_a_rerun_pays_for_nothing_and_says_so(settings: Any) -> None:
    with FaultServer(GOOD) as server:
        configure(settings, server)
        first = done(asking_run(questions=3))
        second = done(asking_run(questions=3))
        assert len(server.asked) == 3

    assert (first.status, second.status) == ("done", "done")
    assert LlmCall.objects.filter(run=second).count() == 0
    said = [event.data["text"] for event in Event.objects.filter(run=second, kind="message")]
    assert said == ["model-1 had answered verdict before: taken from the cache"] * 3


def test_a_setting_turns_the_cache_off(settings: Any) -> None:
    with FaultServer(GOOD) as server:
        configure(settings, server, CACHE=False)
        done(asking_run(questions=2, same=True))
        assert len(server.asked) == 2

    assert not ModelAnswer.objects.exists()


def test_a_run_in_the_middle_of_a_call_can_be_cancelled(settings: Any) -> None:
    with FaultServer(GOOD, always="hang") as server:
        configure(settings, server, TIMEOUT_SECONDS=60)
        settings.RUN_LEASE_SECONDS = 2
        run = asking_run()

        def cancel() -> None:
            wait_for(lambda: server.asked, "the question")
            cancel_run(run_id=run.pk)

        thread = threading.Thread(target=cancel)
        thread.start()
        ended = done(run)
        thread.join()

    assert ended.status == "cancelled"
    assert LlmCall.objects.get(run=run).outcome == "interrupted"


def test_a_cancelled_run_makes_no_further_call(settings: Any) -> None:
    def answer(asked: Any) -> Any:
        Run.objects.filter(kind="asking").update(cancel_requested_at="2026-01-01T00:00:00Z")
        return GOOD

    with FaultServer(answer) as server:
        configure(settings, server)
        ended = done(asking_run(questions=5))
        assert len(server.asked) == 1

    assert ended.status == "cancelled"


def test_erasure_takes_the_answers_and_keeps_the_costs(settings: Any) -> None:
    with FaultServer(GOOD) as server:
        configure(settings, server)
        run = done(asking_run())
    cost = LlmCall.objects.aggregate(cost=Sum("cost_usd"))["cost"]

    scrub_runs(kind="asking", subject_id=1)

    assert not ModelAnswer.objects.exists()
    assert LlmCall.objects.get(run=run).raw == ""
    assert LlmCall.objects.aggregate(cost=Sum("cost_usd"))["cost"] == cost


def test_a_long_answer_is_stored_bounded(settings: Any) -> None:
    with FaultServer({"status": "approved", "why": "é" * 300_000}) as server:
        configure(settings, server)
        run = done(asking_run())

    assert run.status == "done", run.error
    assert len(LlmCall.objects.get(run=run).raw) <= RAW_LENGTH
    assert not ModelAnswer.objects.exists()  # too long to keep


def test_characters_that_no_database_keeps_do_no_harm(settings: Any) -> None:
    with FaultServer('{"status": "approved", "why": "a\\u0000b\\ud800c\x00"}') as server:
        configure(settings, server)
        run = done(asking_run())

    assert run.status == "done", run.error
    assert ModelAnswer.objects.get().answer == '{"status":"approved","why":"ab?c"}'


def test_admins_models_follow_that_of_the_settings(settings: Any) -> None:
    with FaultServer(always="server_error") as broken, FaultServer(GOOD) as sound:
        configure(settings, broken, ATTEMPTS=1)
        ModelProvider.objects.create(name="second", base_url=sound.url, model="model-2")
        ModelProvider.objects.create(
            name="off", base_url=sound.url, model="model-3", order=1, enabled=False
        )
        run = done(asking_run())

    assert run.status == "done", run.error
    calls = LlmCall.objects.filter(run=run)
    assert list(calls.values_list("model", "outcome")) == [
        ("model-1", "server_error"),
        ("model-2", "ok"),
    ]


@pytest.mark.parametrize(
    ("language", "words"), [("en", "s so far: model-1"), ("pt-br", "s até agora: model-1")]
)
def test_the_history_says_that_a_server_loads_its_model(
    settings: Any, language: str, words: str
) -> None:
    loading = Response({"error": {"message": "Loading model", "code": 503}}, 503)
    with FaultServer(GOOD, always="custom") as server, translation.override(language):
        server.respond = lambda asked: loading if len(server.asked) < 7 else "ok"
        configure(settings, server, ATTEMPTS=1)
        run = done(asking_run())

    assert run.status == "done", run.error
    outcomes = list(LlmCall.objects.values_list("outcome", flat=True))
    assert outcomes == ["loading"] * 6 + ["ok"]
    said = [event.data["text"] for event in Event.objects.filter(run=run, kind="message")]
    assert len(said) == 6
    assert all(words in each and "Loading model" in each for each in said)


def test_what_a_server_refused_is_not_asked_for_in_the_next_run(settings: Any) -> None:
    def respond(asked: Asked) -> Response | str:
        refused = Response({"error": {"message": "temperature is not supported"}}, 400)
        return refused if "temperature" in asked.body else "ok"

    with FaultServer(GOOD, always="custom") as server:
        server.respond = respond
        configure(settings, server, CACHE=False)
        runs = [done(asking_run()) for _run in range(2)]
        asked = ["temperature" in each.body for each in server.asked]

    assert [run.status for run in runs] == ["done", "done"]
    assert asked == [True, False, False]


def test_a_row_says_what_was_mended_and_that_tokens_are_estimated(settings: Any) -> None:
    with FaultServer({"Answer": GOOD}, always="no_usage") as server:
        configure(settings, server)
        done(asking_run())

    call = LlmCall.objects.get()
    assert (call.mended, call.estimated) == ("wrapping", True)


def test_a_run_without_calls_has_spent_nothing() -> None:
    assert LlmCall.objects.none().spent() == Spent()
