"""`serve` until its first page, idle, and asked for a list, against a bare Django."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from config.server_processes import web_command
from tests.lab.benchmarks import lists
from tests.lab.benchmarks.errors import BenchmarkError
from tests.lab.benchmarks.figures import Figure
from tests.lab.benchmarks.starts import BARE
from tests.lab.benchmarks.watching import cpu_of, proportional, tree
from tests.lab.pickup.stages import percentile

FIRST_PAGE, MIB, IDLE_PERCENT = 2.0, 350.0, 0.5
A_SECOND, P95_MS = 40.0, 150.0
ROUNDS, SETTLED, IDLE, PATIENCE = 3, 15.0, 30.0, 120.0
"""Seconds: after the first page until memory is looked at, of idleness, for a page to come."""
ROWS, AT_ONCE, REQUESTS = 20_000, 4, 600


class FirstPage(NamedTuple):
    """Seconds by the clock and of all processors until the first page."""

    seconds: float
    cpu: float


class Idle(NamedTuple):
    """Of all processes with nothing to do: bytes, the share of one processor, their number."""

    memory: int
    share: float
    processes: int


def measure(*, small: bool = False) -> Sequence[Figure]:
    """The two take turns. Writes to the database."""
    ours, bare = [], []
    for number in range(1 if small else ROUNDS):
        with _bare() as (page, _pid):
            bare.append(page)
        with _serve() as (page, pid):
            ours.append(page)
            if number == 0:
                time.sleep(0 if small else SETTLED)
                idle = _look(pid, 1.0 if small else IDLE)
    rate, p95, cpu = _asked_at_once(200 if small else ROWS, 20 if small else REQUESTS)
    seconds, bare_seconds = (min(page.seconds for page in each) for each in (ours, bare))
    used, bare_used = (min(page.cpu for page in each) for each in (ours, bare))
    return [
        Figure("ratio", seconds / bare_seconds, "x", FIRST_PAGE, at_most=True),
        Figure("cpu_ratio", used / bare_used, "x"),
        Figure("seconds", seconds, "s", worst=max(page.seconds for page in ours)),
        Figure("bare_seconds", bare_seconds, "s", worst=max(page.seconds for page in bare)),
        Figure("cpu", used, "s", worst=max(page.cpu for page in ours)),
        Figure("bare_cpu", bare_used, "s", worst=max(page.cpu for page in bare)),
        Figure("memory", idle.memory / 2**20, "MiB", MIB, at_most=True),
        Figure("idle", idle.share * 100, "%", IDLE_PERCENT, at_most=True),
        Figure("processes", idle.processes),
        Figure("a_second", rate, "/s", A_SECOND),
        Figure("p95", p95, "ms", P95_MS, at_most=True),
        Figure("request_cpu", cpu, "ms"),
    ]


@contextmanager
def _serve() -> Iterator[tuple[FirstPage, int]]:
    port = _free_port()
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    with _started(command, port, "/", {}) as found:
        yield found


@contextmanager
def _bare() -> Iterator[tuple[FirstPage, int]]:
    port = _free_port()
    command = [sys.executable, "-m", "gunicorn", "django.core.wsgi:get_wsgi_application()",
               "--bind", f"127.0.0.1:{port}", "--threads", "8"]  # fmt: skip
    own = {"DJANGO_SETTINGS_MODULE": BARE}
    with _started(command, port, "/admin/login/", own) as found:
        yield found


@contextmanager
def _started(
    command: Sequence[str], port: int, page: str, own: dict[str, str]
) -> Iterator[tuple[FirstPage, int]]:
    """A server that runs, and what it took until its first page."""
    log = settings.DATA_DIR / "server.log"
    with log.open("w") as file:
        begun = time.perf_counter()
        process = subprocess.Popen(  # our own commands
            command, cwd=settings.BASE_DIR, env={**os.environ, **own}, stdin=subprocess.DEVNULL,
            stdout=file, stderr=file, start_new_session=True,
        )  # fmt: skip
    try:
        while not _answers(port, page):
            if process.poll() is not None or time.perf_counter() - begun > PATIENCE:
                reason = " ".join(log.read_text().split()[-40:])
                raise BenchmarkError("failed", command=" ".join(command[1:4]), reason=reason)
            time.sleep(0.02)
        seconds = time.perf_counter() - begun
        yield FirstPage(seconds, cpu_of(tree(process.pid))), process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


def _answers(port: int, page: str) -> bool:
    """Whether the page comes; one that sends a visitor to the page for signing in counts, too."""
    try:
        return _get(http.client.HTTPConnection("127.0.0.1", port), page, {}) in (200, 302)
    except ConnectionRefusedError:
        return False


def _get(connection: http.client.HTTPConnection, page: str, headers: dict[str, str]) -> int:
    connection.request("GET", page, headers=headers)
    answer = connection.getresponse()
    answer.read()
    return answer.status


def _look(pid: int, seconds: float) -> Idle:
    living = tree(pid)
    memory = sum(map(proportional, living))
    before = cpu_of(living)
    time.sleep(seconds)
    return Idle(memory, (cpu_of(living) - before) / seconds, len(living))


def _asked_at_once(rows: int, requests: int) -> tuple[float, float, float]:
    """Requests a second of a list by some visitors at once, p95 and processor time, in ms."""
    lists.make(rows)
    browser = Client(headers={"host": "127.0.0.1"})
    browser.force_login(User.objects.create_superuser("ada"))
    cookie = f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"
    call_command("collectstatic", interactive=False, verbosity=0)
    port = _free_port()
    with _started(web_command("127.0.0.1", port, 8), port, "/", {}) as (_, pid):
        ask = _Asking(port, {"Cookie": cookie})
        with ThreadPoolExecutor(AT_ONCE) as visitors:
            list(visitors.map(ask, range(5 * AT_ONCE)))  # not counted: what is done once
            before, begun = cpu_of(tree(pid)), time.perf_counter()
            taken = list(visitors.map(ask, range(requests)))
            seconds, cpu = time.perf_counter() - begun, cpu_of(tree(pid)) - before
    return requests / seconds, percentile(taken, 0.95) * 1e3, cpu / requests * 1e3


class _Asking:
    """Asks for the list on a connection of its own; the seconds it took."""

    def __init__(self, port: int, headers: dict[str, str]) -> None:
        self._port, self._headers = port, headers

    def __call__(self, _number: int) -> float:
        connection = http.client.HTTPConnection("127.0.0.1", self._port)
        begun = time.perf_counter()
        status = _get(connection, "/hypotheses/", self._headers)
        seconds = time.perf_counter() - begun
        connection.close()
        if status != 200:
            raise BenchmarkError("failed", command="GET /hypotheses/", reason=str(status))
        return seconds


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
