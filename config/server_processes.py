"""The web server and the worker, started and stopped together; without Django."""

from __future__ import annotations

import atexit
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
from typing import Any, Protocol

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


def commands(host: str, port: int, threads: int) -> list[list[str]]:
    """The commands: the web server, the supervised worker."""
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    web = [
        *("-m", "gunicorn", "config.wsgi:application", "--bind", address),
        *("--worker-class", "config.web_server.WebWorker", "--threads", str(threads)),
        *("--limit-request-line", str(LONGEST_LINE), "--log-level", "warning", "--preload"),
        # Its heartbeat is written to memory where the system has such a folder, not to a disk.
        *(("--worker-tmp-dir", "/dev/shm") if Path("/dev/shm").is_dir() else ()),  # noqa: S108
    ]
    return [[sys.executable, *web], [sys.executable, "manage.py", "work"]]


class Started(Protocol):
    """What is used here of subprocess.Popen."""

    @property
    def pid(self) -> int: ...
    def poll(self) -> int | None: ...
    def terminate(self) -> None: ...
    def wait(self, timeout: float | None = None) -> int: ...


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


def go_on_small(
    web: Sequence[str], work: Sequence[str], *, cwd: Path, ready: str, ended: str
) -> None:
    """Start the web server in a fork of this process, which has loaded Django already; become a
    program that runs the worker beside it and holds nothing else: a sixth of the memory.

    Returns in the fork alone, when gunicorn ends. The program prints `ready` once both are
    started, and `ended` when one of them ends by itself.
    """
    sys.stdout.flush()
    os.chdir(cwd)
    parent = os.getpid()
    gc.freeze()  # a collection in the fork would copy the memory that both share
    pid = os.fork()
    if pid:
        atexit._run_exitfuncs()  # it does not end, its children are to
        both = {"web": pid, "work": work, "cwd": str(cwd), "ready": ready, "ended": ended}
        program = [sys.executable, "-m", "config.server_processes", json.dumps(both)]
        os.execv(sys.executable, program)  # noqa: S606  # our own interpreter and module
    os.setsid()  # Ctrl-C reaches only the parent, which ends both in order
    if ask := _end_with_parent(parent):
        ask()
    sys.argv = list(web[2:])  # it stands behind `python -m`; gunicorn reads what follows
    gunicorn = import_module("gunicorn.app.wsgiapp")
    gunicorn.run()


def _main(both: Mapping[str, Any]) -> int:
    def ready() -> None:
        with suppress(BrokenPipeError):
            print(both["ready"], flush=True)  # noqa: T201

    ended = _run_together(Forked(both["web"]), both["work"], Path(both["cwd"]), ready)
    if ended:
        sys.stderr.write(f"crivo: {both['ended']}\n")
    return ended


def _run_together(web: Started, work: Sequence[str], cwd: Path, ready: Callable[[], None]) -> int:
    """Run the worker beside the web server until one ends or a signal arrives; then end the other.
    Returns 0 after a signal, 1 when one of them ended by itself."""
    signals: list[int] = []

    def ask(number: int, _frame: FrameType | None) -> None:
        signals.append(number)

    handlers = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    if sys.platform != "win32":
        handlers[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, lambda *_: None)
    # A session of its own: Ctrl-C reaches only this process, which ends both in order.
    worker = subprocess.Popen(  # noqa: S603
        work,
        cwd=cwd,
        start_new_session=True,
        preexec_fn=_end_with_parent(os.getpid()),  # noqa: PLW1509  # there are no threads here
    )
    children = [web, worker]
    try:
        ready()
        with _woken_by_signals() as wait:
            while not signals and all(child.poll() is None for child in children):
                wait()
    finally:
        end(children)
        for number, handler in handlers.items():
            signal.signal(number, handler)
    return 0 if signals else 1


@contextmanager
def _woken_by_signals() -> Iterator[Callable[[], None]]:
    """A function that waits for a signal; one that came before the last look counts. A system
    that does not tell of ended children looks ten times a second."""
    woken, wakes = socket.socketpair()
    wakes.setblocking(False)
    patience = 0.1 if sys.platform == "win32" else GRACE
    with woken, wakes:
        before = signal.set_wakeup_fd(wakes.fileno(), warn_on_full_buffer=False)

        def wait() -> None:
            if select.select([woken], [], [], patience)[0]:
                woken.recv(64)

        try:
            yield wait
        finally:
            signal.set_wakeup_fd(before)


def _end_with_parent(parent: int) -> Callable[[], None] | None:
    """Called in a child before its program starts: when this process is killed, Linux sends it
    SIGTERM."""
    if sys.platform != "linux":
        return None
    system = ctypes.CDLL(None)

    def ask() -> None:
        system.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # it died before the call
            os._exit(1)

    return ask


def end(children: Sequence[Started]) -> None:
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
