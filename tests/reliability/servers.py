"""A PostgreSQL of the tests' own, that can be killed, restarted, filled up and made read-only."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import psycopg
import pytest


class Postgres:
    """A cluster in a folder that goes away; listens on the loopback and where it is told to."""

    def __init__(self, listen: Sequence[str] = (), folder: Path | None = None) -> None:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
        if not found:
            pytest.skip("PostgreSQL's server is not installed")
        self._bin = found[-1]
        self.folder = folder or Path(tempfile.mkdtemp(prefix="crivo-postgres-"))
        self.folder.mkdir(exist_ok=True)
        self.folder.chmod(0o755)
        self._as: list[str] = []
        if os.geteuid() == 0:  # as which it refuses to run
            self.own(self.folder)
            self._as = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--"]
        self.port = free_port()
        self._listen = listen

    def __enter__(self) -> Self:
        data = self.folder / "data"
        self._do("initdb", "-A", "trust", "-U", "crivo", "--encoding=UTF8", "--no-locale")
        with (data / "pg_hba.conf").open("a") as file:
            # From wherever it listens: on networks of the test's own.
            file.writelines(f"host all all {each}/30 trust\n" for each in self._listen)
        with (data / "postgresql.conf").open("a") as file:
            file.write("fsync = off\n")  # no power is cut here: a killed process loses nothing
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.kill(check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def url(self) -> str:
        return self.url_at("127.0.0.1")

    def url_at(self, host: str, name: str = "postgres") -> str:
        return f"postgres://crivo@{host}:{self.port}/{name}"

    def start(self) -> None:
        listen = ",".join(["127.0.0.1", *self._listen])
        options = f"-p {self.port} -k {self.folder} -c listen_addresses={listen}"
        self._do("pg_ctl", "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def kill(self, *, check: bool = True) -> None:
        """As a crash: what it was at is undone at the next start, and nobody is told."""
        self._do("pg_ctl", "-m", "immediate", "stop", check=check)

    def answers(self) -> bool:
        try:
            return bool(self.do("SELECT 1"))
        except psycopg.Error:
            return False

    def restart(self, away: float = 0, *, check: bool = True) -> None:
        self.kill(check=check)
        time.sleep(away)
        self.start()

    def read_only(self, on: bool) -> None:
        """For all but a transaction that asks to write; those that are connected stay so."""
        self.do(f"ALTER SYSTEM SET default_transaction_read_only = {'on' if on else 'off'}")
        self.do("SELECT pg_reload_conf()")

    def do(self, sql: str, name: str = "postgres") -> list[tuple[Any, ...]]:
        url = self.url_at("127.0.0.1", name)
        with psycopg.connect(url, autocommit=True, connect_timeout=5) as link:
            link.execute("SET default_transaction_read_only = off")
            done = link.execute(sql.encode())
            return done.fetchall() if done.description else []

    def check(self, name: str) -> None:
        """Every index against its table, and every table read."""
        self._run("pg_amcheck", "--heapallindexed", "--install-missing", *self._at(name))
        dump = ["pg_dump", "--file=/dev/null", *self._at(name)]
        self._run(*dump)

    def own(self, folder: Path) -> None:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")

    def _at(self, name: str) -> list[str]:
        return ["-h", "127.0.0.1", "-p", str(self.port), "-U", "crivo", name]

    def _do(self, program: str, *arguments: str, check: bool = True) -> None:
        self._run(program, "-D", str(self.folder / "data"), *arguments, check=check)

    def _run(self, program: str, *arguments: str, check: bool = True) -> None:
        done = subprocess.run(
            [*self._as, str(self._bin / program), *arguments],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,  # pg_ctl's server keeps what it is given open
            stderr=subprocess.DEVNULL,
            check=False,
            timeout=120,
        )
        assert done.returncode == 0 or not check, f"{program} {arguments}: {done.returncode}"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
