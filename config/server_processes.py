"""The web server and the worker, started and stopped together; without Django."""

from __future__ import annotations

import atexit
import ctypes
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

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
        *("--limit-request-line", str(LONGEST_LINE), "--log-level", "warning"),
        # Its heartbeat is written to memory where the system has such a folder, not to a disk.
        *(("--worker-tmp-dir", "/dev/shm") if Path("/dev/shm").is_dir() else ()),  # noqa: S108
    ]
    return [[sys.executable, *web], [sys.executable, "manage.py", "work"]]


def go_on_small(*, argvs: Sequence[Sequence[str]], cwd: Path, ready: str, ended: str) -> NoReturn:
    """Become a process that runs the commands together and holds nothing else: the preparing
    process takes six times its memory, and twenty times with the demo's ideas refined.

    It prints `ready` once both are started, and `ended` when one of them ends by itself.
    """
    work = {"argvs": argvs, "cwd": str(cwd), "ready": ready, "ended": ended}
    atexit._run_exitfuncs()  # it does not end, its children are to
    sys.stdout.flush()
    os.chdir(cwd)
    program = [sys.executable, "-m", "config.server_processes", json.dumps(work)]
    os.execv(sys.executable, program)  # noqa: S606  # our own interpreter and module


def _main(work: Mapping[str, Any]) -> int:
    def ready() -> None:
        with suppress(BrokenPipeError):
            print(work["ready"], flush=True)  # noqa: T201

    ended = run_together(work["argvs"], Path(work["cwd"]), ready)
    if ended:
        sys.stderr.write(f"crivo: {work['ended']}\n")
    return ended


def run_together(
    argvs: Sequence[Sequence[str]], cwd: Path, ready: Callable[[], None] = lambda: None
) -> int:
    """Run the commands until one ends or a signal arrives; then end the others. Returns 0 after
    a signal, 1 when one of them ended by itself."""
    signals: list[int] = []

    def ask(number: int, _frame: FrameType | None) -> None:
        signals.append(number)

    handlers = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    if sys.platform != "win32":
        handlers[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, lambda *_: None)
    # Sessions of their own: Ctrl-C reaches only this process, which ends them in order.
    children = [
        subprocess.Popen(  # noqa: S603
            argv,
            cwd=cwd,
            start_new_session=True,
            preexec_fn=_end_with_parent(os.getpid()),  # noqa: PLW1509  # there are no threads here
        )
        for argv in argvs
    ]
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


def end(children: Sequence[subprocess.Popen[bytes]]) -> None:
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
