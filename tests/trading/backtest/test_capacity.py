"""How many workers are started."""

from __future__ import annotations

import pytest

from trading.backtest.child import SPARE_MIB, WORKER_MIB, Capacity, available_mib, plan
from trading.backtest.types import PoolError


def test_as_many_as_wanted_where_there_is_room() -> None:
    assert plan(5, cpus=8, mib=10_000) == Capacity(5, 5)


def test_never_more_than_cpus() -> None:
    assert plan(5, cpus=2, mib=10_000) == Capacity(2, 5, "cpus", 2)


def test_never_more_than_fit_into_memory() -> None:
    room = 3 * WORKER_MIB + SPARE_MIB
    assert plan(5, cpus=8, mib=room) == Capacity(3, 5, "memory", room)


def test_too_little_memory_for_one_is_refused() -> None:
    with pytest.raises(PoolError, match="200 MiB of memory are free; one worker needs"):
        plan(5, cpus=8, mib=200)


def test_none_is_refused() -> None:
    with pytest.raises(PoolError, match="at least 1"):
        plan(0, cpus=8, mib=10_000)


def test_the_machine_has_memory() -> None:
    assert available_mib() > 0
