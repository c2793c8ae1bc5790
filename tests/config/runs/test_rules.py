"""The rules of concurrency, held against any sequence of what may happen to a run."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from config.runs.errors import LeaseLost, RunCancelled, WrongStatus
from config.runs.lease import Lease, claim
from config.runs.ledger import Ledger
from config.runs.models import Run, Step
from config.runs.port import StepKey
from config.runs.services import cancel_run, enqueue_run, retry_run
from config.runs.sweeper import sweep
from tests.config.runs.probe.models import Mark

SEQUENCES = 2_000 if os.environ.get("CRIVO_RELIABILITY") == "1" else 25
LONGEST = 25
NODES = st.sampled_from([f"node{number}" for number in range(9)])


class OneRun(RuleBasedStateMachine):
    """A run, everyone who ever held it, and what should have become of it."""

    @initialize()
    def submit(self) -> None:
        self.run = enqueue_run(kind="probe", subject_id=1, wake=False)
        self.leases: list[Lease] = []
        self.written: list[str] = []
        self.fence = 0
        self.terminal = ""

    def now(self) -> Run:
        return Run.objects.get(pk=self.run.pk)

    def holds(self, lease: Lease) -> bool:
        now = self.now()
        return (now.status, now.fence) == ("running", lease.fence)

    @rule()
    def somebody_claims(self) -> None:
        before = self.now()
        free = before.status == "queued" or (before.status == "running" and self.expired)
        lease = claim(self.run.pk, f"host:{len(self.leases)}")
        assert (lease is not None) == free
        if lease is not None:
            assert lease.fence == before.fence + 1
            self.leases.append(lease)

    @property
    def expired(self) -> bool:
        return Run.objects.expired().filter(pk=self.run.pk).exists()

    @rule()
    def the_lease_runs_out(self) -> None:
        Run.objects.filter(pk=self.run.pk, status="running").update(
            lease_until=Now() - timedelta(seconds=1)
        )

    @precondition(lambda self: self.leases)
    @rule(node=NODES)
    def another_takes_over_and_the_first_wakes(self, node: str) -> None:
        zombie = self.leases[-1]
        self.the_lease_runs_out()
        self.somebody_claims()
        self.writes(zombie, node)

    @rule()
    def the_sweeper_comes(self) -> None:
        before, expired = self.now(), self.expired
        sweep()
        after = self.now()
        assert (after.crashes == before.crashes + 1) == expired
        assert expired or after.status == before.status

    @precondition(lambda self: self.leases)
    @rule(data=st.data())
    def one_who_held_it_beats(self, data: Any) -> None:
        lease = data.draw(st.sampled_from(self.leases))
        held, cancelled = self.holds(lease), self.now().cancel_requested_at is not None
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

    @precondition(lambda self: self.leases)
    @rule(data=st.data(), node=NODES)
    def one_who_held_it_writes(self, data: Any, node: str) -> None:
        self.writes(data.draw(st.sampled_from(self.leases)), node)

    def writes(self, lease: Lease, node: str) -> None:
        held, stored = self.holds(lease), node in self.written

        def record(output: Any) -> None:
            Mark.objects.create(run_id=self.run.pk, node=node, value=output)

        try:
            Ledger(lease).once(StepKey(node), lambda: lease.fence, record)
        except (LeaseLost, RunCancelled):
            assert not stored
            assert not held or self.now().cancel_requested_at
        else:
            assert held or stored  # a reader of what is stored does no harm
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

    @rule()
    def it_is_cancelled(self) -> None:
        before = self.now()
        if before.is_finished:
            with pytest.raises(WrongStatus):
                cancel_run(run_id=self.run.pk)
        else:
            after = cancel_run(run_id=self.run.pk)
            assert after.status == ("cancelled" if before.status == "queued" else "running")

    @rule()
    def it_is_tried_again(self) -> None:
        with suppress(WrongStatus):
            retry_run(run_id=self.run.pk, wake=False)
            self.terminal = ""

    @invariant()
    def one_at_most_holds_it(self) -> None:
        holders = [lease for lease in self.leases if self.holds(lease)]
        assert len(holders) == (self.now().status == "running")

    @invariant()
    def the_fence_grows(self) -> None:
        now = self.now()
        assert now.fence >= self.fence
        self.fence = now.fence

    @invariant()
    def an_end_stays(self) -> None:
        now = self.now()
        assert not self.terminal or now.status == self.terminal
        self.terminal = now.status if now.is_finished else ""

    @invariant()
    def every_step_has_its_row_once(self) -> None:
        marks = list(Mark.objects.filter(run_id=self.run.pk).order_by("pk"))
        assert [mark.node for mark in marks] == self.written
        steps = {step.node: step for step in Step.objects.filter(run=self.run)}
        assert sorted(steps) == sorted(self.written)
        assert all(steps[mark.node].output == mark.value for mark in marks)


@pytest.mark.django_db
def test_the_rules_hold_whatever_happens() -> None:
    run_state_machine_as_test(
        OneRun,
        settings=settings(
            max_examples=SEQUENCES,
            stateful_step_count=LONGEST,
            deadline=None,
            database=None,
            derandomize=SEQUENCES < 100,  # CI tries the same each time
            suppress_health_check=list(HealthCheck),
        ),
    )
