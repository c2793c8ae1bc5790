"""A data folder, a database and a queue of their own, and the real processes on them."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import psycopg
from django.conf import settings

from tests.lab.chaos import victims
from tests.lab.chaos.comparing import compare
from tests.processes import Process, wait_for

from .pages import Site
from .servers import free_port

Away = (sqlite3.Error, psycopg.Error)


class Mix(NamedTuple):
    """How many runs of each kind."""

    refinements: int
    developments: int


class World:
    """What processes see is their environment; the test looks at the database from outside."""

    def __init__(self, environment: Mapping[str, str], folder: Path) -> None:
        self.environment = dict(environment)
        self.folder = folder
        self.runs: list[int] = []
        self.retried: Counter[int] = Counter()
        self._started: list[Process] = []
        self._seen: set[psutil.Process] = set()

    def submit(self, mix: Mix) -> None:
        self.runs = self.inside("submit", *map(str, mix))

    def inside(self, *arguments: str) -> Any:
        done = subprocess.run(
            [sys.executable, "-m", "tests.reliability.inside", *arguments],
            cwd=settings.BASE_DIR,
            env=self.environment,
            capture_output=True,
            check=False,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def start(self, *arguments: str, within: Sequence[str] = (), **more: str) -> Process:
        """A command, which `close` ends with all that it started. `inside ...` is ours."""
        place = self.folder / f"process{len(self._started)}"
        environment = {**self.environment, **more}
        if arguments[0] == "inside":
            program, arguments = ["-m", "tests.reliability.inside"], arguments[1:]
        else:
            program = ["manage.py"]
        process = Process(place, *arguments, program=program, within=within, **environment)
        self._started.append(process)
        return process

    def serve(self) -> tuple[Process, Site]:
        """Web and worker, as `manage.py serve` starts them; returns when pages are there."""
        port = free_port()
        cookie = self.inside("sign-in")
        process = self.start("serve", "--port", str(port))
        site = Site(f"http://127.0.0.1:{port}", cookie)
        wait_for(lambda: site.get("/healthz").status == 200, "the web server", 120)
        return process, site

    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        """Rows, read past all of ours. Raises one of Away."""
        url = self.environment["DATABASE_URL"]
        if url.startswith("sqlite"):
            file = f"file:{url.removeprefix('sqlite:///')}?mode=ro"
            with sqlite3.connect(file, uri=True, timeout=20) as link:
                rows = link.execute(sql).fetchall()
            link.close()
            return rows
        with psycopg.connect(url, connect_timeout=5) as server:
            return server.execute(sql.encode()).fetchall()

    def statuses(self) -> Counter[str]:
        return Counter(dict(self.ask("SELECT status, count(*) FROM runs_run GROUP BY status")))

    def steps(self) -> int:
        return int(self.ask("SELECT count(*) FROM runs_step")[0][0])

    def errors(self) -> list[str]:
        return [row[0] for row in self.ask("SELECT error FROM runs_run WHERE error <> ''")]

    def at_work(self, more: int = 1) -> None:
        """Wait until some runs are being worked on and so many more steps are stored."""
        before = self.steps()

        def worked() -> bool:
            return self.steps() >= before + more or not self.left()

        wait_for(worked, "steps to be stored", 300)

    def left(self) -> int:
        found = self.statuses()
        return found["queued"] + found["running"]

    def come_to_an_end(self, seconds: float = 1_200) -> float:
        """Wait for all runs; what failed is tried again by hand. Returns how long it took."""
        began = time.monotonic()

        def ended() -> bool:
            self.remember()
            for (run,) in self.ask("SELECT id FROM runs_run WHERE status IN ('failed', 'dead')"):
                self.retried[run] += 1
                assert self.retried[run] < 3, self.errors()
                assert self.start("retry", str(run)).wait() == 0
            return set(self.statuses()) == {"done"}

        wait_for(ended, "all runs to be done", seconds)
        return time.monotonic() - began

    def remember(self) -> None:
        for process in self._started:
            if process.popen.poll() is None:
                self._seen.update(victims.tree(psutil.Process(process.popen.pid)))

    def close(self) -> None:
        """End all that was started, and what it started."""
        self.remember()
        for process in self._started:
            if process.popen.poll() is None:
                process.popen.kill()
            process.popen.wait()
        victims.kill(each for each in self._seen if each.is_running())

    def told(self) -> dict[str, Any]:
        return dict(self.inside("tell"))


def differences(quiet: Mapping[str, Any], found: Mapping[str, Any]) -> list[str]:
    """What a reader is shown of rows that are not as they should be; `found` may be of fewer."""
    return [str(each) for each in compare(quiet, found)]
