"""One run, and whatever may happen to it: a machine for hypothesis to drive."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from config.runs.errors import LeaseLost, RunCancelled, WrongStatus
from config.runs.lease import Lease, claim
from config.runs.ledger import Ledger
from config.runs.models import Run, Step
from config.runs.port import StepKey
from config.runs.services import cancel_run, enqueue_run, retry_run
from config.runs.supervisor import sweep
from tests.config.runs.probe.models import Mark

CANCELS = 2  # of one run: with more, most of what is tried meets a run that is cancelled
NODES = st.sampled_from([f"node{number}" for number in range(9)])


class OneRun(RuleBasedStateMachine):
    """A run, everyone who ever held it, and what should have become of it.

    `before` is the run as the last move left it: no two moves are made at once here (those meet in
    test_crowds.py).
    """

    def __init__(self) -> None:
        super().__init__()
        self.transaction = transaction.atomic()
        self.transaction.__enter__()

    def teardown(self) -> None:
        transaction.set_rollback(True)  # the next one finds no other run
        self.transaction.__exit__(None, None, None)

    @initialize()
    def submit(self) -> None:
        self.run = self.before = enqueue_run(kind="probe", subject_id=1, wake=False)
        self.leases: list[Lease] = []
        self.written: list[str] = []
        self.fence = 0
        self.terminal = ""
        self.cancels = 0

    def look(self) -> Run:
        self.before = Run.objects.get(pk=self.run.pk)
        return self.before

    def holds(self, lease: Lease) -> bool:
        return (self.before.status, self.before.fence) == ("running", lease.fence)

    @property
    def expired(self) -> bool:
        end = self.before.lease_until
        return self.before.status == "running" and end is not None and end < timezone.now()

    @rule()
    def somebody_claims(self) -> None:
        free = self.before.status == "queued" or self.expired
        lease = claim(self.run.pk, f"host:{len(self.leases)}")
        assert (lease is not None) == free
        if lease is not None:
            assert lease.fence == self.before.fence + 1
            self.leases.append(lease)

    @precondition(lambda self: self.before.status == "running")
    @rule()
    def the_lease_runs_out(self) -> None:
        Run.objects.filter(pk=self.run.pk, status="running").update(
            lease_until=Now() - timedelta(seconds=1)
        )

    @precondition(lambda self: self.leases)
    @rule(node=NODES)
    def another_takes_over_while_the_last_one_computes(self, node: str) -> None:
        self.writes(self.leases[-1], node, self.is_taken_over)

    def is_taken_over(self) -> None:
        self.the_lease_runs_out()
        self.look()
        self.somebody_claims()
        self.look()

    @precondition(lambda self: self.before.status == "running")
    @rule()
    def its_worker_dies_and_the_sweeper_comes(self) -> None:
        self.the_lease_runs_out()
        self.look()
        self.the_sweeper_comes()

    @rule()
    def the_sweeper_comes(self) -> None:
        before, expired = self.before, self.expired
        sweep()
        after = self.look()
        assert (after.crashes == before.crashes + 1) == expired
        assert expired or after.status == before.status

    @precondition(lambda self: self.leases)
    @rule(data=st.data())
    def one_who_held_it_beats(self, data: Any) -> None:
        self.beats(data.draw(st.sampled_from(self.leases)))

    def beats(self, lease: Lease) -> None:
        held, cancelled = self.holds(lease), self.before.cancel_requested_at is not None
        try:
            lease.heartbeat()
        except LeaseLost:
            assert not held
        except RunCancelled:
            assert held
            assert cancelled
        else:
            assert held
            assert not cancelled

    @precondition(lambda self: self.cancels < CANCELS and self.before.status == "running")
    @rule()
    def it_is_cancelled_and_its_holder_beats(self) -> None:
        self.it_is_cancelled()
        self.look()
        self.beats(self.leases[-1])

    @precondition(lambda self: self.leases)
    @rule(data=st.data(), node=NODES)
    def one_who_held_it_writes(self, data: Any, node: str) -> None:
        self.writes(data.draw(st.sampled_from(self.leases)), node)

    def writes(self, lease: Lease, node: str, meanwhile: Callable[[], object] = bool) -> None:
        stored = node in self.written

        def compute() -> int:
            meanwhile()
            return lease.fence

        def record(output: Any) -> None:
            Mark.objects.create(run_id=self.run.pk, node=node, value=output)

        try:
            Ledger(lease).once(StepKey(node), compute, record)
        except (LeaseLost, RunCancelled):
            assert not stored
            assert not self.holds(lease) or self.before.cancel_requested_at
        else:
            assert stored or self.holds(lease)  # a reader of what is stored does no harm
            if not stored:
                self.written.append(node)

    @precondition(lambda self: self.leases)
    @rule(data=st.data(), status=st.sampled_from(["done", "failed"]))
    def one_who_held_it_ends_it(self, data: Any, status: str) -> None:
        lease = data.draw(st.sampled_from(self.leases))
        held = self.holds(lease)
        assert lease.update(status=status, finished_at=Now(), lease_until=None) == held

    @precondition(lambda self: self.leases)
    @rule(data=st.data())
    def one_who_held_it_gives_it_back(self, data: Any) -> None:
        lease = data.draw(st.sampled_from(self.leases))
        held = self.holds(lease)
        assert lease.release() == held

    @precondition(lambda self: self.cancels < CANCELS)
    @rule()
    def it_is_cancelled(self) -> None:
        self.cancels += 1
        if self.before.is_finished:
            with pytest.raises(WrongStatus):
                cancel_run(run_id=self.run.pk)
        else:
            after = cancel_run(run_id=self.run.pk)
            assert after.status == ("cancelled" if self.before.status == "queued" else "running")

    @rule()
    def it_is_tried_again(self) -> None:
        with suppress(WrongStatus):
            retry_run(run_id=self.run.pk, wake=False)
            self.terminal = ""

    @invariant()
    def one_at_most_holds_it_the_fence_grows_and_an_end_stays(self) -> None:
        now = self.look()
        holders = [lease for lease in self.leases if self.holds(lease)]
        assert len(holders) == (now.status == "running")
        assert now.fence >= self.fence
        self.fence = now.fence
        assert not self.terminal or now.status == self.terminal
        self.terminal = now.status if now.is_finished else ""

    @invariant()
    def every_step_has_its_row_once(self) -> None:
        marks = Mark.objects.filter(run_id=self.run.pk).order_by("pk")
        rows = list(marks.values_list("node", "value"))
        assert [node for node, _value in rows] == self.written
        steps = dict(Step.objects.filter(run=self.run).values_list("node", "output"))
        assert steps == dict(rows)
