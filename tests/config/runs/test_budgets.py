"""Budgets side by side, after a crash, and in a run that is tried again."""

from __future__ import annotations

from typing import Any

import pytest

from config.runs.models import LlmCall
from config.runs.services import retry_run
from tests.llm.server import FaultServer

from .asking import GOOD, asking_run, configure, done

pytestmark = pytest.mark.django_db(transaction=True)


def test_eight_calls_side_by_side_on_a_budget_of_three_make_three(settings: Any) -> None:
    with FaultServer(GOOD, latency=0.1) as server:
        configure(settings, server, MAX_CALLS=3, PARALLEL=8)
        run = done(asking_run(nodes=8))
        assert run.status == "failed"
        assert LlmCall.objects.filter(run=run).count() == 3
        assert len(server.asked) == 3

    assert set(LlmCall.objects.filter(run=run).values_list("outcome", flat=True)) == {"ok"}


def test_what_a_crash_left_reserved_is_taken_from_the_calls_too(settings: Any) -> None:
    run = asking_run(questions=3)
    LlmCall.objects.create(run=run, prompt="p", prompt_hash="h", model="m")
    with FaultServer(GOOD) as server:
        configure(settings, server, MAX_CALLS=3)
        assert done(run).status == "failed"
        assert len(server.asked) == 2

    assert LlmCall.objects.filter(run=run, outcome="reserved").count() == 1


def test_a_run_that_ran_out_side_by_side_pays_for_no_answer_twice(settings: Any) -> None:
    with FaultServer(GOOD, latency=0.1) as server:
        configure(settings, server, MAX_CALLS=3, PARALLEL=8)
        run = done(asking_run(nodes=8))
        assert LlmCall.objects.filter(run=run, outcome="ok").count() == 3
        settings.LLM_MAX_CALLS = 100
        retry_run(run_id=run.pk, wake=False)
        assert done(run).status == "done"
        users = [asked.user for asked in server.asked]

    assert len(users) == len(set(users)) == 8
    assert LlmCall.objects.filter(run=run, outcome="ok").count() == 8
