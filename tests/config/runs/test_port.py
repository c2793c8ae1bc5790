"""One contract for the ledger and for its stand-in in memory."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import async_to_sync

from config.runs.lease import claim
from config.runs.ledger import Ledger
from config.runs.port import MemorySteps, StepKey, Steps
from tests.config.runs.conftest import Probe


@pytest.fixture(params=["ledger", "memory"])
def steps(request: pytest.FixtureRequest, db: None, probe: Probe) -> Steps:
    if request.param == "memory":
        return MemorySteps()
    lease = claim(probe.new().pk, "host:1")
    assert lease is not None
    return Ledger(lease)


def do(steps: Steps, key: StepKey, compute: Any) -> Any:
    return async_to_sync(steps.aonce)(key, compute)


def test_it_computes_a_step_once(steps: Steps) -> None:
    calls: list[int] = []

    def compute() -> int:
        calls.append(1)
        return len(calls)

    assert [do(steps, StepKey("a"), compute) for _ in range(3)] == [1, 1, 1]


def test_it_awaits_an_async_step(steps: Steps) -> None:
    async def compute() -> dict[str, int]:
        return {"a": 1}

    assert do(steps, StepKey("a"), compute) == {"a": 1}


def test_it_tells_steps_apart_by_key(steps: Steps) -> None:
    do(steps, StepKey("a", 1), lambda: 1)
    assert do(steps, StepKey("a", 2), lambda: 2) == 2


def test_it_keeps_nothing_of_a_step_that_raises(steps: Steps) -> None:
    def fail() -> int:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        do(steps, StepKey("a"), fail)
    assert do(steps, StepKey("a"), lambda: 3) == 3
