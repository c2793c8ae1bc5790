"""Data folders and databases of chaos's own: made from one empty database, and gone afterwards."""

from __future__ import annotations

import io
import os
import secrets
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

from config.env import SECRET_KEY_CHARACTERS, queue_name

from .errors import ChaosError
from .servers import Databases, check_redis, forget_queue

OURS = {
    "DJANGO_SETTINGS_MODULE": "tests.lab.chaos.settings",
    "CRIVO_LANGUAGE": "en",  # which process is which is read from the log
    "CRIVO_WORKERS": "2",
    "CRIVO_TEST_BACKTEST_WORKERS": "2",
    "CRIVO_TEST_RUN_LEASE_SECONDS": "6",
    "CRIVO_TEST_RUN_SWEEP_SECONDS": "1",
    "CRIVO_TEST_RUN_MAX_CRASHES": "100",
}
"""Leases are short, so that much is taken over in little time; nothing is given up."""
Settings = Mapping[str, str]


class Scratch:
    """A folder that goes away, and an empty database that is copied for each round."""

    def __init__(
        self, folder: Path, databases: Databases | None, redis: str, ours: Settings = OURS
    ) -> None:
        self.folder = folder
        self._ours = ours
        self._databases = databases
        self._redis = redis
        self._name = f"crivo_chaos_{secrets.token_hex(4)}"
        self._made: list[str] = []

    def unpack(self, commit: str) -> Path:
        """The code of a commit, in a folder. Raises ChaosError."""
        git = shutil.which("git") or "git"
        packed = subprocess.run(  # a commit that the operator names
            [git, "archive", commit, "--"], cwd=settings.BASE_DIR, capture_output=True, check=False
        )
        if packed.returncode:
            told = " ".join(packed.stderr.decode(errors="replace").split())
            raise ChaosError(_("there is no such code: %s") % told)
        folder = self.folder / "old"
        with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as code:
            code.extractall(folder, filter="data")
        return folder

    def prepare(self, old: Path | None = None) -> None:
        """The empty database, as other code makes it where there is some. Raises ChaosError."""
        (self.folder / "compiled").mkdir()
        environment = self._environment("empty")
        if self._databases:
            self._databases.create(self._database("empty"))
        for code in filter(None, (old, settings.BASE_DIR)):
            command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
            ended = subprocess.run(  # our own command
                command, cwd=code, env=environment, capture_output=True, check=False
            )
            if ended.returncode:
                told = " ".join(ended.stderr.decode(errors="replace").split()[-40:])
                raise ChaosError(_("no scratch database could be made: %s") % told)

    def fresh(self, name: str) -> dict[str, str]:
        """The environment of processes with a new data folder and a copy of the empty database."""
        environment = self._environment(name)
        if self._databases:
            self._databases.create(self._database(name), self._database("empty"))
        else:
            shutil.copy(self.folder / "empty" / "db.sqlite3", self.folder / name / "db.sqlite3")
        return environment

    def drop(self, name: str) -> None:
        """Take away what `fresh` made."""
        if self._databases:
            self._databases.drop(self._database(name))
        if self._redis:
            forget_queue(self._redis, queue_name(self._key(name)))
        shutil.rmtree(self.folder / name, ignore_errors=True)
        self._made.remove(name)

    def close(self) -> None:
        for name in list(self._made):
            self.drop(name)

    def _database(self, name: str) -> str:
        return f"{self._name}_{name}"

    def _key(self, name: str) -> str:
        return f"only-for-chaos-{self._database(name)}".ljust(SECRET_KEY_CHARACTERS, "0")

    def _environment(self, name: str) -> dict[str, str]:
        """Nothing of the site's own settings: no model is asked, nothing is traced."""
        folder = self.folder / name
        folder.mkdir()
        self._made.append(name)
        if name != "empty":
            (folder / "compiled").symlink_to(self.folder / "compiled")
        database = f"sqlite:///{folder / 'db.sqlite3'}"
        if self._databases:
            database = self._databases.url_of(self._database(name))
        return {**_without_settings(), **self._ours} | {
            "CRIVO_DATA_DIR": str(folder),
            "CRIVO_SECRET_KEY": self._key(name),
            "DATABASE_URL": database,
            "REDIS_URL": self._redis,
        }  # fmt: skip


@contextmanager
def scratch(database: str = "", redis: str = "", ours: Settings = OURS) -> Iterator[Scratch]:
    """A place where processes work, with `ours` for settings.

    Raises ChaosError when there is no such database server, or no Redis.
    """
    if database and urlsplit(database).scheme not in ("postgres", "postgresql"):
        raise ChaosError(_("--database takes postgres://user:password@host:port/name"))
    if redis:
        check_redis(redis)
    databases = Databases(database) if database else None
    with tempfile.TemporaryDirectory(prefix="crivo-chaos-") as folder:
        made = Scratch(Path(folder), databases, redis, ours)
        try:
            yield made
        finally:
            made.close()


def engine(database: str, redis: str) -> str:
    """What the work is done on, in words."""
    return ("PostgreSQL" if database else "SQLite") + (" + Redis" if redis else "")


def _without_settings() -> dict[str, str]:
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("CRIVO_") and name not in ("DATABASE_URL", "REDIS_URL")
    }
