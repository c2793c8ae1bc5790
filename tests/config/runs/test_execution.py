from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db.models.functions import Now
from langgraph.errors import NodeTimeoutError

from config.runs import registry
from config.runs.errors import RunNotFound
from config.runs.execution import execute, one_line
from config.runs.lease import claim
from config.runs.models import Event, Run
from config.runs.registry import RunKind
from config.runs.services import retry_run
from tests.config.runs.conftest import UNDISTURBED, Probe, marks
from tests.config.runs.probe import kind

pytestmark = pytest.mark.django_db


def kinds(run: Run) -> list[str]:
    return list(run.events.values_list("kind", flat=True))


def test_a_run_is_driven_to_its_end(probe: Probe) -> None:
    run = execute(probe.new().pk)
    assert (run.status, run.error, run.lease_until) == ("done", "", None)
    assert run.finished_at is not None
    assert marks(run) == UNDISTURBED


def test_its_history_is_written_in_order(probe: Probe) -> None:
    run = execute(probe.new().pk)
    assert kinds(run) == ["started", "step", "step", "step", "step", "finished"]


def test_the_watcher_hears_every_event(probe: Probe) -> None:
    heard: list[Event] = []
    run = execute(probe.new().pk, on_event=heard.append)
    assert heard == list(run.events.all())


def test_a_failing_node_fails_the_run_in_one_line(probe: Probe) -> None:
    run = execute(probe.new(fail={"beta": "no\n  luck"}).pk)
    assert (run.status, run.error) == ("failed", "beta: no luck (ValueError)")
    assert kinds(run) == ["started", "step", "failed"]
    assert marks(run) == [("alpha", 1)]


def test_a_failure_is_logged_with_its_traceback(
    probe: Probe, caplog: pytest.LogCaptureFixture
) -> None:
    run = execute(probe.new(fail={"beta": "no luck"}).pk)
    records = [each for each in caplog.records if each.levelno == logging.ERROR]
    assert [each.getMessage() for each in records] == [f"run {run.pk} failed"]
    assert records[0].exc_info is not None


def test_a_failure_before_the_graph_says_so(probe: Probe) -> None:
    run = execute(probe.new(broken="no data").pk)
    assert (run.status, run.error) == ("failed", "prepare: no data (ValueError)")


def test_a_kind_may_end_its_run_as_failed(probe: Probe) -> None:
    run = execute(probe.new(end="nothing found").pk)
    assert (run.status, run.error) == ("failed", "nothing found")
    assert kinds(run)[-1] == "failed"


def test_what_finish_wrote_is_undone_when_it_fails(
    probe: Probe, monkeypatch: pytest.MonkeyPatch
) -> None:
    def finish(run: Run, state: Any) -> Any:
        kind.finish(run, state)
        raise ValueError("too late")

    monkeypatch.setitem(registry._kinds, "probe", RunKind("probe", kind.prepare, finish))
    run = execute(probe.new().pk)
    assert (run.status, run.error) == ("failed", "finish: too late (ValueError)")
    assert "finish" not in dict(marks(run))


def test_a_long_error_is_cut_to_fit(probe: Probe) -> None:
    run = execute(probe.new(fail={"beta": "x" * 2_000}).pk)
    assert len(run.error) == Run.ERROR_LENGTH
    assert run.error.endswith("…")


def test_a_kind_nobody_registered_fails_the_run() -> None:
    run = execute(Run.objects.create(kind="gone", subject_id=1).pk)
    assert run.status == "failed"
    assert "unknown run kind 'gone'" in run.error


def test_an_unknown_run_is_named() -> None:
    with pytest.raises(RunNotFound, match="there is no run 404"):
        execute(404)


def test_a_run_that_another_process_holds_is_left_alone(probe: Probe) -> None:
    run = probe.new()
    claim(run.pk, "host:1")
    assert execute(run.pk).status == "running"
    assert marks(run) == []


