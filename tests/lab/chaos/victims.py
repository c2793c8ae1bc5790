"""The processes below a supervised worker, and what each of them is."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import psutil

KINDS = (
    "supervisor", "main", "sentinel", "pusher", "monitor", "worker", "backtest child",
)  # fmt: skip
_SAID = re.compile(r"(pushing tasks|monitoring|ready for work) at (\d+)")
_ROLES = {"pushing tasks": "pusher", "monitoring": "monitor", "ready for work": "worker"}


def family(supervisor: psutil.Process, log: Path) -> dict[str, list[psutil.Process]]:
    """The living processes by what they are; those of its sentinel say so in the log."""
    roles = {int(pid): _ROLES[said] for said, pid in _SAID.findall(log.read_text(errors="replace"))}
    found: dict[str, list[psutil.Process]] = {"supervisor": [supervisor]}
    for main in _children(supervisor):
        found.setdefault("main", []).append(main)
        for sentinel in _children(main):
            found.setdefault("sentinel", []).append(sentinel)
            for process in _children(sentinel):
                kind = roles.get(process.pid, "")
                if kind:
                    found.setdefault(kind, []).append(process)
                if kind == "worker":
                    found.setdefault("backtest child", []).extend(_children(process))
    return {kind: found[kind] for kind in KINDS if found.get(kind)}


def tree(process: psutil.Process) -> list[psutil.Process]:
    """A process and all below it that live."""
    try:
        return [process, *process.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def kill(processes: Iterable[psutil.Process]) -> None:
    """End processes at once: psutil makes sure that a number is not another's by now."""
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.send_signal(signal.SIGKILL)


def _children(process: psutil.Process) -> list[psutil.Process]:
    try:
        found = process.children()
    except psutil.NoSuchProcess:
        return []
    return sorted((each for each in found if lives(each)), key=lambda each: each.pid)


def lives(process: psutil.Process) -> bool:
    """Whether it has not ended."""
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
