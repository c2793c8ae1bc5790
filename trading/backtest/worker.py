"""A worker: takes jobs on standard input, answers on standard output, one at a time.

Started by a pool as `python -m trading.backtest.worker PARENT MEMORY_MIB`. It knows no Django and
runs no code but ours: jobs are JSON. It ends when its input does, or its parent.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import sys
import traceback
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

import pandas as pd

from config.error_texts import TranslatableError
from trading.backtest import wire

MIB = 1024 * 1024
KEPT_FRAMES = 8
PR_SET_PDEATHSIG = 1
Handler = Callable[[wire.Message, pd.DataFrame | None], wire.Message]


def die_with_parent(parent: int) -> None:
    """Have the system kill us when the parent dies, even amid a job."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it died before we asked
        sys.exit(0)


def limit_memory(mib: int) -> None:
    """Allow so much more address space than is in use: a larger array raises MemoryError."""
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if Path("/proc").exists() else 0
    if pages:
        most = pages * resource.getpagesize() + mib * MIB
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def give_back_memory() -> None:
    """Give what was freed to the system: arrays below 32 MiB may stay with the process else."""
    if hasattr(libc := ctypes.CDLL(None), "malloc_trim"):  # glibc's
        libc.malloc_trim(0)


def streams() -> tuple[BinaryIO, BinaryIO]:
    """Our pipes; what anything prints from now on goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return sys.stdin.buffer, answers


def failure(error: Exception, limit: int) -> wire.Message:
    """What went wrong, as the pool's JobFailure takes it."""
    if isinstance(error, MemoryError):
        return {"code": "memory", "params": {"limit": limit}}
    if isinstance(error, TranslatableError):
        known = {name: plain(value) for name, value in error.values.items()}
        cause = {"code": error.code, "params": known, "path": getattr(error, "path", "")}
        return {"code": "refused", "params": {"detail": str(error), "cause": cause}}
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(last.filename).name}:{last.lineno}"
    params = {"kind": type(error).__name__, "detail": str(error), "where": where}
    return {"code": "failed", "params": params}


def plain(value: object) -> Any:
    return value if isinstance(value, str | int | float | bool | None) else str(value)


class Worker:
    """Answers one message after the other; keeps the prices it was sent, by their hash."""

    def __init__(
        self, source: BinaryIO, sink: BinaryIO, handlers: Mapping[str, Handler], limit: int
    ) -> None:
        self._source, self._sink, self._limit = source, sink, limit
        self._handlers = handlers
        self._frames: OrderedDict[str, pd.DataFrame] = OrderedDict()

    def say(self, **message: Any) -> None:
        self._sink.write(wire.pack(message))
        self._sink.flush()

    def serve(self) -> None:
        """Until the input ends."""
        while (message := wire.read(self._source)) is not None:
            self.answer(message[0]["job"])

    def answer(self, job: wire.Message) -> None:
        try:
            result = self._handlers[job["kind"]](job, self.frame(job))
        except Exception as error:  # noqa: BLE001  # the process's boundary: the pool is told
            self.say(say="failed", **failure(error, self._limit))
        else:
            self.say(say="done", result=result)

    def frame(self, job: wire.Message) -> pd.DataFrame | None:
        """The prices of a job's window, asked for when they aren't here yet."""
        digest = job.get("window", {}).get("prices")
        if digest is None:
            return None
        if digest not in self._frames:
            self.say(say="need", prices=digest)
            sent = wire.read(self._source)
            if sent is None:
                sys.exit(0)
            self._frames[digest] = wire.unpack_frame(*sent)
            if len(self._frames) > KEPT_FRAMES:
                self._frames.popitem(last=False)
        self._frames.move_to_end(digest)
        return self._frames[digest]


def main(
    handlers: Mapping[str, Handler],
    warm: Callable[[], None],
    compiled: Callable[[], bool] = lambda: False,
) -> None:
    """Serve jobs once `warm`. A worker that has `compiled` starts anew: it would keep up to 83 MiB
    of what the compiler took, one that loads the code does not."""
    parent, limit = int(sys.argv[1]), int(sys.argv[2])
    die_with_parent(parent)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, who ends us
    with contextlib.redirect_stdout(sys.stderr):
        anew = compiled()
    if anew:
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606  # ourselves
    worker = Worker(*streams(), handlers, limit)
    warm()
    limit_memory(limit)
    worker.say(say="ready")
    worker.serve()


if __name__ == "__main__":
    from trading.backtest.jobs import HANDLERS, warm_up

    main(HANDLERS, warm_up)
