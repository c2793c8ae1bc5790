"""The web server and the worker, started and stopped together."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType

GRACE = 20  # seconds in which both may end what they are at


class PortTaken(OSError):
    """Another program listens there."""


def check_port(host: str, port: int) -> None:
    """Raises PortTaken if nothing can listen on that address."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise PortTaken(error.errno, error.strerror) from error


def commands(host: str, port: int, threads: int) -> list[list[str]]:
    """What is started: the web server, the supervised worker."""
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    web = [
        *("-m", "gunicorn", "config.wsgi:application", "--bind", address),
        *("--worker-class", "gthread", "--threads", str(threads), "--log-level", "warning"),
        # Its heartbeat goes to memory where the system has such a folder, not to a disk.
        *(("--worker-tmp-dir", "/dev/shm") if Path("/dev/shm").is_dir() else ()),  # noqa: S108
    ]
    return [[sys.executable, *web], [sys.executable, "manage.py", "work"]]


def run_together(
    argvs: Sequence[Sequence[str]], cwd: Path, ready: Callable[[], None] = lambda: None
) -> int:
    """Run the commands until one ends or a signal asks for it; then end the others.

    Returns 0 when a signal ended it, 1 when one of them ended by itself.
    """
    asked: list[int] = []

    def ask(number: int, _frame: FrameType | None) -> None:
        asked.append(number)

    kept = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    # Sessions of their own: Ctrl-C reaches this process alone, which ends them in order.
    children = [
        subprocess.Popen(argv, cwd=cwd, start_new_session=True)  # noqa: S603
        for argv in argvs
    ]
    try:
        ready()
        while not asked and all(child.poll() is None for child in children):
            time.sleep(0.1)
    finally:
        end(children)
        for number, handler in kept.items():
            signal.signal(number, handler)
    return 0 if asked else 1


def end(children: Sequence[subprocess.Popen[bytes]]) -> None:
    """Ask all to end; whoever has not within GRACE seconds is killed."""
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
