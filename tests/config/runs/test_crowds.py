"""Many at once: of those that want the same one gets it, and the others are told."""

from __future__ import annotations

import importlib
import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from django.db import connection

from config.desk.refusals import Conflict
from config.runs.errors import WrongStatus
from config.runs.models import Run
from config.runs.services import cancel_run
from config.runs.tasks import run_task
from hypotheses.models import Decision, Hypothesis
from hypotheses.services.review import override_decision
from tests.config.runs.conftest import UNDISTURBED, Probe, marks
from tests.dying import REFUSED, ended, frozen_at, taken_over, woken
from tests.hypotheses.helpers import FORCED, refined
from tests.processes import CEILING

pytestmark = pytest.mark.django_db(transaction=True)
CROWD = 8
FEW_AND_MANY = [5, pytest.param(100, marks=pytest.mark.reliability)]


def together(work: Callable[[int], Any]) -> list[Any]:
    """What each of a crowd came to, all of which begin at once."""
    start = threading.Barrier(CROWD)

    def begin(number: int) -> Any:
        try:
            start.wait()
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(CROWD) as pool:
        return list(pool.map(begin, range(CROWD)))


@pytest.mark.parametrize("count", FEW_AND_MANY)
def test_of_deliverers_of_the_same_messages_one_executes_each(probe: Probe, count: int) -> None:
    runs = [probe.new() for _ in range(count)]

    def deliver(number: int) -> None:
        for run in runs if number % 2 else runs[::-1]:
            run_task(run.pk)

    together(deliver)
    assert [Run.objects.get(pk=run.pk).status for run in runs] == ["done"] * count
    assert [marks(run) for run in runs] == [UNDISTURBED] * count
    assert set(Run.objects.values_list("fence", flat=True)) == {1}
    assert probe.calls()["begin alpha"] == probe.calls()["end delta"] == count


@pytest.mark.parametrize("count", FEW_AND_MANY)
def test_of_reviewers_of_the_same_hypothesis_one_decides(count: int) -> None:
    hypothesis = refined(FORCED["en"])
    for _ in range(count):
        before = Decision.objects.get(hypothesis=hypothesis, current=True)

        def decide(number: int, seen: int = before.pk) -> bool:
            try:
                override_decision(
                    hypothesis_id=hypothesis.pk,
                    outcome=("approved", "rejected")[number % 2],
                    reason=f"reviewer {number}",
                    actor=f"reviewer {number}",
                    expected=seen,
                )
            except Conflict:
                return False
            return True

        assert together(decide).count(True) == 1
    assert Hypothesis.objects.get(pk=hypothesis.pk).decisions.count() == count + 1
    assert Decision.objects.filter(hypothesis=hypothesis, current=True).count() == 1


@pytest.mark.parametrize("count", [3, pytest.param(50, marks=pytest.mark.reliability)])
def test_frozen_workers_woken_after_a_take_over_write_nothing(probe: Probe, count: int) -> None:
    importlib.import_module("tests.config.runs.probe.graph")  # LangGraph: once, not in each child
    runs = [probe.new() for _ in range(count)]
    frozen = [frozen_at(run, "called", passes=2) for run in runs]
    try:
        for run in runs:
            assert taken_over(run).status == "done"
        assert [woken(child) for child in frozen] == [REFUSED] * count
    finally:
        ended(frozen)
    for run in runs:
        assert marks(run) == UNDISTURBED
        assert dict(run.steps.values_list("node", "fence")) == {
            "alpha": 1, "beta": 2, "gamma": 2, "delta": 2,
        }  # fmt: skip


@pytest.mark.parametrize("count", FEW_AND_MANY)
def test_a_run_cancelled_at_any_moment_ends_soon_and_writes_no_more(
    probe: Probe, settings: Any, count: int
) -> None:
    settings.RUN_LEASE_SECONDS = 2
    run_task(probe.new().pk)  # LangGraph is imported now: seconds, on a busy machine
    draw = random.Random(count)  # noqa: S311  # chance, not secrecy
    statuses = set()

    def work(run: Run) -> None:
        try:
            run_task(run.pk)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        for _ in range(count):
            run = probe.new(sleep={"alpha": 0.1, "gamma": 0.1})
            at_work = pool.submit(work, run)
            time.sleep(draw.uniform(0, 0.25))
            with suppress(WrongStatus):  # it was done already
                cancel_run(run_id=run.pk)
            at_work.result(timeout=CEILING)
            left = marks(run)
            now = Run.objects.get(pk=run.pk)
            statuses.add(now.status)
            assert left == UNDISTURBED[: len(left)]
            assert (left == UNDISTURBED) == (now.status == "done")
    assert {"cancelled"} <= statuses <= {"cancelled", "done"}
