"""What several processes do to one run at a time: real threads, each with its own connection."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.db.models.functions import Now

from config.runs.execution import execute
from config.runs.lease import Lease, claim
from config.runs.models import Run
from config.runs.services import cancel_run
from tests.config.runs.conftest import UNDISTURBED, Probe, marks
from tests.processes import CEILING, wait_for

pytestmark = pytest.mark.django_db(transaction=True)


def apart(work: Callable[[], Any]) -> Callable[[], Any]:
    """The work, closing the connection of the thread that does it."""

    def done() -> Any:
        try:
            return work()
        finally:
            connection.close()

    return done


@pytest.fixture
def threads() -> Any:
    with ThreadPoolExecutor() as pool:
        yield lambda work: pool.submit(apart(work))


def test_of_many_that_claim_a_run_one_gets_it(probe: Probe, threads: Any) -> None:
    run = probe.new()
    start = threading.Barrier(6)

    def race() -> Lease | None:
        start.wait()
        return claim(run.pk, "host:1")

    claims: list[Future[Lease | None]] = [threads(race) for _ in range(6)]
    assert [lease.result() for lease in claims].count(None) == 5


def test_of_two_that_execute_a_run_one_does(probe: Probe, threads: Any) -> None:
    run = probe.new(sleep={"alpha": 0.2})
    start = threading.Barrier(2)

    def race() -> Run:
        start.wait()
        return execute(run.pk)

    for each in [threads(race), threads(race)]:
        each.result()
    assert marks(run) == UNDISTURBED
    assert set(probe.calls().values()) == {1}
    assert Run.objects.get(pk=run.pk).fence == 1


def test_a_run_is_cancelled_inside_a_step(probe: Probe, threads: Any, settings) -> None:
    settings.RUN_LEASE_SECONDS = 0.6
    run = probe.new(hold={"beta": str(probe.gate())})
    ended = threads(lambda: execute(run.pk))
    wait_for(lambda: probe.calls()["begin beta"], "the step")
    cancel_run(run_id=run.pk)
    assert ended.result(timeout=CEILING).status == "cancelled"
    assert marks(run) == [("alpha", 1)]


def test_a_long_step_keeps_its_lease(probe: Probe, threads: Any, settings) -> None:
    settings.RUN_LEASE_SECONDS = 6  # renewed every two: so late may a busy machine be
    run = probe.new(hold={"beta": str(probe.gate())})
    ended = threads(lambda: execute(run.pk))
    wait_for(lambda: probe.calls()["begin beta"], "the step")
    first = Run.objects.get(pk=run.pk).lease_until
    assert first is not None

    def is_over() -> bool:
        """Whether the lease that it had then is over; the run's must not be."""
        assert not Run.objects.expired().exists()
        return Run.objects.annotate(now=Now()).filter(pk=run.pk, now__gt=first).exists()

    wait_for(is_over, "the end of its first lease")
    probe.gate().touch()
    assert (ended.result().status, ended.result().crashes) == ("done", 0)


def test_a_run_taken_over_inside_a_step_is_let_go(probe: Probe, threads: Any, settings) -> None:
    settings.RUN_LEASE_SECONDS = 0.6
    run = probe.new(hold={"beta": str(probe.gate())})
    ended = threads(lambda: execute(run.pk))
    wait_for(lambda: probe.calls()["begin beta"], "the step")
    Run.objects.filter(pk=run.pk).update(fence=9, worker="other:1", started_at=Now())
    assert ended.result(timeout=CEILING).worker == "other:1"
    assert marks(run) == [("alpha", 1)]
