"""Steps of nodes that run side by side: stored together, each for itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext

from config.runs.errors import LeaseLost, RunCancelled
from config.runs.lease import claim
from config.runs.ledger import Ledger
from config.runs.models import Event, Run, Step
from config.runs.port import Rows, StepKey
from tests.config.runs.conftest import Probe
from tests.config.runs.probe.models import Mark

pytestmark = pytest.mark.django_db
Work = Callable[[int], Any]


@pytest.fixture
def run(probe: Probe) -> Run:
    return probe.new()


@pytest.fixture
def ledger(run: Run) -> Ledger:
    lease = claim(run.pk, "host:1")
    assert lease is not None
    return Ledger(lease)


def key(i: int) -> StepKey:
    return StepKey("node", 1, f"item {i}")


def side_by_side(
    ledger: Ledger, count: int, record: Callable[[Any], Any] | None = None
) -> list[Any]:
    async def compute(i: int) -> int:
        await asyncio.sleep(0)
        return i

    async def all_steps() -> list[Any]:
        steps = (ledger.aonce(key(i), lambda i=i: compute(i), record) for i in range(count))
        return await asyncio.gather(*steps, return_exceptions=True)

    return async_to_sync(all_steps)()


def row(run: Run) -> Callable[[Any], Rows]:
    return lambda output: Rows([Mark(run_id=run.pk, node="node", value=output)])


def test_each_step_is_stored_with_its_rows_and_its_event(ledger: Ledger, run: Run) -> None:
    assert side_by_side(ledger, 5, row(run)) == [0, 1, 2, 3, 4]
    assert set(Step.objects.values_list("output", flat=True)) == {0, 1, 2, 3, 4}
    assert sorted(Mark.objects.values_list("value", flat=True)) == [0, 1, 2, 3, 4]
    items = [event.data["item"] for event in Event.objects.filter(kind="step")]
    assert items == [key(i).item for i in range(5)]


def test_more_steps_need_no_more_queries(probe: Probe) -> None:
    counts = []
    for count in (2, 12):
        run = probe.new()
        lease = claim(run.pk, "host:1")
        assert lease is not None
        with CaptureQueriesContext(
            connection,
        ) as queries:
            side_by_side(Ledger(lease), count, row(run))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_rows_that_fail_cost_only_their_own_step(ledger: Ledger, run: Run) -> None:
    def record(output: int) -> Rows:
        if output == 2:
            raise ValueError("no such row")
        return row(run)(output)

    outputs = side_by_side(ledger, 4, record)
    assert [outputs[i] for i in (0, 1, 3)] == [0, 1, 3]
    assert isinstance(outputs[2], ValueError)
    assert set(Step.objects.values_list("output", flat=True)) == {0, 1, 3}
    assert sorted(Mark.objects.values_list("value", flat=True)) == [0, 1, 3]


def test_a_lost_lease_stores_none_of_them(ledger: Ledger, run: Run) -> None:
    def record(output: int) -> None:
        raise AssertionError("recorded after the lease was lost")

    async def steal() -> list[Any]:
        async def compute() -> int:
            await Run.objects.filter(pk=run.pk).aupdate(fence=2)
            return 1

        steps = [ledger.aonce(key(i), compute, record) for i in range(3)]
        return await asyncio.gather(*steps, return_exceptions=True)

    assert {type(outcome) for outcome in async_to_sync(steal)()} == {LeaseLost}
    assert not Step.objects.exists()


def test_none_is_computed_after_a_cancellation(ledger: Ledger, run: Run) -> None:
    Run.objects.filter(pk=run.pk).update(cancel_requested_at=Now())
    assert {type(outcome) for outcome in side_by_side(ledger, 3)} == {RunCancelled}


def test_the_same_step_asked_twice_at_once_happens_once(ledger: Ledger, run: Run) -> None:
    async def twice() -> Any:
        async def compute(value: str) -> str:
            return value

        return await asyncio.gather(
            ledger.aonce(key(0), lambda: compute("first"), lambda _: row(run)(1)),
            ledger.aonce(key(0), lambda: compute("second"), lambda _: row(run)(2)),
        )

    assert list(async_to_sync(twice)()) == ["first", "first"]
    assert Step.objects.count() == Mark.objects.count() == 1


def test_a_later_holder_of_the_lease_finds_what_was_stored(ledger: Ledger, run: Run) -> None:
    side_by_side(ledger, 3)
    assert ledger.lease.release()
    again = claim(run.pk, "host:2")
    assert again is not None

    async def never() -> Any:
        raise AssertionError("computed again")

    assert async_to_sync(Ledger(again).aonce)(key(1), never) == 1
