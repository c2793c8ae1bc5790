"""When the workers are taken to hang. What is done then: test_worker.py."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models.functions import Now

from config.runs.lease import claim, worker_name
from config.runs.models import Event, Run
from config.runs.supervisor import PickupPatience, nobody_takes_a_run
from tests.config.runs.conftest import Probe
from tests.redis_server import RedisServer

pytestmark = pytest.mark.django_db
PATIENCE = 5.0


@pytest.fixture
def waiting(probe: Probe) -> Run:
    """A run that waits for longer than it should."""
    run = probe.new()
    long_ago = Now() - timedelta(seconds=PATIENCE + 1)
    Run.objects.filter(pk=run.pk).update(queued_at=long_ago)
    return run


def test_workers_hang_when_none_takes_a_waiting_run(waiting: Run) -> None:
    assert nobody_takes_a_run(PATIENCE)


def test_workers_without_work_do_not_hang() -> None:
    assert not nobody_takes_a_run(PATIENCE)


@pytest.mark.usefixtures("waiting")
def test_workers_that_cannot_hear_of_a_run_do_not_hang(redis_server: RedisServer, settings) -> None:
    settings.REDIS_URL = redis_server.url
    assert nobody_takes_a_run(PATIENCE)
    redis_server.stop()
    assert not nobody_takes_a_run(PATIENCE)


def test_a_run_just_queued_may_wait(probe: Probe) -> None:
    probe.new()
    assert not nobody_takes_a_run(PATIENCE)


def test_busy_workers_do_not_hang(waiting: Run, probe: Probe, settings) -> None:
    settings.WORKERS = 1
    claim(probe.new().pk, worker_name())
    assert not nobody_takes_a_run(PATIENCE)


@pytest.mark.parametrize("kind", ["started", "finished", "crashed"])
def test_a_worker_between_two_runs_does_not_hang(waiting: Run, probe: Probe, kind: str) -> None:
    Event.objects.create(run=probe.new(), kind=kind)
    assert not nobody_takes_a_run(PATIENCE)


def test_the_steps_of_another_run_do_not_hide_a_hang(waiting: Run, probe: Probe) -> None:
    Event.objects.create(run=probe.new(), kind="step")
    assert nobody_takes_a_run(PATIENCE)


def test_a_clock_that_was_set_back_hides_no_hang(waiting: Run, probe: Probe) -> None:
    to_come = Now() + timedelta(hours=1)
    Run.objects.filter(pk=waiting.pk).update(queued_at=to_come)
    Event.objects.create(run=waiting, kind="resumed")
    Event.objects.update(created_at=to_come)
    assert nobody_takes_a_run(PATIENCE)


@pytest.fixture
def patience(waiting: Run, settings) -> PickupPatience:
    """Runs wait for a minute, and workers are to take one within 3 s at first."""
    settings.RUN_LEASE_SECONDS = 1
    Run.objects.filter(pk=waiting.pk).update(queued_at=Now() - timedelta(minutes=1))
    return PickupPatience()


def test_workers_started_again_for_a_hang_have_twice_the_time(patience: PickupPatience) -> None:
    assert patience.is_over(up_for=4, shaken=False)
    assert not patience.is_over(up_for=4, shaken=False)
    assert patience.is_over(up_for=7, shaken=False)
    assert not patience.is_over(up_for=7, shaken=False)


def test_the_time_grows_to_a_limit(patience: PickupPatience) -> None:
    for _ in range(10):
        assert patience.is_over(up_for=1000, shaken=False)
    assert patience.is_over(up_for=49, shaken=False)


def test_it_is_the_first_again_once_a_run_ends(patience: PickupPatience, probe: Probe) -> None:
    assert patience.is_over(up_for=4, shaken=False)
    ended = Event.objects.create(run=probe.new(), kind="finished")
    Event.objects.filter(pk=ended.pk).update(created_at=Now() - timedelta(seconds=5))
    assert not patience.is_over(up_for=4, shaken=False)  # by the workers before
    assert patience.is_over(up_for=5.9, shaken=False)


def test_it_stays_where_a_run_is_only_begun(patience: PickupPatience, probe: Probe) -> None:
    assert patience.is_over(up_for=4, shaken=False)
    begun = Event.objects.create(run=probe.new(), kind="resumed")
    Event.objects.filter(pk=begun.pk).update(created_at=Now() - timedelta(seconds=5))
    assert not patience.is_over(up_for=5.9, shaken=False)


def test_a_dead_process_leaves_it_as_it_is(patience: PickupPatience) -> None:
    assert patience.is_over(up_for=6, shaken=True)
    assert patience.is_over(up_for=4, shaken=False)
