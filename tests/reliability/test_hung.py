"""Workers that hang because one of them died holding the lock of their queue.

Those that wait at Redis have no such queue: there the one that is killed is any that has nothing to
do.
"""

from __future__ import annotations

import os
import platform
import signal
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from django.conf import settings as configured

from config.runs.models import Run
from hypotheses.services.submit import submit_hypothesis
from tests.config.runs.conftest import Probe
from tests.lab.chaos.victims import family
from tests.processes import Process, Site, wait_for
from tests.reliability.figures import as_shipped, figures

pytestmark = [pytest.mark.slow, pytest.mark.reliability]
COUNT = 20

READ = {"x86_64": 0, "aarch64": 63}.get(platform.machine())
"""The number of the call in which the one waits that holds the lock; the others wait for that."""
PATIENCE = 120
"""Seconds: more than may be needed, so that a slow machine shows what it took."""
TEXT = "O isolamento social aumenta a ansiedade dos adolescentes"


@pytest.fixture
def probe(tmp_path: Path) -> Probe:
    return Probe(tmp_path)


def workers(command: psutil.Process, log: Path) -> list[psutil.Process]:
    return family(command, log).get("worker", [])


def holder(found: list[psutil.Process]) -> psutil.Process | None:
    """The idle worker that holds the lock of the queue: it is the one that reads."""
    if configured.REDIS_URL:
        held = {
            int(name.rpartition(":")[2])
            for name in Run.objects.leased().values_list("worker", flat=True)
        }
        return next((worker for worker in found if worker.pid not in held), None)
    for worker in found:
        with suppress(OSError, ValueError):  # "running" is no number
            if int(Path(f"/proc/{worker.pid}/syscall").read_text().split()[0]) == READ:
                return worker
    return None


def killed_holder(work: Process) -> None:
    """Kill it once all workers have come to rest."""
    if READ is None or not Path("/proc/self/syscall").exists():
        pytest.skip("this system does not tell what a process waits for")
    supervisor = psutil.Process(work.popen.pid)

    def at_rest() -> psutil.Process | None:
        found = workers(supervisor, work.log_path)
        return holder(found) if len(found) == 2 else None

    victim = wait_for(at_rest, "an idle worker that holds the lock", PATIENCE)
    assert victim is not None
    os.kill(victim.pid, signal.SIGKILL)


def done_after(began: float, run: Run, seconds: float) -> float:
    def done() -> bool:
        return Run.objects.filter(pk=run.pk, status="done").exists()

    wait_for(done, "the run to be done", seconds)
    return time.monotonic() - began


def test_hung_workers_work_again_within_half_a_minute(site: Site) -> None:
    work = site.start("work", **as_shipped())
    took = []
    for _ in range(COUNT):
        killed_holder(work)
        began = time.monotonic()
        run = submit_hypothesis(text=TEXT).run
        took.append(done_after(began, run, PATIENCE))
    print(f"hung {figures(took)}")  # noqa: T201  # the figure
    assert max(took) <= 30


def test_a_worker_at_work_is_not_waited_for_by_those_that_hang(site: Site, probe: Probe) -> None:
    """One holds a run that takes long; the other is killed, and a second run waits."""
    work = site.start("work", **as_shipped())
    took = []
    for number in range(5):
        gate = probe.gate(f"gate{number}")
        long = probe.new(wake=True, hold={"beta": str(gate)})
        wait_for(long.steps.exists, "one to be at work", PATIENCE)
        killed_holder(work)
        began = time.monotonic()
        run = submit_hypothesis(text=TEXT).run
        took.append(done_after(began, run, PATIENCE))
        gate.touch()
        done_after(began, long, PATIENCE)
        assert Run.objects.get(pk=long.pk).crashes == 0
    print(f"hung with one at work: {figures(took)}")  # noqa: T201  # the figure


def test_without_our_supervisor_they_hang(site: Site) -> None:
    """That the kill does what this file is about."""
    main = site.start("qcluster")
    main_process = psutil.Process(main.popen.pid)

    def crew() -> list[psutil.Process]:
        return [child for each in main_process.children() for child in each.children()]

    def at_rest() -> psutil.Process | None:
        ready = [
            int(line.split()[-1]) for line in main.log.splitlines() if "ready for work" in line
        ]
        return holder([each for each in crew() if each.pid in ready]) if len(ready) > 1 else None

    victim = wait_for(at_rest, "an idle worker", PATIENCE)
    assert victim is not None
    os.kill(victim.pid, signal.SIGKILL)
    run = submit_hypothesis(text=TEXT).run
    wait_for(lambda: "after death" in main.log, "its successor")
    time.sleep(20)
    hangs = not configured.REDIS_URL
    assert Run.objects.get(pk=run.pk).status == ("queued" if hangs else "done")
