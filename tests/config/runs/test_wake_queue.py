"""A worker that waits at Redis itself."""

from __future__ import annotations

import math
import signal
import threading
import time
from typing import Any

import psutil
import pytest
from django_q import cluster
from django_q.models import Success
from django_q.queues import Queue
from django_q.tasks import async_task

from config.runs import broker
from config.runs.models import Run
from config.runs.redis_broker import RunsFirst
from config.runs.wake_queue import WakingQueue
from tests.config.runs.conftest import Probe
from tests.processes import CEILING, Process, Site, wait_for
from tests.redis_server import RedisServer


@pytest.fixture
def told(broker_server: RedisServer) -> RunsFirst:
    return RunsFirst()


def run_of(task: dict[str, Any]) -> int:
    assert task["func"].__name__ == "run_task"
    assert task["name"] == f"run {task['kwargs']['run_id']}"
    return int(task["kwargs"]["run_id"])


def test_runs_come_first_and_in_their_order_and_no_other_task_is_lost(told: RunsFirst) -> None:
    async_task("math.sqrt", 4, broker=told)
    for number in (5, 6):
        broker.wake(number)
    assert told.queue_size() == 3
    waiting = WakingQueue(told)
    assert [run_of(waiting.get()), run_of(waiting.get())] == [5, 6]
    task = waiting.get()
    assert (task["func"], task["args"], task["ack_id"]) == ("math.sqrt", (4,), None)
    assert told.queue_size() == 0


def test_two_tasks_of_one_run_have_names_of_their_own(told: RunsFirst) -> None:
    broker.wake(5)
    broker.wake(5)
    waiting = WakingQueue(told)
    assert waiting.get()["id"] != waiting.get()["id"]


@pytest.mark.parametrize(
    "body", ["", "-1", "1.5", "None", "x" * 10_000, "9" * 5_000, "5; DROP TABLE"]
)
def test_what_is_no_run_s_number_is_passed_over_and_said(
    told: RunsFirst, caplog: pytest.LogCaptureFixture, body: str
) -> None:
    told.connection.rpush(told.runs_key, body)
    broker.wake(7)
    assert run_of(WakingQueue(told).get()) == 7
    [record] = caplog.records
    assert "a message in Redis is not the number of a run" in record.getMessage()
    assert len(record.getMessage()) < 200


@pytest.mark.parametrize("body", ["", "nothing", "a:b:c"])
def test_a_task_that_nobody_signed_is_passed_over_and_said(
    told: RunsFirst, caplog: pytest.LogCaptureFixture, body: str
) -> None:
    told.connection.rpush(told.list_key, body)
    async_task("math.sqrt", 4, broker=told)
    assert WakingQueue(told).get()["func"] == "math.sqrt"
    [record] = [each for each in caplog.records if each.levelname == "ERROR"]
    assert "was not signed by this installation" in record.getMessage()


def test_who_is_to_stop_takes_nothing_more(told: RunsFirst) -> None:
    waiting = WakingQueue(told)
    broker.wake(5)
    waiting.put("STOP")
    assert waiting.get() == "STOP"
    assert told.queue_size() == 1


def test_a_lock_that_a_killed_worker_left_stops_nobody(told: RunsFirst) -> None:
    waiting = WakingQueue(told)
    held = waiting.size.count.get_lock()
    took = threading.Event()

    def hold() -> None:
        held.acquire()
        took.set()
        threading.Event().wait()  # for ever: an ended thread's number is given to the next one

    threading.Thread(target=hold, daemon=True).start()
    assert took.wait(CEILING)
    broker.wake(5)
    given: list[dict[str, Any]] = []
    worker = threading.Thread(target=lambda: given.append(waiting.get()), daemon=True)
    worker.start()
    worker.join(CEILING)
    assert [run_of(task) for task in given] == [5]


