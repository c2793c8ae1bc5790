"""SQLite takes no writes, or its disk is full, while runs are at work."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Making, Place
from .disks import small_disk
from .outages import MIX, outlived

pytestmark = pytest.mark.reliability
SOUND = [("ok",)]


@pytest.fixture(scope="module")
def place(made: Making) -> Place:
    return made.place()


def test_runs_outlive_a_database_that_takes_no_writes(
    place: Place, say: Callable[..., None]
) -> None:
    quiet = place.quiet(MIX)
    with place.world(DJANGO_SETTINGS_MODULE="tests.reliability.settings") as world:
        switch = Path(world.environment["CRIVO_DATA_DIR"]) / "read-only"

        def refuse(seconds: float) -> None:
            switch.touch()
            time.sleep(seconds)
            switch.unlink()

        say("3 times read-only:", outlived(world, [1, 6, 15], refuse, quiet=quiet))
        assert not world.retried
        assert world.ask("PRAGMA integrity_check") == SOUND


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
        seen = outlived(world, [2, 8, 15], disk.full_for, quiet=quiet)
        say("3 times full:", seen)
        assert '"disk": "full"' in seen.visitor.said
        assert not world.retried
        assert world.ask("PRAGMA integrity_check") == SOUND
