"""The rules of concurrency, held against any sequence of what may happen to a run."""

from __future__ import annotations

import os
from typing import Any

import pytest
from django.db import IntegrityError
from hypothesis import HealthCheck, Phase
from hypothesis import settings as how
from hypothesis.stateful import run_state_machine_as_test

from config.runs import lease as leases
from config.runs.lease import Lease
from config.runs.models import Run
from config.runs.querysets import RunQuerySet
from tests.config.runs.one_run import OneRun

SEQUENCES = 2_000 if os.environ.get("CRIVO_RELIABILITY") == "1" else 25
LONGEST = 25


@pytest.fixture(autouse=True)
def _leases_are_long(settings: Any) -> None:
    """They end when a move says so, however slow the machine."""
    settings.RUN_LEASE_SECONDS = 600


def play(sequences: int, *phases: Phase) -> None:
    run_state_machine_as_test(
        OneRun,
        settings=how(
            max_examples=sequences,
            stateful_step_count=LONGEST,
            deadline=None,
            database=None,
            phases=phases or tuple(Phase),
            derandomize=sequences < 100,  # CI tries the same each time
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.django_db
def test_the_rules_hold_whatever_happens() -> None:
    play(SEQUENCES)


def anybody_updates(lease: Lease, **values: Any) -> bool:
    return Run.objects.filter(pk=lease.run_id).update(**values) == 1


def what_is_held_is_claimed(run_id: int, worker: str) -> Lease | None:
    Run.objects.filter(pk=run_id, status="running").update(status="queued")
    return leases.claim(run_id, worker)


def the_fence_stands_still(run_id: int, worker: str) -> Lease | None:
    lease = leases.claim(run_id, worker)
    if lease is None:
        return None
    Run.objects.filter(pk=run_id).update(fence=1)
    return Lease(run_id, 1)


def all_that_runs(runs: RunQuerySet) -> RunQuerySet:
    return runs.filter(status="running")


@pytest.mark.reliability
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("where", "fault"),
    [
        ("config.runs.lease.Lease.hold", lambda _lease: None),
        ("config.runs.lease.Lease.check", lambda _lease: None),
        ("config.runs.lease.Lease.update", anybody_updates),
        ("tests.config.runs.one_run.claim", what_is_held_is_claimed),
        ("tests.config.runs.one_run.claim", the_fence_stands_still),
        ("config.runs.querysets.RunQuerySet.expired", all_that_runs),
        ("config.runs.querysets.RunQuerySet.expired", lambda runs: runs.none()),
    ],
)
def test_a_rule_that_is_broken_is_noticed(
    where: str, fault: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What this machine is worth: each of these would let two hold one run, or none."""
    monkeypatch.setattr(where, fault)
    with pytest.raises((AssertionError, IntegrityError)):
        play(200, Phase.generate)
