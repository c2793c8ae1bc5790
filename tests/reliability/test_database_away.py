"""PostgreSQL is killed and started again, or takes no writes, while runs are at work."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import psycopg
import pytest

from .conftest import Making, Place
from .disks import Disk, small_disk
from .pages import Visitor
from .servers import Postgres
from .world import Mix, World, differences

pytestmark = pytest.mark.reliability
MIX = Mix(refinements=12, developments=1)
AWAY = [0, 1, 4, 0, 12, 1, 0, 2]
"""Seconds between the server's end and its start, a restart each."""


@pytest.fixture(scope="module")
def place(made: Making) -> Place:
    return made.place(made.postgres(), made.redis())


@pytest.mark.parametrize("broker", ["redis", "database"])
def test_runs_outlive_a_database_that_is_restarted_over_and_over(
    place: Place, broker: str, say: Callable[..., None]
) -> None:
    assert place.server
    quiet = place.quiet(MIX)
    with place.world(**({} if broker == "redis" else {"REDIS_URL": ""})) as world:
        world.submit(MIX)
        serve, site = world.serve()
        with Visitor(site) as visitor:
            for away in AWAY:
                world.at_work()
                place.server.restart(away)
            seconds = world.come_to_an_end()
        say(
            f"{len(AWAY)} restarts, broker {broker}: all done {seconds:.0f} s after the last;",
            visitor,
        )
        assert serve.popen.poll() is None
        assert visitor.strange == []
        assert '"database": "failed"' in visitor.said
        assert not world.retried
        alike(world, place, quiet)


def test_runs_outlive_a_database_that_takes_no_writes(
    place: Place, say: Callable[..., None]
) -> None:
    assert place.server
    quiet = place.quiet(MIX)
    with place.world() as world:
        world.submit(MIX)
        serve, site = world.serve()
        with Visitor(site) as visitor:
            for away in (1, 6, 15):
                world.at_work()
                place.server.read_only(True)
                time.sleep(away)
                errors = world.errors()
                place.server.read_only(False)
            seconds = world.come_to_an_end()
        say(f"3 times read-only: all done {seconds:.0f} s after the last;", visitor, errors)
        assert serve.popen.poll() is None
        assert visitor.strange == []
        assert '"database": "read-only"' in visitor.said
        assert not world.retried
        alike(world, place, quiet)


def test_runs_outlive_a_full_tablespace(
    place: Place, made: Making, say: Callable[..., None]
) -> None:
    """No room for rows; the server itself lives on."""
    server = place.server
    assert server
    quiet = place.quiet(MIX)
    with small_disk(made.folder / "space", 256) as disk:
        server.own(disk.folder)
        server.do(f"CREATE TABLESPACE small LOCATION '{disk.folder}'")
        with place.world() as world:
            server.do(f"ALTER DATABASE {name_of(world)} SET TABLESPACE small")
            filled_up(world, disk, server, say)
            alike(world, place, quiet)
        server.do("DROP TABLESPACE small")


def test_runs_outlive_a_server_without_room(made: Making, say: Callable[..., None]) -> None:
    """No room for its log either: it ends, and is started again when there is room."""
    with small_disk(made.folder / "disk", 512) as disk, made.apart() as there:
        place = there.place(there.postgres(folder=disk.folder / "own"), there.redis())
        quiet = place.quiet(MIX)
        assert place.server
        with place.world() as world:
            filled_up(world, disk, place.server, say)
            alike(world, place, quiet)


def filled_up(world: World, disk: Disk, server: Postgres, say: Callable[..., None]) -> None:
    """Three times while runs are at work, and each time freed again."""
    world.submit(MIX)
    serve, site = world.serve()
    errors: set[str] = set()
    ended = 0
    with Visitor(site) as visitor:
        for full in (2, 8, 15):
            world.at_work()
            disk.fill()
            time.sleep(full)
            with suppress(psycopg.Error):
                errors |= {*world.errors()}
            disk.free()
            if not server.answers():
                ended += 1
                server.restart(check=False)
        seconds = world.come_to_an_end()
    say(f"3 times full (the server ended {ended} times): all done {seconds:.0f} s after the last;",
        visitor, errors)  # fmt: skip
    assert serve.popen.poll() is None
    assert visitor.strange == []


def alike(world: World, place: Place, quiet: dict[str, Any]) -> None:
    """Rows as undisturbed, and a sound database."""
    assert differences(quiet, world.told()) == []
    assert place.server
    place.server.check(name_of(world))


def name_of(world: World) -> str:
    return world.environment["DATABASE_URL"].rpartition("/")[2]
