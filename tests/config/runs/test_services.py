from __future__ import annotations

import pytest
from django.db.models.functions import Now

from config.runs.errors import RunNotFound, UnknownKind, WrongStatus
from config.runs.lease import claim
from config.runs.models import Event, Run, Step
from config.runs.services import cancel_run, enqueue_run, retry_run
from config.runs.tasks import run_task
from config.runs.version import code_version
from tests.config.runs.conftest import UNDISTURBED, Probe, marks
from tests.queue import told

pytestmark = pytest.mark.django_db


def ended(run: Run, status: str) -> None:
    Run.objects.filter(pk=run.pk).update(
        status=status, finished_at=Now(), error="why", crashes=3, cancel_requested_at=Now()
    )


def test_a_new_run_is_queued_with_what_it_is_about(django_user_model) -> None:
    user = django_user_model.objects.create_user("ana")
    run = enqueue_run(kind="probe", subject_id=7, params={"a": 1}, user=user)
    run.refresh_from_db()
    assert (run.status, run.subject_id, run.params) == ("queued", 7, {"a": 1})
    assert (run.created_by, run.code_version) == (user, code_version())


def test_a_worker_hears_of_a_new_run_on_commit(
    probe: Probe, django_capture_on_commit_callbacks
) -> None:
    with django_capture_on_commit_callbacks() as callbacks:
        run = probe.new(wake=True)
    assert not told()
    callbacks[0]()
    assert told() == [run.pk]


def test_a_run_for_one_s_own_process_wakes_nobody(
    probe: Probe, django_capture_on_commit_callbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        probe.new(wake=False)
    assert not told()


def test_a_run_of_an_unknown_kind_is_not_created() -> None:
    with pytest.raises(UnknownKind):
        enqueue_run(kind="gone", subject_id=1)
    assert not Run.objects.exists()


def test_the_task_executes_its_run(probe: Probe) -> None:
    run = probe.new()
    assert run_task(run_id=run.pk, something_new=1) == "done"
    assert marks(run) == UNDISTURBED


def test_a_queued_run_is_cancelled_at_once(probe: Probe) -> None:
    run = cancel_run(run_id=probe.new().pk)
    assert run.status == "cancelled"
    assert run.finished_at is not None
    assert [str(event) for event in run.events.all()] == ["cancelled"]


def test_a_running_run_is_asked_to_stop_once(probe: Probe) -> None:
    run = probe.new()
    claim(run.pk, "host:1")
    first = cancel_run(run_id=run.pk).cancel_requested_at
    run = cancel_run(run_id=run.pk)
    assert (run.status, run.cancel_requested_at) == ("running", first)
    assert Event.objects.filter(kind="cancelling").count() == 1


@pytest.mark.parametrize("status", ["done", "failed", "cancelled", "dead"])
def test_a_finished_run_is_not_cancelled(probe: Probe, status: str) -> None:
    run = probe.new()
    ended(run, status)
    with pytest.raises(WrongStatus, match=f"run {run.pk} is {status} already"):
        cancel_run(run_id=run.pk)


@pytest.mark.parametrize("service", [cancel_run, retry_run])
def test_an_unknown_run_is_named(service) -> None:
    with pytest.raises(RunNotFound, match="there is no run 404"):
        service(run_id=404)


@pytest.mark.parametrize("status", ["failed", "cancelled", "dead"])
def test_a_run_that_ended_badly_is_queued_afresh(probe: Probe, status: str) -> None:
    run = probe.new()
    ended(run, status)
    run = retry_run(run_id=run.pk)
    assert (run.status, run.error, run.crashes) == ("queued", "", 0)
    assert (run.finished_at, run.cancel_requested_at) == (None, None)


def test_a_retry_keeps_the_finished_steps(probe: Probe) -> None:
    run = probe.new()
    Step.objects.create(run=run, node="alpha", output=1, fence=1, seconds=0)
    ended(run, "failed")
    assert retry_run(run_id=run.pk).steps.count() == 1


def test_a_retry_keeps_the_error_in_the_history(probe: Probe) -> None:
    run = probe.new()
    ended(run, "failed")
    retry_run(run_id=run.pk)
    assert Event.objects.get(kind="retried").data == {"status": "failed", "error": "why"}


@pytest.mark.parametrize("wake", [True, False])
def test_a_worker_hears_of_a_retry_if_it_should(
    probe: Probe, django_capture_on_commit_callbacks, wake: bool
) -> None:
    run = probe.new()
    ended(run, "failed")
    with django_capture_on_commit_callbacks(execute=True):
        retry_run(run_id=run.pk, wake=wake)
    assert len(told()) == int(wake)


def test_a_queued_run_is_only_made_known_again(
    probe: Probe, django_capture_on_commit_callbacks
) -> None:
    run = probe.new()
    with django_capture_on_commit_callbacks(execute=True):
        assert retry_run(run_id=run.pk).status == "queued"
    assert len(told()) == 1
    assert not run.events.exists()


def test_a_run_in_work_is_not_retried(probe: Probe) -> None:
    run = probe.new()
    claim(run.pk, "host:1")
    with pytest.raises(WrongStatus, match=f"run {run.pk} is running"):
        retry_run(run_id=run.pk)


def test_a_done_run_is_not_retried(probe: Probe) -> None:
    run = probe.new()
    ended(run, "done")
    with pytest.raises(WrongStatus, match=f"run {run.pk} is done"):
        retry_run(run_id=run.pk)
