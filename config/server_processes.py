"""The web server and the worker, started and stopped together; without Django."""

from __future__ import annotations

import ctypes
import gc
import json
import math
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

PR_SET_PDEATHSIG = 1
LONGEST_LINE = 8_190  # as in config/web_server.py, which loads gunicorn
GRACE = 20  # seconds for both to finish what they are doing


class PortTaken(OSError):
    """Another program listens on this port."""


def check_port(host: str, port: int) -> None:
    """Raises PortTaken if nothing can listen on that address."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise PortTaken(error.errno, error.strerror) from error


def web_command(host: str, port: int, threads: int) -> list[str]:
    """The command of the web server."""
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    web = [
        *("-m", "gunicorn", "config.wsgi:application", "--bind", address),
        *("--worker-class", "config.web_server.WebWorker", "--threads", str(threads)),
        *("--limit-request-line", str(LONGEST_LINE), "--log-level", "warning", "--preload"),
        # Its heartbeat is written to memory where the system has such a folder, not to a disk.
        *(("--worker-tmp-dir", "/dev/shm") if Path("/dev/shm").is_dir() else ()),  # noqa: S108
    ]
    return [sys.executable, *web]


class Forked:
    """A child of this process that it forked before it became another program."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._code: int | None = None

    def poll(self) -> int | None:
        if self._code is None:
            ended, status = os.waitpid(self.pid, os.WNOHANG)
            if ended:
                self._code = os.waitstatus_to_exitcode(status)
        return self._code

    def terminate(self) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal.SIGTERM)

    def wait(self, timeout: float | None = None) -> int:
        until = math.inf if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > until:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
            time.sleep(0.02)
        return code


def in_a_fork(act: Callable[[], object]) -> None:
    """What an act loads and starts ends with it: no process that is forked later inherits it. Exits
    as the act did where it failed."""
    sys.stdout.flush()
    pid = os.fork()
    if not pid:
        act()
        sys.exit(0)
    code = Forked(pid).wait()
    if code:
        sys.exit(code)


def go_on_small(acts: Sequence[Callable[[], object]], *, ready: str, ended: str) -> None:
    """Start each act in a fork of this process, which has loaded Django already; become a program
    that waits for both and holds nothing else: a sixth of the memory.

    Returns in a fork alone, when its act does. The program prints `ready` once both are started,
    and `ended` when one of them ends by itself.
    """
    sys.stdout.flush()
    parent = os.getpid()
    gc.freeze()  # a collection in a fork would copy the memory that all share
    pids = []
    for act in acts:
        pid = os.fork()
        if not pid:
            os.setsid()  # Ctrl-C reaches only the parent, which ends both in order
            _end_with(parent)
            act()
            return
        pids.append(pid)
    both = {"pids": pids, "ready": ready, "ended": ended}
    program = [sys.executable, "-m", "config.server_processes", json.dumps(both)]
    os.execv(sys.executable, program)  # noqa: S606  # our own interpreter and module


def run_gunicorn(command: Sequence[str]) -> None:
    """What `python -m gunicorn ...` does, here."""
    sys.argv = list(command[2:])  # behind `python -m`
    gunicorn = import_module("gunicorn.app.wsgiapp")
    gunicorn.run()


def _main(both: Mapping[str, Any]) -> int:
    """Wait until one ends or a signal arrives; then end the other. Returns 0 after a signal, 1
    when one of them ended by itself."""
    children = [Forked(pid) for pid in both["pids"]]
    signals: list[int] = []

    def ask(number: int, _frame: FrameType | None) -> None:
        signals.append(number)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, ask)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    with suppress(BrokenPipeError):
        print(both["ready"], flush=True)  # noqa: T201
    with _woken_by_signals() as wait:
        while not signals and all(child.poll() is None for child in children):
            wait()
    end(children)
    if signals:
        return 0
    sys.stderr.write(f"crivo: {both['ended']}\n")
    return 1


@contextmanager
def _woken_by_signals() -> Iterator[Callable[[], None]]:
    """A function that waits for a signal; one that came before the last look counts."""
    woken, wakes = socket.socketpair()
    wakes.setblocking(False)
    with woken, wakes:
        before = signal.set_wakeup_fd(wakes.fileno(), warn_on_full_buffer=False)

        def wait() -> None:
            if select.select([woken], [], [], GRACE)[0]:
                woken.recv(64)

        try:
            yield wait
        finally:
            signal.set_wakeup_fd(before)


def _end_with(parent: int) -> None:
    """When that process is killed, Linux sends this one SIGTERM."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # it died before the call
            os._exit(1)


def end(children: Sequence[Forked | subprocess.Popen[bytes]]) -> None:
    """Ask all to end; those that have not within GRACE seconds are killed."""
    running = [child for child in children if child.poll() is None]
    for child in running:
        child.terminate()
    deadline = time.monotonic() + GRACE
    for child in running:
        try:
            child.wait(max(deadline - time.monotonic(), 0.1))
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()


if __name__ == "__main__":
    sys.exit(_main(json.loads(sys.argv[1])))
