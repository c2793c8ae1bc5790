"""The database is away, full or read-only in the midst of a run: it ends as if nothing had been."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest
from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.db.models import Count

from config.runs import points
from config.runs.execution import execute
from config.runs.models import Run, Step
from config.runs.services import retry_run
from hypotheses.services.submit import submit_hypothesis
from tests.config.runs.conftest import UNDISTURBED, Probe, marks
from tests.dying import taken_over

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
    told = Run.objects.get(pk=run.pk)
    assert told.status == "running" or (settings.SQLITE and told.error)

    ended = brought_to_its_end(run)

    assert (ended.status, ended.error) == ("done", "")
    assert marks(run) == UNDISTURBED
    assert not Step.objects.values("node").annotate(n=Count("pk")).filter(n__gt=1)


if settings.SQLITE:

    def test_a_run_outlives_a_full_disk(transactional_db: None) -> None:
        run = submit_hypothesis(text="X afeta Y de alguma forma", wake=False).run
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")  # no page of it is free
        with befalls("store", fill_the_disk), suppress(DatabaseError):
            execute(run.pk)
        failed = Run.objects.get(pk=run.pk)
        assert failed.status == "running" or "disk is full" in failed.error
        assert 0 < failed.steps.count() < 8

        ended = brought_to_its_end(run)

        assert (ended.status, ended.steps.count()) == ("done", 8)
        with connection.cursor() as cursor:
            assert cursor.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.parametrize(
    ("said", "passing"),
    [("database is locked", True), ("database or disk is full", False), ("no such table", False)],
)
def test_a_busy_database_is_no_fault_of_the_run(said: str, passing: bool, probe: Probe) -> None:
    run = probe.new()

    def refuse() -> None:
        raise OperationalError(said)

    with befalls("store", refuse):
        execute(run.pk)
    assert Run.objects.get(pk=run.pk).status == ("running" if passing else "failed")
    assert brought_to_its_end(run).status == "done"
    assert marks(run) == UNDISTURBED