def test_a_redis_that_is_away_is_said_once_and_waited_for(
    told: RunsFirst, broker_server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    broker_server.stop()
    given: list[dict[str, Any]] = []
    worker = threading.Thread(target=lambda: given.append(WakingQueue(told).get()), daemon=True)
    worker.start()
    wait_for(lambda: caplog.records, "the loss to be said")
    time.sleep(3)
    broker_server.start()
    broker.wake(8)
    worker.join(CEILING)
    assert [run_of(task) for task in given] == [8]
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 1
    assert "no run is taken up here: Redis does not answer" in said[0]


def test_who_submits_does_not_wait_for_a_redis_that_is_away(
    told: RunsFirst, broker_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    broker.wake(1)
    broker_server.stop()
    slept: list[float] = []
    monkeypatch.setattr("redis.retry.sleep", slept.append)
    broker.wake(2)
    assert sum(slept) == 0


@pytest.mark.slow
class TestWithRealWorkers:
    @pytest.fixture
    def main(self, site: Site, broker_server: RedisServer) -> Process:
        """A plain `qcluster`, that nobody supervises."""
        return site.start("qcluster", REDIS_URL=broker_server.url)

    def ready(self, main: Process) -> list[int]:
        """The ids of its workers."""
        said = [line.split()[-1] for line in main.log.splitlines() if "ready for work" in line]
        below = {each.pid for each in main.descendants()}  # an id may be another's by now
        return [each for each in map(int, said) if each in below]

    def test_no_process_stands_between(self, main: Process, told: RunsFirst, site: Site) -> None:
        wait_for(lambda: "monitoring at" in main.log and len(self.ready(main)) == 2, "the workers")
        assert "pushing" not in main.log
        assert len(site.remember(main)) == 1 + 2 + 1  # sentinel, workers, monitor
        async_task("math.sqrt", 4, broker=told, save=True)
        wait_for(lambda: Success.objects.filter(func="math.sqrt").exists(), "a task of its own")
        assert Success.objects.get(func="math.sqrt").result == math.sqrt(4)

    def kill(self, worker: int, redis: RunsFirst) -> None:
        """While it waits at Redis, and until Redis has heard of it: before, Redis may tell the dead
        one of a run. Such a word is lost until a sweep, and nobody sweeps here."""

        def waits() -> set[int]:
            """The ports from which it does, of all that it has open or inherited."""
            ports = {each.laddr.port for each in process.net_connections("tcp")}
            return ports & waiting()

        def waiting() -> set[int]:
            """Of those that wait this moment: the last command of a worker that just had a task is
            the same, and killed then it may hold the lock of its timer, for which its sentinel
            would wait for ever."""
            clients = redis.connection.client_list()
            return {
                int(each["addr"].rpartition(":")[2]) for each in clients if "b" in each["flags"]
            }

        process = psutil.Process(worker)
        ports = wait_for(waits, "it to wait")
        process.kill()
        wait_for(lambda: not ports & waiting(), "Redis to hear of it")
        wait_for(lambda: not process.is_running(), "it to be gone")

    def test_an_idle_worker_that_is_killed_hangs_nobody(
        self, main: Process, probe: Probe, told: RunsFirst, site: Site
    ) -> None:
        """In a queue of django-q2 it could die with a lock that all others wait for."""
        for _ in range(3):
            wait_for(lambda: len(self.ready(main)) == 2, "two workers")
            site.remember(main)
            self.kill(self.ready(main)[0], told)
            run = probe.new(wake=True)
            wait_for(lambda: Run.objects.get(pk=run.pk).status == "done", "the run")  # noqa: B023
            assert Run.objects.get(pk=run.pk).crashes == 0

    def test_it_stops_when_it_is_told_to(self, main: Process, probe: Probe) -> None:
        run = probe.new(wake=True)
        wait_for(lambda: Run.objects.get(pk=run.pk).status == "done", "the run")
        main.signal(signal.SIGTERM)
        assert main.wait() == 0
        assert main.log.count("stopped doing work") == 0  # one line less for each run to wait for
        assert f"run {run.pk}: started" in main.log
        assert f"run {run.pk}: finished" in main.log


def test_what_we_replace_of_django_q2_is_still_there() -> None:
    """They are no public names: config/runs/wake_queue.py alone uses them."""
    for name in ("start", "spawn_pusher"):
        assert name in vars(cluster.Sentinel), f"django-q2's Sentinel has no {name} any more"
    assert Queue().size.count.get_obj().value == 0
