"""SQLite takes no writes, or its disk is full, while runs are at work."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Making, Place
from .disks import small_disk
from .pages import Visitor
from .world import Mix, differences

pytestmark = pytest.mark.reliability
MIX = Mix(refinements=12, developments=1)


@pytest.fixture(scope="module")
def place(made: Making) -> Place:
    return made.place()


def test_runs_outlive_a_database_that_takes_no_writes(
    place: Place, say: Callable[..., None]
) -> None:
    quiet = place.quiet(MIX)
    with place.world(DJANGO_SETTINGS_MODULE="tests.reliability.settings") as world:
        switch = Path(world.environment["CRIVO_DATA_DIR"]) / "read-only"
        world.submit(MIX)
        serve, site = world.serve()
        errors = set()
        with Visitor(site) as visitor:
            for away in (1, 6, 15):
                world.at_work()
                switch.touch()
                time.sleep(away)
                errors |= {*world.errors()}
                switch.unlink()
            seconds = world.come_to_an_end()
        say(f"3 times read-only: all done {seconds:.0f} s after the last;", visitor, errors)
        assert serve.popen.poll() is None
        assert visitor.strange == []
        assert not world.retried
        assert differences(quiet, world.told()) == []
        assert world.ask("PRAGMA integrity_check") == [("ok",)]


def test_runs_outlive_a_full_disk(place: Place, say: Callable[..., None], made: Making) -> None:
    quiet = place.quiet(MIX)
    with (
        place.world(DJANGO_SETTINGS_MODULE="config.settings") as world,
        small_disk(made.folder / "disk", 256) as disk,
    ):
        data = Path(world.environment["CRIVO_DATA_DIR"])
        shutil.copytree(data, disk.folder, symlinks=True, dirs_exist_ok=True)
        world.environment["CRIVO_DATA_DIR"] = str(disk.folder)
        world.environment["DATABASE_URL"] = f"sqlite:///{disk.folder / 'db.sqlite3'}"
        world.submit(MIX)
        serve, site = world.serve()
        errors = set()
        with Visitor(site) as visitor:
            for full in (2, 8, 15):
                world.at_work()
                disk.fill()
                time.sleep(full)
                errors |= {*world.errors()}
                disk.free()
            seconds = world.come_to_an_end()
        say(f"3 times full: all done {seconds:.0f} s after the last;", visitor, errors)
        assert serve.popen.poll() is None
        assert visitor.strange == []
        assert '"disk": "full"' in visitor.said
        assert differences(quiet, world.told()) == []
        assert world.ask("PRAGMA integrity_check") == [("ok",)]