def test_a_retried_run_goes_on_where_it_failed(probe: Probe) -> None:
    run = execute(probe.new(fail={"gamma": "no luck"}).pk)
    Run.objects.filter(pk=run.pk).update(params={"folder": str(probe.folder)})
    retry_run(run_id=run.pk, wake=False)
    run = execute(run.pk)
    assert (run.status, run.error) == ("done", "")
    assert marks(run) == UNDISTURBED
    assert probe.calls()["begin alpha"] == 1
    assert "resumed" in kinds(run)


def test_a_cancelled_run_stops_before_its_next_step(
    probe: Probe, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = probe.new()

    def cancel_after_beta(event: Event) -> None:
        if event.node == "beta":
            Run.objects.filter(pk=run.pk).update(cancel_requested_at=Now())

    run = execute(run.pk, on_event=cancel_after_beta)
    assert (run.status, run.error) == ("cancelled", "")
    assert [node for node, _ in marks(run)] == ["alpha", "beta"]
    assert kinds(run)[-1] == "cancelled"


def test_a_lost_run_is_left_to_its_new_holder(probe: Probe) -> None:
    run = probe.new()

    def lose_after_beta(event: Event) -> None:
        if event.node == "beta":
            Run.objects.filter(pk=run.pk).update(fence=9, worker="other:1")

    run = execute(run.pk, on_event=lose_after_beta)
    assert (run.status, run.fence, run.worker) == ("running", 9, "other:1")
    assert kinds(run) == ["started", "step", "step"]


def test_a_snapshot_is_not_kept_by_who_lost_the_lease(
    probe: Probe, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between a node's last step and the snapshot, another process may take the run over."""
    run, taken = probe.new(), {"fence": 9, "worker": "other:1"}
    kept: list[int] = []

    class TakenOver:
        async def astream(self, *args: Any, **kwargs: Any) -> Any:
            yield "values", {"step": 1}
            await sync_to_async(Run.objects.filter(pk=run.pk).update)(**taken)
            yield "values", {"step": 2}

    def prepare(run: Run, ledger: Any) -> Any:
        return registry.Job(TakenOver(), {}, keep=lambda state: kept.append(state["step"]))

    monkeypatch.setitem(registry._kinds, "probe", RunKind("probe", prepare))
    run = execute(run.pk)
    assert kept == [1]
    assert (run.status, run.fence, run.worker) == ("running", 9, "other:1")


def test_a_run_past_its_time_limit_fails(probe: Probe, settings) -> None:
    settings.RUN_TIMEOUT_SECONDS = 3
    run = execute(probe.new(sleep={"beta": 300}).pk)
    assert run.status == "failed"
    assert "the time limit of 3 seconds is reached" in run.error
    assert [node for node, _ in marks(run)] == ["alpha"]


def test_a_node_past_its_time_limit_says_how_to_go_on_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Late:
        async def astream(self, *args: Any, **kwargs: Any) -> Any:
            yield "values", {}
            raise NodeTimeoutError("beta", 301.0, kind="run", run_timeout=300.0)

    late = RunKind("late", lambda *_: registry.Job(Late(), {}))
    monkeypatch.setitem(registry._kinds, "late", late)
    run = execute(Run.objects.create(kind="late", subject_id=1).pk)
    assert run.status == "failed"
    assert run.error.startswith("graph: beta took longer than its limit of 300 seconds.")
    assert f"manage.py retry {run.pk} --wait" in run.error
    assert not any(record.exc_info for record in caplog.records)


def test_a_node_s_own_timeout_is_not_the_run_s(monkeypatch: pytest.MonkeyPatch) -> None:
    def prepare(run: Run, ledger: Any) -> Any:
        return registry.Job(Impatient(), {})

    class Impatient:
        async def astream(self, *args: Any, **kwargs: Any) -> Any:
            yield "values", {}
            async with asyncio.timeout(0.01):
                await asyncio.sleep(5)

    monkeypatch.setitem(registry._kinds, "impatient", RunKind("impatient", prepare))
    run = execute(Run.objects.create(kind="impatient", subject_id=1).pk)
    assert run.error == "graph: no message (TimeoutError)"


def test_an_error_without_a_message_still_says_its_type() -> None:
    assert one_line(KeyError(), "graph") == "graph: no message (KeyError)"
