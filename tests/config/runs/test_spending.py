"""What runs took of models: totals, and the panel of a page."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from django.utils import translation

from config.runs import ledger
from config.runs.model_usage import spending, usage_of
from config.runs.models import Event, LlmCall, Run
from tests.llm.server import FaultServer
from tests.people import person
from trading.views.development import asker

from .asking import GOOD, asking_run, configure, done

pytestmark = pytest.mark.django_db


def runs(*more: Run) -> list[Run]:
    return list(Run.objects.with_usage().order_by("pk"))


def run() -> Run:
    return Run.objects.create(kind="asking", subject_id=1)


def call(of: Run, prompt: str = "verdict", **values: Any) -> None:
    told = {"model": "m", "node": "judge", "tokens_in": 100, "tokens_out": 10, "outcome": "ok",
            "cost_usd": Decimal("0.001"), "seconds": 1.0, **values}  # fmt: skip
    LlmCall.objects.create(run=of, prompt=prompt, prompt_hash="h", **told)


def cached(of: Run) -> None:
    ledger.write(of.pk, Event.Kind.MESSAGE, text="from the cache", cached="verdict")


def test_answers_that_were_mended_are_counted() -> None:
    first = run()
    call(first)
    call(first, mended="extra fields, line breaks")
    call(first, mended="line breaks", outcome="unfit")
    told = spending(runs(), person("ana"))

    assert told is not None
    assert told.mended == 1


def test_without_a_call_there_is_no_panel_and_no_query(django_assert_num_queries: Any) -> None:
    run()
    ledger.write(run().pk, Event.Kind.MESSAGE, text="something else")
    found, reader = runs(), person("ana")
    with django_assert_num_queries(0):
        assert spending(found, reader) is None


def test_calls_are_added_up_by_prompt_and_by_model(django_assert_num_queries: Any) -> None:
    first, second = run(), run()
    call(first)
    call(first, seconds=5.0)
    call(second, seconds=2.0, model="n")
    call(second, "draft", cost_usd=Decimal("0.01"))
    call(second, outcome="timeout", seconds=60.0)
    found, reader = runs(), person("ana")
    with django_assert_num_queries(3):  # the reader's groups, the sums, the times
        told = spending(found, reader)

    assert told is not None
    assert [(line.detail, line.calls, line.median, line.worst) for line in told.by_prompt] == [
        ("draft", 1, 1.0, 1.0), ("verdict", 4, 2.0, 5.0),
    ]  # fmt: skip
    assert [(line.name, line.calls) for line in told.by_model] == [("m", 4), ("n", 1)]
    assert (told.total.calls, told.total.tokens_in, told.total.tokens_out) == (5, 500, 50)
    assert (told.total.cost_usd, told.total.median, told.total.worst) == (
        Decimal("0.014"), 1.5, 5.0,
    )  # fmt: skip


def test_who_asked_is_said_as_the_page_says_it() -> None:
    call(run(), node="agent trend")
    with translation.override("pt-br"):
        told = spending(runs(), person("ana"), asker)
    assert told is not None
    assert told.by_prompt[0].name == "agente: tendência"


def test_how_calls_ended_is_told_apart() -> None:
    one = run()
    for outcome in ("ok", "ok", "unfit", "invalid", "timeout", "server_error", "reserved"):
        call(one, outcome=outcome)
    cached(one)
    ledger.write(one.pk, Event.Kind.MESSAGE, text="nobody answered", unanswered="verdict")
    told = spending(runs(), person("ana"))

    assert told is not None
    ended = (told.answered, told.asked_again, told.failed, told.under_way)
    assert ended == (2, 2, 2, 1)
    assert (told.cached, told.unanswered) == (1, 1)


def test_the_budgets_are_those_of_the_newest_run(settings: Any) -> None:
    settings.LLM_MAX_CALLS, settings.LLM_MAX_TOKENS, settings.LLM_MAX_COST_USD = 4, 100, 0.5
    call(run())
    call(run())
    told = spending(runs(), person("ana"))

    assert told is not None
    assert [(p.name, p.spent, p.left, p.left_share) for p in told.purses] == [
        ("calls", 1, 3, 75), ("tokens", 110, 0, 0), ("cost", Decimal("0.001"), Decimal("0.499"), 99)
    ]  # fmt: skip


def test_a_run_of_cached_answers_alone_has_a_panel() -> None:
    cached(run())
    told = spending(runs(), person("ana"))
    assert told is not None
    assert (told.total.calls, told.total.times, told.cached) == (0, [], 1)


def test_usage_adds_up_all_runs_and_tells_what_is_left(settings: Any) -> None:
    settings.LLM_MAX_CALLS, settings.LLM_MAX_TOKENS, settings.LLM_MAX_COST_USD = 10, 1_000, 1.0
    first, second = run(), run()
    call(first)
    call(second)
    call(second)
    cached(second)

    assert usage_of(runs()) == {
        "llm_calls": 3, "tokens": 330, "tokens_in": 300, "tokens_out": 30, "cost_usd": 0.003,
        "seconds": 0.0, "cached": 1, "unanswered": 0,
        "budget": {
            "max_calls": 10, "max_tokens": 1_000, "max_cost_usd": 1.0,
            "calls_left": 8, "tokens_left": 780, "cost_usd_left": 0.998,
        },
    }  # fmt: skip


@pytest.mark.django_db(transaction=True)
def test_what_came_from_the_cache_or_from_nobody_is_counted(settings: Any) -> None:
    with FaultServer(GOOD) as server:
        configure(settings, server, ATTEMPTS=1)
        done(asking_run(questions=2))
        done(asking_run(questions=2))
        server.always = "server_error"
        done(asking_run(questions=3))

    first, again, failing = runs()
    taken = [(r.call_count, r.cached, r.unanswered) for r in (first, again, failing)]  # type: ignore[attr-defined]
    assert taken == [(2, 0, 0), (0, 2, 0), (1, 2, 1)]
