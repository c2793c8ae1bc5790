"""Worlds to disturb, and the rows that runs leave when nobody disturbs them."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.lab.chaos.scratch import Scratch
from tests.lab.chaos.servers import Databases
from tests.redis_server import RedisServer

from .servers import Postgres
from .world import Mix, World

SHIPPED = {"CRIVO_TEST_RUN_MAX_CRASHES": "5", "CRIVO_TEST_RUN_LEASE_SECONDS": "10"}
"""An outage must not use up what crashes a run may have: so as shipped, unlike in chaos. And no
lease is to run out because the machine is busy."""
_quiet: dict[tuple[bool, Mix], dict[str, Any]] = {}


class Place:
    """Where worlds are made: a database server, or a folder for SQLite."""

    def __init__(
        self,
        scratch: Scratch,
        folder: Path,
        compiled: Path,
        server: Postgres | None = None,
        redis: RedisServer | None = None,
    ) -> None:
        self.server, self.redis = server, redis
        self._scratch, self._folder = scratch, folder
        self._made = 0
        scratch.prepare()
        # Compiled code is alike everywhere, and takes a minute to make.
        own = scratch.folder / "compiled"
        own.rmdir()
        own.symlink_to(compiled)

    @contextmanager
    def world(self, **settings: str) -> Iterator[World]:
        self._made += 1
        name = f"world{self._made}"
        environment = self._scratch.fresh(name) | SHIPPED | settings
        world = World(environment, self._folder / name)
        try:
            yield world
        finally:
            world.close()
            self._scratch.drop(name)

    def quiet(self, mix: Mix) -> dict[str, Any]:
        """The rows of undisturbed runs, worked out once for SQLite and once for PostgreSQL."""
        key = self.server is None, mix
        if key not in _quiet:
            with self.world() as world:
                world.submit(mix)
                world.start("work")
                world.come_to_an_end()
                _quiet[key] = world.told()
        return _quiet[key]


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("compiled")


@pytest.fixture(scope="module")
def made(compiled: Path) -> Iterator[Making]:
    with ExitStack() as opened:
        yield Making(opened, compiled)


class Making:
    """Makes places, and takes them away with their servers when a module's tests are done."""

    def __init__(self, opened: ExitStack, compiled: Path) -> None:
        self.opened, self._compiled = opened, compiled
        # Not below pytest's folder: PostgreSQL, another user, must come through.
        self.folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="crivo-world-")))
        self.folder.chmod(0o755)

    @contextmanager
    def apart(self) -> Iterator[Making]:
        """For what must be gone before the module's end."""
        with ExitStack() as opened:
            yield Making(opened, self._compiled)

    def postgres(self, *listen: str, folder: Path | None = None) -> Postgres:
        return self.opened.enter_context(Postgres(listen, folder))

    def redis(self, *listen: str) -> RedisServer:
        server = RedisServer(self.folder / "redis", listen)
        server.start()
        self.opened.callback(server.stop)
        return server

    def place(self, server: Postgres | None = None, redis: RedisServer | None = None) -> Place:
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        databases = Databases(server.url) if server else None
        scratch = Scratch(folder, databases, redis.url if redis else "")
        self.opened.callback(scratch.close)
        return Place(scratch, folder / "processes", self._compiled, server, redis)


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Callable[..., None]:
    """Tells a figure to whoever watches."""

    def tell(*words: object) -> None:
        with capsys.disabled():
            sys.stdout.write(f"\n    {' '.join(map(str, words))}\n")
            sys.stdout.flush()

    return tell
