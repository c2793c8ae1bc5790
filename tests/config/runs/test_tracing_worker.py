"""Traces of real processes: a worker of the queue that is killed, and a command that ends."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest

from config.runs.models import Run
from config.runs.services import enqueue_run
from tests.llm.langfuse import PUBLIC, SECRET, LangfuseServer
from tests.llm.server import FaultServer
from tests.processes import Site, wait_for

from .asking import GOOD

pytest.importorskip("opentelemetry.sdk")
pytestmark = pytest.mark.slow


def variables(model: FaultServer, langfuse: LangfuseServer) -> dict[str, str]:
    return {
        "CRIVO_LLM_BASE_URL": model.url,
        "CRIVO_LLM_MODEL": "model-1",
        "CRIVO_LLM_ALLOW_PRIVATE": "127.0.0.1",
        "CRIVO_TEST_LLM_RETRY_SECONDS": "0",
        "LANGFUSE_BASE_URL": langfuse.url,
        "LANGFUSE_PUBLIC_KEY": PUBLIC,
        "LANGFUSE_SECRET_KEY": SECRET,
    }


def test_a_worker_that_is_killed_leaves_nothing_stuck(site: Site, transactional_db: Any) -> None:
    """Its Langfuse hangs while it is killed; the next worker's takes what it is told."""
    with FaultServer(GOOD) as model, LangfuseServer("hang") as langfuse:
        model.plan("ok", "hang")
        run = enqueue_run(kind="asking", subject_id=1, params={"questions": 3})
        worker = site.start("work", **variables(model, langfuse))
        wait_for(lambda: len(model.asked) == 2 and langfuse.sent, "the second question")
        langfuse.always = "ok"
        pid = int(Run.objects.get(pk=run.pk).worker.rpartition(":")[2])
        os.kill(pid, signal.SIGKILL)
        wait_for(lambda: Run.objects.get(pk=run.pk).is_finished, "the run's end")
        wait_for(lambda: any(not span.parent for span in langfuse.spans), "its trace")
        spans = langfuse.spans
        worker.signal(signal.SIGTERM)
        assert worker.wait() is not None

    assert Run.objects.get(pk=run.pk).status == "done"
    assert len({span.trace for span in spans}) == 1
    (root,) = [span for span in spans if not span.parent]
    assert root.about("fence") == 2


@pytest.mark.parametrize("always", ["ok", "hang"])
def test_a_command_sends_what_is_left_and_ends(
    site: Site, transactional_db: Any, always: str
) -> None:
    with FaultServer("{}", always="unauthorized") as model, LangfuseServer(always) as langfuse:
        told = variables(model, langfuse)
        refine = site.start("refine", "TDD reduces bugs in small teams", "--json", **told)
        assert refine.wait() == 0, refine.log
        arrived = [span for span in langfuse.spans if not span.parent]

    assert '"status": "approved"' in refine.out
    assert SECRET not in refine.log + refine.out
    if always == "ok":
        assert [span.about("status") for span in arrived] == ["done"]
        assert "traced" not in refine.log
