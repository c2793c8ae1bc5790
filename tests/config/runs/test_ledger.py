from __future__ import annotations

import time
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import IntegrityError, connection
from django.db.models.functions import Now

from config.runs.errors import LeaseLost, RunCancelled, StepOutputError
from config.runs.lease import claim
from config.runs.ledger import Ledger
from config.runs.models import Event, Run, Step
from config.runs.port import StepKey
from tests.config.runs.conftest import Probe
from tests.config.runs.probe.models import Mark

pytestmark = pytest.mark.django_db
KEY = StepKey("node", 1, "item")


@pytest.fixture
def run(probe: Probe) -> Run:
    return probe.new()


@pytest.fixture
def ledger(run: Run) -> Ledger:
    lease = claim(run.pk, "host:1")
    assert lease is not None
    return Ledger(lease)


def never() -> Any:
    raise AssertionError("computed again")


def test_a_step_is_computed_and_stored_under_its_key(ledger: Ledger) -> None:
    assert ledger.once(KEY, lambda: {"a": 1}) == {"a": 1}
    step = Step.objects.get()
    assert (step.node, step.iteration, step.item, step.output) == ("node", 1, "item", {"a": 1})


@pytest.mark.parametrize("output", [{"a": [1, 2.5, None]}, [], 0, None])
def test_a_stored_step_is_not_computed_again(ledger: Ledger, output: Any) -> None:
    ledger.once(KEY, lambda: output)
    assert ledger.once(KEY, never) == output


@pytest.mark.parametrize(
    "other", [StepKey("else", 1, "item"), StepKey("node", 2, "item"), StepKey("node", 1, "other")]
)
def test_each_part_of_the_key_tells_steps_apart(ledger: Ledger, other: StepKey) -> None:
    ledger.once(KEY, lambda: 1)
    assert ledger.once(other, lambda: 2) == 2


def test_a_step_takes_few_statements(ledger: Ledger, django_assert_num_queries: Any) -> None:
    ledger.once(KEY, lambda: 1)  # asks once which steps there are
    with django_assert_num_queries(7) as asked:
        ledger.once(StepKey("node", 2), lambda: {"a": [1.5, None, "é"]})
    kinds = [each["sql"].split()[0] for each in asked]
    # Whether it may; then at one go (a transaction where there is no other) whether it still may,
    # the step, what was stored of it, and its event.
    stored = ["SAVEPOINT", "SELECT", "INSERT", "SELECT", "INSERT", "RELEASE"]
    assert kinds == ["SELECT", *stored]


def test_the_run_is_locked_while_a_step_is_stored(
    ledger: Ledger, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(1) as asked:
        ledger.lease.hold()
    # SQLite has one writer at a time, from the begin of its transaction on.
    locks = asked.captured_queries[0]["sql"].rstrip().endswith("FOR UPDATE")
    assert locks == (connection.vendor != "sqlite")


def test_runs_do_not_share_steps(ledger: Ledger, probe: Probe) -> None:
    ledger.once(KEY, lambda: 1)
    lease = claim(probe.new().pk, "host:1")
    assert lease is not None
    assert Ledger(lease).once(KEY, lambda: 2) == 2


def test_the_first_output_is_the_stored_one_not_the_computed_object(ledger: Ledger) -> None:
    made: dict[str, Any] = {"b": [], "a": 1.0}
    assert ledger.once(KEY, lambda: made) is not made


def test_domain_rows_are_recorded_with_the_step(ledger: Ledger, run: Run) -> None:
    def record(output: Any) -> None:
        Mark.objects.create(run_id=run.pk, node="node", value=output["a"])

    ledger.once(KEY, lambda: {"a": 7}, record)
    ledger.once(KEY, never, record)
    assert [mark.value for mark in Mark.objects.all()] == [7]


def test_a_step_whose_rows_fail_is_not_stored(ledger: Ledger) -> None:
    def record(output: Any) -> None:
        Mark.objects.create(pk=1, run_id=1, node="node", value=1)
        Mark.objects.create(pk=1, run_id=1, node="node", value=2)

    with pytest.raises(IntegrityError):
        ledger.once(KEY, lambda: 1, record)
    assert not Step.objects.exists()
    assert not Mark.objects.exists()
    assert not Event.objects.filter(kind="step").exists()


def test_a_step_leaves_an_event(ledger: Ledger) -> None:
    ledger.once(KEY, lambda: 1)
    event = Event.objects.get(kind="step")
    assert (event.node, event.data["iteration"], event.data["item"]) == ("node", 1, "item")


def test_the_watcher_hears_of_each_step_once(run: Run) -> None:
    heard: list[str] = []
    lease = claim(run.pk, "host:1")
    assert lease is not None
    ledger = Ledger(lease, lambda event: heard.append(str(event)))
    ledger.once(KEY, lambda: 1)
    ledger.once(KEY, never)
    assert heard == ["step node"]


def test_the_time_a_step_took_is_kept(ledger: Ledger) -> None:
    ledger.once(KEY, lambda: time.sleep(0.05))
    assert 0.05 <= Step.objects.get().seconds < 5


def test_nothing_is_computed_after_a_cancellation(ledger: Ledger, run: Run) -> None:
    Run.objects.filter(pk=run.pk).update(cancel_requested_at=Now())
    with pytest.raises(RunCancelled):
        ledger.once(KEY, never)


def test_nothing_is_stored_when_cancelled_while_computing(ledger: Ledger, run: Run) -> None:
    def compute() -> int:
        Run.objects.filter(pk=run.pk).update(cancel_requested_at=Now())
        return 1

    with pytest.raises(RunCancelled):
        ledger.once(KEY, compute)
    assert not Step.objects.exists()


def test_nothing_is_stored_when_the_lease_is_lost_while_computing(ledger: Ledger, run: Run) -> None:
    def compute() -> int:
        Run.objects.filter(pk=run.pk).update(fence=2)
        return 1

    with pytest.raises(LeaseLost):
        ledger.once(KEY, compute)
    assert not Step.objects.exists()


def test_of_two_that_compute_the_same_step_the_first_stored_stands(ledger: Ledger) -> None:
    assert ledger.once(KEY, lambda: ledger.once(KEY, lambda: "first") and "second") == "first"
    assert Step.objects.count() == 1


def test_an_output_that_is_not_plain_names_the_step(ledger: Ledger) -> None:
    with pytest.raises(StepOutputError, match=r"step node 1 item: .* \.a\[1\] \(set\)"):
        ledger.once(KEY, lambda: {"a": [1, {2}]})
    assert not Step.objects.exists()


def test_a_node_may_compute_by_awaiting(ledger: Ledger) -> None:
    async def compute() -> int:
        return 5

    assert async_to_sync(ledger.aonce)(KEY, compute) == 5
    assert async_to_sync(ledger.aonce)(KEY, never) == 5


def test_a_message_is_kept_for_people(ledger: Ledger) -> None:
    ledger.message("no news", "node")
    event = Event.objects.get(kind="message")
    assert (event.node, event.data) == ("node", {"text": "no news"})
