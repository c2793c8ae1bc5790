"""Watching a run: looks that grow rarer, and why nothing happens."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from config.runs import ledger
from config.runs.live_state import watch
from config.runs.models import Event, Run
from config.runs.services import enqueue_run

pytestmark = pytest.mark.django_db


@pytest.fixture
def run() -> Run:
    return enqueue_run(kind="probe", subject_id=1, wake=False)


def waits(run: Run, looks: int) -> list[int]:
    found, asked, seen = [], "", ""
    for _look in range(looks):
        watched = watch(run, asked, seen)
        found.append(watched.wait)
        asked, seen = str(watched.requests), str(watched.newest)
    return found


def test_looks_grow_rarer_while_nothing_happens_up_to_a_bound(run):
    found = waits(run, 12)
    assert found[0] == 1
    assert found == sorted(found)
    assert found[-1] == 15


def test_something_new_makes_the_looks_frequent_again(run):
    ledger.write(run.pk, Event.Kind.STARTED)
    assert watch(run, "9", "0").wait == 1


@pytest.mark.parametrize("given", ["-1", "x", "9" * 30, "²"])
def test_a_count_that_makes_no_sense_is_none(run, given):
    assert watch(run, given, given).wait == 1


def test_a_run_that_nobody_takes_up_says_what_to_do(run):
    assert watch(run).stalled == ""
    run.queued_at = timezone.now() - timedelta(hours=1)
    assert "manage.py work" in watch(run).stalled


def test_a_worker_that_stopped_answering_is_named(run):
    run.status = Run.Status.RUNNING
    run.lease_until = timezone.now() - timedelta(hours=1)
    assert "stopped responding" in watch(run).stalled


def test_the_newest_events_are_shown_in_order(run):
    for _ in range(60):
        ledger.write(run.pk, Event.Kind.MESSAGE)
    shown = [event.pk for event in watch(run).events]
    assert len(shown) == 50
    assert shown == sorted(shown)


def took(*seconds: int) -> None:
    """Runs of the kind that ended after so long."""
    for each in seconds:
        row = enqueue_run(kind="probe", subject_id=2, wake=False)
        now = timezone.now()
        started = now - timedelta(seconds=each)
        Run.objects.filter(pk=row.pk).update(
            status="done", fence=1, started_at=started, finished_at=now
        )


def test_how_long_it_waited_or_worked_is_told(run):
    run.queued_at = timezone.now() - timedelta(seconds=75)
    assert watch(run).elapsed == "waiting for 1 min 15 s"
    run.status, run.lease_until = Run.Status.RUNNING, timezone.now() + timedelta(hours=1)
    event = ledger.write(run.pk, Event.Kind.RESUMED)
    Event.objects.filter(pk=event.pk).update(created_at=timezone.now() - timedelta(hours=2))
    assert watch(run).elapsed == "at work for 2 h 0 min"


def test_what_is_expected_rests_on_what_runs_of_its_kind_took(run):
    assert watch(run).expected == ""
    took(4)
    assert watch(run).expected == "the only earlier run took 4 s"
    took(90, 60)
    assert watch(run).expected == "runs like it took 4 s to 1 min 30 s"
    Run.objects.filter(status="done").update(fence=2)  # they were taken up again
    assert watch(run).expected == ""


def test_a_run_that_ended_is_not_timed(run):
    took(4, 4, 4)
    assert watch(Run.objects.filter(status="done")[0]).elapsed == ""
