"""PostgreSQL is killed and started again, or takes no writes, while runs are at work."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from .conftest import Making, Place
from .disks import Disk, small_disk
from .outages import MIX, outlived
from .servers import Postgres
from .world import World

pytestmark = pytest.mark.reliability
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
        seen = outlived(world, AWAY, place.server.restart, quiet=quiet)
        say(f"{len(AWAY)} restarts, broker {broker}:", seen)
        assert '"database": "failed"' in seen.visitor.said
        assert not world.retried
        place.server.check(name_of(world))


def test_runs_outlive_a_database_that_takes_no_writes(
    place: Place, say: Callable[..., None]
) -> None:
    server = place.server
    assert server
    quiet = place.quiet(MIX)

    def refuse(seconds: float) -> None:
        server.read_only(True)
        time.sleep(seconds)
        server.read_only(False)

    with place.world() as world:
        seen = outlived(world, [1, 6, 15], refuse, quiet=quiet)
        say("3 times read-only:", seen)
        assert '"database": "read-only"' in seen.visitor.said
        assert not world.retried
        server.check(name_of(world))


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
            filled_up(world, disk, server, quiet, say)
        server.do("DROP TABLESPACE small")


def test_runs_outlive_a_server_without_room(made: Making, say: Callable[..., None]) -> None:
    """No room for its log either: it ends, and is started again when there is room."""
    with small_disk(made.folder / "disk", 512) as disk, made.apart() as there:
        place = there.place(there.postgres(folder=disk.folder / "own"), there.redis())
        quiet = place.quiet(MIX)
        assert place.server
        with place.world() as world:
            filled_up(world, disk, place.server, quiet, say)


def filled_up(world: World, disk: Disk, server: Postgres, quiet: Any, say: Any) -> None:
    """Three times while runs are at work, and each time freed again."""
    ended = 0

    def fill(seconds: float) -> None:
        nonlocal ended
        disk.full_for(seconds)
        if not server.answers():
            ended += 1
            server.restart(check=False)

    seen = outlived(world, [2, 8, 15], fill, quiet=quiet)
    say(f"3 times full (the server ended {ended} times):", seen)
    server.check(name_of(world))


def name_of(world: World) -> str:
    return world.environment["DATABASE_URL"].rpartition("/")[2]
