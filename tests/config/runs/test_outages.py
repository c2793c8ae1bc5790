"""The database is away, full or read-only in the midst of a run: it ends as if nothing had been."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from operator import attrgetter

import pytest
from django.conf import settings
from django.db import (
    DatabaseError,
    InterfaceError,
    InternalError,
    OperationalError,
    connection,
)
from django.db.models import Count
from django.test import override_settings

from config import chores
from config.outage import is_passing
from config.runs import points
from config.runs.execution import execute
from config.runs.models import Run, Step
from config.runs.services import retry_run
from config.runs.supervisor import sweep
from hypotheses.services.submit import submit_hypothesis
from tests.config.runs.conftest import UNDISTURBED, Probe, marks
from tests.dying import WROTE, ended, frozen_at, taken_over, woken

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE_STORING: list[points.Point] = ["store", "finish"]


@contextmanager
def befalls(point: points.Point, happen: Callable[[], None]) -> Iterator[None]:
    """Something happens the second time a run passes a point, or the first at its end."""
    left = 1 if point == "finish" else 2

    def listen(passed: points.Point, _run: int, _what: str) -> None:
        nonlocal left
        if passed == point:
            left -= 1
            if left == 0:
                happen()

    points.listen(listen)
    try:
        yield
    finally:
        points._listeners.remove(listen)
        connection.close()  # whatever befell it: the next one is sound


def brought_to_its_end(run: Run) -> Run:
    """By the sweeper, or where the run says that it failed by a retry."""
    if Run.objects.get(pk=run.pk).status == "failed":
        retry_run(run_id=run.pk, wake=False)
    return taken_over(run)


def lose_the_connection() -> None:
    """As a restart of the server does."""
    if settings.SQLITE:
        connection.connection.close()
        return
    with suppress(DatabaseError), connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")


def refuse_writes() -> None:
    sql = "PRAGMA query_only = ON" if settings.SQLITE else "SET default_transaction_read_only = on"
    with connection.cursor() as cursor:
        cursor.execute(sql)


def fill_the_disk() -> None:
    """As SQLite sees it: no page more than there are."""
    with connection.cursor() as cursor:
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages}")


@pytest.mark.parametrize("point", BEFORE_STORING)
@pytest.mark.parametrize("outage", [lose_the_connection, refuse_writes])
def test_a_run_outlives_an_outage(
    probe: Probe, point: points.Point, outage: Callable[[], None]
) -> None:
    run = probe.new()
    with befalls(point, outage), suppress(DatabaseError, InterfaceError):
        execute(run.pk)
    # It is back in the queue, and that is no crash; a file that is not open is none's outage.
    given_back = not settings.SQLITE or outage is refuse_writes
    assert Run.objects.get(pk=run.pk).status == ("queued" if given_back else "running")

    whole = brought_to_its_end(run)

    assert (whole.status, whole.error, whole.crashes) == ("done", "", int(not given_back))
    assert marks(run) == UNDISTURBED
    assert not Step.objects.values("node").annotate(n=Count("pk")).filter(n__gt=1)


if settings.SQLITE:

    def test_a_run_outlives_a_full_disk(transactional_db: None) -> None:
        run = submit_hypothesis(text="X afeta Y de alguma forma", wake=False).run
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")  # no page of it is free
        with befalls("store", fill_the_disk), suppress(DatabaseError):
            execute(run.pk)
        waits = Run.objects.get(pk=run.pk)
        assert waits.status == "queued"
        told = waits.events.get(kind="interrupted").data["error"]
        assert told == "database or disk is full"
        assert 0 < waits.steps.count() < 8

        whole = brought_to_its_end(run)

        assert (whole.status, whole.steps.count()) == ("done", 8)
        with connection.cursor() as cursor:
            assert cursor.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.parametrize(
    ("said", "passing"),
    [
        ("database is locked", True),
        ("attempt to write a readonly database", True),
        ("database or disk is full", True),
        ("no such table", False),
    ],
)
def test_a_busy_database_is_no_fault_of_the_run(said: str, passing: bool, probe: Probe) -> None:
    run = probe.new()

    def refuse() -> None:
        raise OperationalError(said)

    with befalls("store", refuse):
        execute(run.pk)
    assert Run.objects.get(pk=run.pk).status == ("queued" if passing else "failed")
    assert brought_to_its_end(run).status == "done"
    assert marks(run) == UNDISTURBED


@pytest.mark.parametrize(
    ("name", "passing"),
    [
        ("OperationalError", True),  # "server closed the connection": psycopg's own, without a code
        ("errors.AdminShutdown", True),
        ("errors.ReadOnlySqlTransaction", True),
        ("errors.IdleInTransactionSessionTimeout", True),
        ("errors.DiskFull", True),
        ("errors.InFailedSqlTransaction", False),
    ],
)
def test_a_lost_connection_is_passing_though_another_is_sound(
    name: str, passing: bool, transactional_db: None
) -> None:
    psycopg = pytest.importorskip("psycopg")
    kind = attrgetter(name)(psycopg)
    named = OperationalError if issubclass(kind, psycopg.OperationalError) else InternalError
    error = named("said")
    error.__cause__ = kind("said")
    Run.objects.exists()
    assert is_passing(error) is passing


if not settings.SQLITE:

    def test_a_row_that_a_frozen_worker_keeps_locked_holds_up_no_sweep(probe: Probe) -> None:
        with override_settings(RUN_LEASE_SECONDS=2):
            locked, other = probe.new(), probe.new()
            frozen = [frozen_at(locked, "commit", 2), frozen_at(other, "called", 2)]
            try:
                time.sleep(2.1)
                assert sweep().orphans == [other.pk]
                assert woken(frozen[0]) == WROTE
            finally:
                ended(frozen)
        assert Run.objects.get(pk=locked.pk).status == "done"


@pytest.mark.parametrize(
    ("error", "traced"),
    [
        (OperationalError("connection refused\nIs the server running?"), False),
        (InternalError("cannot execute UPDATE in a read-only transaction"), False),
        (RuntimeError("a fault of ours"), True),
    ],
)
def test_what_can_be_mended_is_one_line_in_the_log(
    error: Exception,
    traced: bool,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail() -> int:
        raise error

    monkeypatch.setattr(chores, "chores", {"tidying": chores.Chore(every=60, do=fail)})
    chores.run_due()
    [record] = caplog.records
    assert "tidying failed" in record.getMessage()
    assert str(error).split("\n")[0] in (caplog.text if traced else record.getMessage())
    assert (bool(record.exc_info), "\n" in record.getMessage()) == (traced, False)
