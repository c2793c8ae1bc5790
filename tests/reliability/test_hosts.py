"""Two hosts with workers, on one PostgreSQL and one Redis."""

from __future__ import annotations

import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from tests.processes import Process, wait_for

from .conftest import Making, Place
from .hosts import Host, gateway, networked
from .world import Mix, World, differences

pytestmark = pytest.mark.reliability
MANY, FEW = Mix(refinements=38, developments=2), Mix(refinements=12, developments=1)
LONG = 300  # seconds, on a busy machine
KEY = {"CRIVO_SECRET_KEY": "the-same-on-every-host-" + "0" * 50}
SHORT = {"CRIVO_TEST_RUN_LEASE_SECONDS": "4", "CRIVO_TEST_RUN_SWEEP_SECONDS": "1"}
SHIPPED = {"CRIVO_TEST_RUN_LEASE_SECONDS": "30", "CRIVO_TEST_RUN_SWEEP_SECONDS": "5"}


@pytest.fixture(scope="module")
def names() -> Iterator[list[str]]:
    with networked(2) as made:
        yield made


@pytest.fixture(scope="module")
def place(made: Making, names: list[str]) -> Place:
    listen = [gateway(number) for number in range(len(names))]
    return made.place(made.postgres(*listen), made.redis(*listen))


def hosts_of(world: World, names: list[str]) -> list[Host]:
    return [Host(world, name, number) for number, name in enumerate(names)]


def at_work(world: World, names: list[str]) -> None:
    """Wait until workers of each host hold a run."""
    wait_for(lambda: all(holds(world, name) for name in names), "both to work", LONG)


def holds(world: World, name: str) -> list[int]:
    """The runs that workers of a host hold."""
    held = world.ask("SELECT id, worker FROM runs_run WHERE status = 'running'")
    return [run for run, worker in held if worker.startswith(f"{name}:")]


def gone_on(world: World, fences: dict[int, int]) -> float:
    """Seconds until each of some runs was taken up again."""
    began = time.monotonic()
    wait_for(lambda: all(fence(world, run) > was for run, was in fences.items()), "it", LONG)
    return time.monotonic() - began


def fence(world: World, run: int) -> int:
    return int(dict(world.ask("SELECT id, fence FROM runs_run"))[run])


def done_by(world: World) -> Counter[str]:
    """How many runs workers of each host ended."""
    return Counter(row[0].partition(":")[0] for row in world.ask("SELECT worker FROM runs_run"))


def test_two_hosts_share_the_work_and_one_that_dies_loses_nothing(
    place: Place, names: list[str], say: Callable[..., None]
) -> None:
    quiet = place.quiet(MANY)
    with place.world(**KEY, **SHIPPED) as world:
        world.submit(MANY)
        one, other = hosts_of(world, names)
        survivor = one.start("work")
        other.start("work")
        at_work(world, names)
        wait_for(lambda: world.statuses()["done"] >= 8, "a share", LONG)
        at_work(world, names)
        lost = {run: fence(world, run) for run in holds(world, other.name)}
        before = done_by(world)
        killed = other.kill()
        seconds = gone_on(world, lost)
        rest = world.come_to_an_end()
        say(f"by host when one was killed {dict(before)}, at the end {dict(done_by(world))};",
            f"{killed} processes killed, {len(lost)} runs taken over within {seconds:.1f} s,",
            f"all done {rest:.0f} s later")  # fmt: skip
        assert survivor.popen.poll() is None
        assert differences(quiet, world.told()) == []


def test_a_host_that_is_cut_off_loses_its_runs_and_works_again_afterwards(
    place: Place, names: list[str], say: Callable[..., None]
) -> None:
    quiet = place.quiet(FEW)
    with place.world(**KEY, **SHORT) as world:
        one, other = hosts_of(world, names)
        cut_off = other.start("work")
        wait_for(lambda: "running." in cut_off.log, "the workers", LONG)
        world.submit(FEW)
        wait_for(lambda: holds(world, other.name), "a run to be taken up", LONG)
        world.at_work()
        lost = {run: fence(world, run) for run in holds(world, other.name)}
        other.cut()
        helper = one.start("work")
        try:
            seconds = gone_on(world, lost)
        finally:
            other.mend()
        began = time.monotonic()
        wait_for(lambda: gives_up(cut_off, lost), "its workers to give up", LONG)
        told = time.monotonic() - began
        world.come_to_an_end()
        assert differences(quiet, world.told()) == []
        helper.signal(signal.SIGTERM)
        helper.wait()
        world.submit(Mix(refinements=4, developments=0))
        began = time.monotonic()
        again = wait_for(lambda: world.left() == 0 and time.monotonic() - began, "it to work", LONG)
        say(f"{len(lost)} runs taken over {seconds:.1f} s after the cut;",
            f"{told:.1f} s after its return the host gave them up,",
            f"{cut_off.log.count('is lost')} refused;",
            f"then it did four more in {again:.1f} s")  # fmt: skip
        assert cut_off.popen.poll() is None


def gives_up(process: Process, runs: dict[int, int]) -> bool:
    """A write that came late was refused; or the connection was given up before."""
    log = process.log
    return all(
        f"run {run}: the lease (fence {was}) is lost" in log or f"run {run} waits for the" in log
        for run, was in runs.items()
    )


def test_a_host_that_is_cut_off_while_it_writes_keeps_nobody_waiting(
    place: Place, names: list[str], say: Callable[..., None]
) -> None:
    with place.world(**KEY, **SHORT) as world:
        one, other = hosts_of(world, names)
        world.submit(Mix(refinements=1, developments=0))
        (run,) = world.runs
        writing = other.start("inside", "hold", str(run))
        wait_for(lambda: "held" in writing.log, "the row to be locked")
        other.cut()
        try:
            one.start("work")
            seconds = gone_on(world, {run: 1})
            world.come_to_an_end()
        finally:
            other.mend()
        say(f"its locks were gone and its run went on {seconds:.1f} s after the cut")
