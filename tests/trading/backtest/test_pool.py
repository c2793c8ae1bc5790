"""The pool with real workers, most of them badly behaved."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.processes import CEILING, alive, wait_for
from tests.trading.backtest.prices import bundled
from trading.backtest.pool import Pool
from trading.backtest.types import PoolError
from trading.backtest.wire import JobResult, Message

pytestmark = pytest.mark.slow
FAULTY = "tests.trading.backtest.faulty_worker"


def job(kind: str, **more: object) -> Message:
    return {"id": kind, "kind": kind, **more}


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with Pool(workers=2, module=FAULTY, memory_mib=400, deadline=CEILING) as pool:
        yield pool


def test_results_come_in_the_order_of_the_jobs(pool: Pool) -> None:
    seconds = (0.2, 0, 0.1, 0)
    jobs = [job("echo", text=str(i), seconds=s) for i, s in enumerate(seconds)]
    results = pool.run_now(jobs)
    assert [result.result and result.result["text"] for result in results] == ["0", "1", "2", "3"]


def test_results_are_told_as_they_come(pool: Pool) -> None:
    heard: list[JobResult] = []
    results = asyncio.run(pool.run([job("echo"), job("refuse")], heard.append))
    assert sorted(result.id for result in heard) == ["echo", "refuse"]
    assert [result.id for result in results] == ["echo", "refuse"]


def test_workers_stay_warm_over_event_loops(pool: Pool) -> None:
    pool.run_now([job("echo"), job("echo")])
    before = pool.pids
    asyncio.run(pool.run([job("echo")]))
    asyncio.run(pool.run([job("echo")]))
    assert pool.pids == before


def test_a_worker_loads_neither_django_nor_backtesting(pool: Pool) -> None:
    assert pool.run_now([job("echo")])[0].result["loaded"] == []  # type: ignore[index]


def test_prices_are_shipped_by_their_hash(pool: Pool) -> None:
    frame = bundled("FB")
    pool.offer("fb", frame)
    results = pool.run_now([job("echo", window={"prices": "fb"}) for _ in range(4)])
    assert {result.result["close"] for result in results} == {frame["Close"].iloc[-1]}  # type: ignore[index]


def test_unknown_prices_are_refused_before_any_job_runs(pool: Pool) -> None:
    with pytest.raises(PoolError, match="no prices nobody"):
        pool.run_now([job("echo", window={"prices": "nobody"})])


def test_what_is_refused_is_not_tried_again(pool: Pool) -> None:
    result = pool.run_now([job("refuse")])[0]
    assert not result.ok
    assert len(result.attempts) == 1
    assert result.error is not None
    assert result.error["params"]["cause"]["code"] == "order"
    assert result.error["message"] == "dates must rise from bar to bar"


def test_a_failing_job_is_tried_four_times_and_tells_why(pool: Pool) -> None:
    result = pool.run_now([job("fail")])[0]
    assert [attempt["error"]["code"] for attempt in result.attempts] == ["failed"] * 4
    assert result.error is not None
    assert "KeyError: 'not there' (faulty_worker.py:" in result.error["message"]


def test_a_job_that_fails_once_succeeds_and_keeps_the_reason(pool: Pool, tmp_path: Path) -> None:
    result = pool.run_now([job("kill_once", mark=str(tmp_path / "mark"))])[0]
    assert result.result == {"survived": True}
    assert len(result.attempts) == 1
    assert result.attempts[0]["error"]["message"] == "the worker ended (exit code 3): on my way out"


def test_a_killed_worker_takes_nobody_with_it(pool: Pool) -> None:
    jobs = [job("echo"), job("kill"), *(job("echo") for _ in range(6))]
    results = pool.run_now(jobs)
    assert [result.ok for result in results] == [True, False, *[True] * 6]
    assert {attempt["error"]["params"]["how"] for attempt in results[1].attempts} == {"SIGKILL"}


@pytest.mark.parametrize("appetite", ["eat", "graze"])
def test_too_much_memory_is_told_and_harms_nobody(appetite: str) -> None:
    with Pool(workers=1, module=FAULTY, memory_mib=300, retries=0) as pool:
        results = pool.run_now([job(appetite), job("echo")])
    assert results[0].error is not None
    assert results[0].error["code"] == "memory"
    assert "more memory than the 300 MiB" in results[0].error["message"]
    assert results[1].ok


def test_a_stuck_worker_is_stopped_at_its_deadline_and_replaced() -> None:
    with Pool(workers=1, module=FAULTY, retries=1) as pool:
        results = pool.run_now([job("spin", deadline=0.3), job("echo")])
    assert results[0].error is not None
    assert [attempt["error"]["code"] for attempt in results[0].attempts] == ["deadline"] * 2
    assert results[1].ok


def test_cancelling_the_caller_stops_its_jobs(pool: Pool) -> None:
    async def give_up() -> None:
        async with asyncio.timeout(0.5):
            await pool.run([job("spin") for _ in range(4)])

    with pytest.raises(TimeoutError):
        asyncio.run(give_up())
    assert pool.run_now([job("echo")])[0].ok


def test_closing_leaves_no_process_behind() -> None:
    with Pool(workers=2, module=FAULTY) as pool:
        pool.run_now([job("echo", seconds=0.1) for _ in range(3)])
        pids = pool.pids
    assert pids
    assert not [pid for pid in pids if psutil.pid_exists(pid)]
    with pytest.raises(PoolError, match="closed"):
        pool.run_now([job("echo")])


def use_a_pool(answers: multiprocessing.SimpleQueue[bool]) -> None:
    with Pool(workers=1, module=FAULTY) as pool:
        answers.put(pool.run_now([job("echo")])[0].ok)


def test_a_daemonic_process_can_use_a_pool() -> None:
    context = multiprocessing.get_context("spawn")
    answers = context.SimpleQueue()
    process = context.Process(target=use_a_pool, args=(answers,), daemon=True)
    process.start()
    assert answers.get() is True
    process.join()


PARENT = f"""
import os
from trading.backtest.pool import Pool
pool = Pool(workers=1, module={FAULTY!r})
pool.run_now([{{"id": "1", "kind": "echo"}}])
print(pool.pids[0], flush=True)
pool.run_now([{{"id": "2", "kind": "spin"}}])
"""


def test_workers_die_with_their_parent() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        worker = psutil.Process(int(parent.stdout.readline()))
        os.kill(parent.pid, signal.SIGKILL)
    wait_for(lambda: not alive(worker), "the worker to end with its parent")
