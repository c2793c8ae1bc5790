from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

import pytest
from django.conf import settings as configured
from django.db import DatabaseError, close_old_connections, connection, transaction
from django.db.models.functions import Now
from django.utils import timezone

from config.runs.errors import LeaseLost, RunCancelled
from config.runs.lease import Lease, claim
from config.runs.models import Run
from tests.config.runs.conftest import Probe

pytestmark = pytest.mark.django_db


def taken(run: Run) -> Lease:
    lease = claim(run.pk, "host:1")
    assert lease is not None
    return lease


def expire(run: Run) -> None:
    Run.objects.filter(pk=run.pk).update(lease_until=Now() - timedelta(seconds=1))


def test_a_queued_run_is_claimed(probe: Probe) -> None:
    run = probe.new()
    assert taken(run) == Lease(run.pk, 1)
    run.refresh_from_db()
    assert (run.status, run.worker, run.started_at is None) == ("running", "host:1", False)


def test_the_lease_lasts_as_long_as_the_setting_says(probe: Probe, settings) -> None:
    settings.RUN_LEASE_SECONDS = 100
    run = probe.new()
    taken(run)
    run.refresh_from_db()
    assert run.lease_until is not None
    left = (run.lease_until - timezone.now()).total_seconds()
    assert 95 < left <= 100


def test_a_run_in_work_is_not_claimed_again(probe: Probe) -> None:
    run = probe.new()
    taken(run)
    assert claim(run.pk, "host:2") is None


def test_a_run_whose_lease_expired_is_claimed_as_a_crash(probe: Probe) -> None:
    run = probe.new()
    taken(run)
    expire(run)
    assert taken(run) == Lease(run.pk, 2)
    run.refresh_from_db()
    assert run.crashes == 1


@pytest.mark.parametrize("status", ["done", "failed", "cancelled", "dead"])
def test_a_finished_run_is_not_claimed(probe: Probe, status: str) -> None:
    run = probe.new()
    Run.objects.filter(pk=run.pk).update(status=status, finished_at=Now())
    assert claim(run.pk, "host:1") is None


if not configured.SQLITE:

    @pytest.mark.django_db(transaction=True)
    def test_a_run_is_claimed_though_the_connection_was_lost_meanwhile(probe: Probe) -> None:
        run = probe.new()
        with suppress(DatabaseError), connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        close_old_connections()  # as a worker does before each task
        assert taken(run) == Lease(run.pk, 1)

    @pytest.mark.django_db(transaction=True)
    def test_within_a_transaction_a_claim_is_taken_back_with_it(probe: Probe) -> None:
        run = probe.new()
        with suppress(ZeroDivisionError), transaction.atomic():
            taken(run)
            raise ZeroDivisionError
        assert taken(run) == Lease(run.pk, 1)

    def test_a_number_that_no_row_can_have_is_not_claimed(probe: Probe) -> None:
        assert claim(2**80, "host:1") is None


def test_a_heartbeat_extends_the_lease(probe: Probe) -> None:
    run = probe.new()
    lease = taken(run)
    expire(run)
    lease.heartbeat()
    assert not Run.objects.expired().exists()


def test_the_heartbeat_of_an_earlier_holder_is_refused(probe: Probe) -> None:
    run = probe.new()
    old = taken(run)
    expire(run)
    taken(run)
    with pytest.raises(LeaseLost):
        old.heartbeat()


def test_a_heartbeat_hears_of_a_cancellation(probe: Probe) -> None:
    run = probe.new()
    lease = taken(run)
    Run.objects.filter(pk=run.pk).update(cancel_requested_at=Now())
    with pytest.raises(RunCancelled):
        lease.heartbeat()


def test_a_released_run_is_queued_with_no_crash(probe: Probe) -> None:
    run = probe.new()
    assert taken(run).release()
    run.refresh_from_db()
    assert (run.status, run.crashes, run.lease_until) == ("queued", 0, None)


def test_a_lost_lease_releases_nothing(probe: Probe) -> None:
    run = probe.new()
    old = taken(run)
    expire(run)
    taken(run)
    assert not old.release()
    assert Run.objects.get(pk=run.pk).status == "running"
