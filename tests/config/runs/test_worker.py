"""The real supervised worker, killed, stopped and interrupted."""

from __future__ import annotations

import os
import re
import signal

import pytest

from config.runs import beats
from config.runs.models import Event, Run
from tests.config.runs.conftest import UNDISTURBED, Probe, marks
from tests.processes import Process, Site, alive, wait_for

pytestmark = pytest.mark.slow


def reload(run: Run) -> Run:
    return Run.objects.get(pk=run.pk)


def status_becomes(run: Run, status: str) -> Run:
    wait_for(lambda: reload(run).status == status, f"run to be {status}")
    return reload(run)


def pid(run: Run) -> int:
    """The process that works on the run."""
    return int(reload(run).worker.rpartition(":")[2])


def calls_show(probe: Probe, line: str) -> None:
    wait_for(lambda: probe.calls()[line], line)


def steps(run: Run) -> list[str]:
    return list(run.steps.values_list("node", flat=True))


def test_killed_inside_a_step_it_computes_only_that_step_again(site: Site, probe: Probe) -> None:
    run = probe.new(wake=True, hold={"beta": str(probe.gate())})
    site.start("work")
    calls_show(probe, "begin beta")
    os.kill(pid(run), signal.SIGKILL)
    probe.gate().touch()
    run = status_becomes(run, "done")
    assert marks(run) == UNDISTURBED
    assert probe.calls() == {
        **{f"{edge} {node}": 1 for edge in ("begin", "end") for node, _ in UNDISTURBED[:-1]},
        "begin beta": 2,
    }
    assert (run.crashes, run.fence) == (1, 2)


def test_killed_between_steps_it_repeats_none(site: Site, probe: Probe) -> None:
    run = probe.new(wake=True, hold_after={"beta": str(probe.gate())})
    site.start("work")
    wait_for(lambda: steps(run) == ["alpha", "beta"], "two steps")
    os.kill(pid(run), signal.SIGKILL)
    probe.gate().touch()
    run = status_becomes(run, "done")
    assert marks(run) == UNDISTURBED
    assert set(probe.calls().values()) == {1}
    assert steps(run) == ["alpha", "beta", "gamma", "delta"]


def test_a_stopped_worker_that_wakes_after_its_lease_writes_nothing(
    site: Site, probe: Probe
) -> None:
    run = probe.new(wake=True, hold={"beta": str(probe.gate())})
    work = site.start("work", CRIVO_TEST_RUN_LEASE_SECONDS="10")
    calls_show(probe, "begin beta")
    zombie = pid(run)
    os.kill(zombie, signal.SIGSTOP)
    probe.gate().touch()
    run = status_becomes(run, "done")
    os.kill(zombie, signal.SIGCONT)
    wait_for(lambda: "the lease (fence 1) is lost" in work.log, "the zombie to give up")
    assert marks(run) == UNDISTURBED
    assert dict(run.steps.values_list("node", "fence")) == {
        "alpha": 1, "beta": 2, "gamma": 2, "delta": 2,
    }  # fmt: skip


def test_stopping_the_worker_gives_its_run_back_unharmed(site: Site, probe: Probe) -> None:
    run = probe.new(wake=True, hold={"beta": str(probe.gate())})
    work = site.start("work")
    calls_show(probe, "begin beta")
    family = site.remember(work)
    work.signal(signal.SIGTERM)
    assert work.wait() == 0  # the gate stays shut: it did not wait for the step's end
    assert [child for child in family if alive(child)] == []
    run = reload(run)
    assert (run.status, run.crashes, run.lease_until) == ("queued", 0, None)
    assert Event.objects.filter(run=run, kind="interrupted").count() == 1


def test_workers_whose_main_process_died_are_replaced(site: Site, probe: Probe) -> None:
    work = site.start("work")
    main = wait_for(lambda: ready(work), "the workers")
    family = site.remember(work)
    os.kill(main, signal.SIGKILL)
    wait_for(lambda: ready(work) not in (0, main), "new workers")
    wait_for(lambda: not any(map(alive, family)), "the workers of the one that died to end")
    assert status_becomes(probe.new(wake=True), "done")


def test_workers_that_hang_are_replaced(site: Site, probe: Probe) -> None:
    # Three leases: within them new workers must be up, or they count as hung as well.
    work = site.start("work", CRIVO_TEST_RUN_LEASE_SECONDS="12")
    wait_for(lambda: ready(work), "the workers")
    for child in site.remember(work):
        child.suspend()
    run = probe.new(wake=True)
    assert status_becomes(run, "done").crashes == 0
    assert "a run waits and a free worker does not take it" in work.log


def test_workers_left_by_a_killed_supervisor_are_ended_by_the_next(site: Site) -> None:
    first = site.start("work")
    wait_for(lambda: ready(first), "the workers")
    orphans = site.remember(first)
    first.signal(signal.SIGKILL)
    first.wait()
    second = site.start("work")
    wait_for(lambda: ready(second), "the new workers")
    wait_for(lambda: not any(map(alive, orphans)), "the orphans to end")


def test_a_second_supervisor_on_the_same_data_says_so_and_ends(site: Site, settings) -> None:
    settings.DATA_DIR = site.data
    site.data.mkdir(parents=True)
    with beats.worker_lock():
        second = site.start("work")
        assert second.wait() == 1
    assert re.fullmatch(
        r"CommandError: a worker is running already on \S+: stop it first, or set "
        r"(DATABASE_URL|CRIVO_DATA_DIR) to another place\n",
        second.log,
    )


def test_ctrl_c_in_the_terminal_leaves_the_run_in_the_queue(site: Site, probe: Probe) -> None:
    run = probe.new(hold={"beta": str(probe.gate())})
    command = site.start("retry", str(run.pk), "--wait")
    calls_show(probe, "begin beta")
    command.signal(signal.SIGINT)
    assert command.wait() != 0
    run = reload(run)
    assert (run.status, run.crashes, steps(run)) == ("queued", 0, ["alpha"])
    assert f"run {run.pk} was stopped; what it finished is kept" in command.log
    assert f"manage.py retry {run.pk} --wait" in command.log


def ready(work: Process) -> int:
    """The main process of the workers the supervisor started last, once they all run."""
    if "running." not in work.log.rpartition("starting.")[2]:
        return 0
    return next((child.pid for child in work.descendants() if child.ppid() == work.popen.pid), 0)
