from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now

from config.runs.lease import claim, host_name, worker_name
from config.runs.models import Event, Run
from config.runs.supervisor import end_leases, sweep, tell_again
from tests.config.runs.conftest import Probe
from tests.queue import told

pytestmark = pytest.mark.django_db
LONG_AGO = Now() - timedelta(hours=1)


def orphan(probe: Probe, **values: Any) -> Run:
    run = probe.new()
    claim(run.pk, "host:1")
    Run.objects.filter(pk=run.pk).update(lease_until=LONG_AGO, **values)
    return run


def test_an_orphaned_run_is_queued_and_delivered_again(probe: Probe) -> None:
    run = orphan(probe)
    assert sweep() == ([run.pk], [run.pk])
    run.refresh_from_db()
    assert (run.status, run.crashes, run.lease_until) == ("queued", 1, None)
    assert told() == [run.pk]


def test_a_crash_is_kept_in_the_history(probe: Probe) -> None:
    run = orphan(probe)
    sweep()
    event = Event.objects.get(run=run, kind="crashed")
    assert (event.data["worker"], event.data["crashes"]) == ("host:1", 1)


def test_a_run_whose_lease_holds_is_left_alone(probe: Probe) -> None:
    run = probe.new()
    claim(run.pk, "host:1")
    assert sweep() == ([], [])


def test_a_run_that_crashed_as_often_as_it_may_goes_on(probe: Probe, settings) -> None:
    run = orphan(probe, crashes=settings.RUN_MAX_CRASHES - 1)
    sweep()
    assert Run.objects.get(pk=run.pk).status == "queued"


def test_a_run_that_crashed_too_often_is_dead(probe: Probe, settings) -> None:
    run = orphan(probe, crashes=settings.RUN_MAX_CRASHES)
    sweep()
    run.refresh_from_db()
    assert (run.status, run.error) == (
        "dead",
        f"given up: the worker died {settings.RUN_MAX_CRASHES + 1} times",
    )
    assert told() == []


def test_an_orphan_that_was_to_be_cancelled_is_cancelled(probe: Probe) -> None:
    run = orphan(probe, cancel_requested_at=Now())
    sweep()
    run.refresh_from_db()
    assert (run.status, run.finished_at is None) == ("cancelled", False)
    assert told() == []


def test_a_run_that_nobody_was_told_of_is_delivered(probe: Probe) -> None:
    run = probe.new()
    Run.objects.filter(pk=run.pk).update(woken_at=LONG_AGO)
    sweep()
    assert told() == [run.pk]


def test_a_run_is_not_delivered_again_at_once(probe: Probe) -> None:
    run = probe.new()
    Run.objects.filter(pk=run.pk).update(woken_at=LONG_AGO)
    sweep()
    sweep()
    assert told() == [run.pk]


def test_a_run_just_queued_is_left_to_its_first_delivery(probe: Probe) -> None:
    probe.new()
    sweep()
    assert told() == []


def test_while_all_workers_are_busy_nothing_is_delivered_again(probe: Probe, settings) -> None:
    settings.WORKERS = 1
    claim(probe.new().pk, worker_name())
    Run.objects.filter(pk=probe.new().pk).update(woken_at=LONG_AGO)
    sweep()
    assert told() == []


def test_the_load_of_another_host_is_no_reason_to_leave_a_lost_message(
    probe: Probe, settings
) -> None:
    settings.WORKERS = 1
    claim(probe.new().pk, "elsewhere:1")
    run = probe.new()
    Run.objects.filter(pk=run.pk).update(woken_at=LONG_AGO)
    sweep()
    assert told() == [run.pk]


class TestAClockThatWasSetBack:
    AHEAD = Now() + timedelta(hours=1)

    def test_a_lease_longer_than_any_is_no_lease(self, probe: Probe) -> None:
        run = orphan(probe)
        Run.objects.filter(pk=run.pk).update(lease_until=self.AHEAD)
        assert sweep() == ([run.pk], [run.pk])

    def test_a_word_of_a_time_to_come_is_said_again(self, probe: Probe) -> None:
        run = probe.new()
        Run.objects.filter(pk=run.pk).update(woken_at=self.AHEAD)
        sweep()
        assert told() == [run.pk]

    def test_a_lease_made_now_holds(self, probe: Probe) -> None:
        claim(probe.new().pk, "host:1")
        assert sweep() == ([], [])


def test_a_run_of_a_dead_process_of_this_host_is_taken_back_at_once(probe: Probe) -> None:
    dead, living = probe.new(), probe.new()
    claim(dead.pk, f"{host_name()}:1")
    claim(living.pk, f"{host_name()}:2")
    claim(probe.new().pk, "elsewhere:1")
    assert end_leases([1, 3]) == {1}
    assert sweep().orphans == [dead.pk]


def test_runs_that_waited_longest_are_told_of_again_however_lately_they_were(
    probe: Probe, settings
) -> None:
    settings.WORKERS = 1
    runs = [probe.new() for _ in range(4)]
    Run.objects.filter(pk=runs[3].pk).update(queued_at=LONG_AGO)
    assert tell_again() == [runs[3].pk, runs[0].pk, runs[1].pk]
    assert told() == [runs[3].pk, runs[0].pk, runs[1].pk]
