"""A worker that is killed while a model thinks."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest

from config.runs.models import LlmCall, Run
from config.runs.services import enqueue_run
from tests.llm.server import FaultServer
from tests.processes import Site, wait_for

from .asking import GOOD

pytestmark = pytest.mark.slow


def _variables(server: FaultServer, **more: str) -> dict[str, str]:
    return {
        "CRIVO_LLM_BASE_URL": server.url,
        "CRIVO_LLM_MODEL": "model-1",
        "CRIVO_LLM_ALLOW_PRIVATE": "127.0.0.1",
        **more,
    }


def test_the_call_it_made_counts_and_what_was_answered_is_not_asked_again(
    site: Site, transactional_db: Any
) -> None:
    with FaultServer(GOOD) as server:
        server.plan("ok", "hang")
        run = enqueue_run(kind="asking", subject_id=1, params={"questions": 3})
        site.start("work", **_variables(server, CRIVO_LLM_BUDGET="calls=4"))
        wait_for(lambda: len(server.asked) == 2, "the second question")
        pid = int(Run.objects.get(pk=run.pk).worker.rpartition(":")[2])
        os.kill(pid, signal.SIGKILL)
        wait_for(lambda: Run.objects.get(pk=run.pk).is_finished, "the run's end")
        asked = [each.user for each in server.asked]

    ended = Run.objects.get(pk=run.pk)
    assert (ended.status, ended.crashes) == ("done", 1), ended.error
    assert asked == [f"node0: question {number}?" for number in (0, 1, 1, 2)]
    outcomes = list(LlmCall.objects.filter(run=run).values_list("outcome", "tokens_out"))
    assert [outcome for outcome, _tokens in outcomes] == ["ok", "reserved", "ok", "ok"]
    assert outcomes[1][1] == 2_000
    assert LlmCall.objects.filter(run=run).spent().calls == 4
