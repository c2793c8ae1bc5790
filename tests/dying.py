"""Processes of our own that die, or freeze, at a named point of a run."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

from django.db import connections
from django.db.models.functions import Now

from config.runs import points
from config.runs.execution import execute
from config.runs.models import Run

REFUSED, WROTE = 7, 0


def forked(work: Callable[[], int]) -> int:
    """A child that does the work on a connection of its own and ends with what it gives."""
    connections.close_all()
    child = os.fork()
    if child:
        return child
    code = 99
    try:
        code = work()
    finally:
        os._exit(code)  # no test goes on in the child


def killed_at(run: Run, point: points.Point, passes: int) -> bool:
    """Execute the run in a child that SIGKILLs itself at a point; whether it came there."""
    child = forked(lambda: _execute(run, _at(run, point, passes, signal.SIGKILL)))
    _pid, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


def frozen_at(run: Run, point: points.Point, passes: int) -> int:
    """A child that executes the run and stops at a point, as SIGSTOP does. Returns its id."""
    child = forked(lambda: _execute(run, _at(run, point, passes, signal.SIGSTOP)))
    _pid, status = os.waitpid(child, os.WUNTRACED)
    assert os.WIFSTOPPED(status)
    return child


def ended(children: list[int]) -> None:
    """Whatever a test left behind: a stopped process would stay for ever."""
    for child in children:
        with suppress(ProcessLookupError, ChildProcessError):
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def woken(child: int) -> int:
    """Let a frozen child go on to its end. Returns its exit code."""
    os.kill(child, signal.SIGCONT)
    _pid, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def taken_over(run: Run) -> Run:
    """Let the lease of whoever died run out, and execute the run here."""
    Run.objects.filter(pk=run.pk, status="running").update(lease_until=Now() - timedelta(seconds=1))
    return execute(run.pk)


def _at(run: Run, point: points.Point, passes: int, number: int) -> points.Listener:
    left = passes

    def stop(passed: points.Point, run_id: int, _what: str) -> None:
        nonlocal left
        if (passed, run_id) == (point, run.pk):
            left -= 1
            if left == 0:
                os.kill(os.getpid(), number)

    return stop


def _execute(run: Run, listener: points.Listener) -> int:
    points.listen(listener)
    fence = Run.objects.get(pk=run.pk).fence + 1
    execute(run.pk)
    return WROTE if Run.objects.filter(pk=run.pk, fence=fence).exists() else REFUSED
