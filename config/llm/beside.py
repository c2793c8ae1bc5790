"""A server on this machine beside us: a process that says its address, and ends when we do."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from config.sayable import N_, SayableError

READY_SECONDS = 60.0
_END_SECONDS = 5.0
_LAST_WORDS = 300  # characters of what a server said that did not start


class NoServer(SayableError):
    """A server that did not start."""

    messages = {
        "no_start": N_("%(module)s did not start within %(seconds)s seconds: %(said)s"),
    }


@contextmanager
def beside(module: str, *arguments: str, seconds: float = READY_SECONDS) -> Iterator[str]:
    """Run `python -m module` until the end of the block; gives the address that it prints.

    It is to end when its standard input does: so it does even when we are killed. Raises
    NoServer.
    """
    with (
        tempfile.TemporaryFile() as log,
        # Of the environment it gets what finds programs, and no key. A session of its own: a
        # Ctrl-C is for us, who then stop it.
        subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-m", module, *arguments],
            cwd=Path(__file__).parents[2],
            env={name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            start_new_session=True,
        ) as process,
    ):
        try:
            address = _announced(process, seconds)
            if not address:
                raise NoServer("no_start", module=module, seconds=f"{seconds:g}", said=_end_of(log))
            yield address
        finally:
            _end(process)


def _announced(process: subprocess.Popen[bytes], seconds: float) -> str:
    """The first line it says, in time; empty when there is none."""
    assert process.stdout is not None  # noqa: S101 - for mypy
    deadline, said = time.monotonic() + seconds, b""
    while not said.endswith(b"\n") and (left := deadline - time.monotonic()) > 0:
        if not select.select([process.stdout], [], [], left)[0]:
            break
        piece = os.read(process.stdout.fileno(), 1_000)
        if not piece:  # it ended
            break
        said += piece
    return said.decode().strip() if said.endswith(b"\n") else ""


def _end_of(log: IO[bytes]) -> str:
    log.seek(0)
    return " ".join(log.read().decode(errors="replace").split())[-_LAST_WORDS:] or "-"


def _end(process: subprocess.Popen[bytes]) -> None:
    """Its input ends, and so does it; or it is killed."""
    assert process.stdin is not None  # noqa: S101 - for mypy
    process.stdin.close()
    try:
        process.wait(_END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
