"""Who may write to a run: the holder of its lease, told from earlier ones by the fence.

Every time here is the database's own, so that processes on hosts whose clocks differ agree on
when a lease ends. (On SQLite that is this machine's clock, to the millisecond.)
"""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from .errors import LeaseLost, RunCancelled
from .models import Run


def host_name() -> str:
    """This host's name, the first part of its workers' names."""
    return socket.gethostname()


def worker_name() -> str:
    """This process, as `host:pid`."""
    return f"{host_name()}:{os.getpid()}"


def _lease_end() -> Any:
    return Now() + timedelta(seconds=settings.RUN_LEASE_SECONDS)


_STANDS = "SELECT fence, status, cancel_requested_at IS NOT NULL FROM runs_run WHERE id = %s"


@dataclass(frozen=True)
class Lease:
    """The right to write to a run, until another process claims it with a higher fence."""

    run_id: int
    fence: int

    @property
    def resumed(self) -> bool:
        """Whether the run was claimed before."""
        return self.fence > 1

    def heartbeat(self) -> None:
        """Extend the lease. Raises LeaseLost, or RunCancelled when a cancellation was asked for."""
        if not self.update(lease_until=_lease_end()):
            raise self._lost()
        self.check()

    def check(self) -> None:
        """Raises LeaseLost or RunCancelled if the lease is lost or about to end."""
        self._check(_STANDS)

    def heed(self) -> None:
        """Raises RunCancelled when a cancellation was asked for, whoever holds the run."""
        not_cancelled = Run.objects.filter(pk=self.run_id, cancel_requested_at__isnull=False)
        if not_cancelled.exists():
            raise self._cancelled()

    def hold(self) -> None:
        """Lock the run until the end of the transaction. Raises as `check` does."""
        locks = connection.vendor != "sqlite"  # whose transactions lock all when they begin
        self._check(f"{_STANDS} FOR UPDATE" if locks else _STANDS)

    def lock(self) -> Run:
        """The run, locked by `hold`."""
        self.hold()
        return Run.objects.get(pk=self.run_id)

    def release(self) -> bool:
        """Give the run back to the queue without counting a crash. False when the lease was
        lost."""
        return self.update(status=Run.Status.QUEUED, lease_until=None, worker="", queued_at=Now())

    def update(self, **values: Any) -> bool:
        """Update the run if the lease is still ours; returns whether it was."""
        own = Run.objects.filter(pk=self.run_id, status=Run.Status.RUNNING, fence=self.fence)
        return own.update(**values) == 1

    def _check(self, statement: str) -> None:
        # Asked twice a step, and in its transaction: to have Django make the statement takes eight
        # times as long as all else.
        with connection.cursor() as cursor:
            cursor.execute(statement, [self.run_id])
            found = cursor.fetchone()
        if found is None or tuple(found[:2]) != (self.fence, Run.Status.RUNNING):
            raise self._lost()
        if found[2]:
            raise self._cancelled()

    def _cancelled(self) -> RunCancelled:
        return RunCancelled(_("run %(run)s was cancelled") % {"run": self.run_id})

    def _lost(self) -> LeaseLost:
        return LeaseLost(
            _("run %(run)s: the lease (fence %(fence)s) is lost")
            % {"run": self.run_id, "fence": self.fence}
        )


def claim(run_id: int, worker: str) -> Lease | None:
    """Claim a queued run, or one whose lease expired; None when another process is faster.

    A run that is taken over before the sweeper saw it has crashed all the same.
    """
    fence = claimed(run_id, worker)
    return None if fence is None else Lease(run_id, fence)


_CLAIM = """
    UPDATE runs_run
    SET status = 'running', fence = fence + 1, lease_until = {end}, worker = %s,
        started_at = COALESCE(started_at, {now}),
        crashes = crashes + CASE WHEN status = 'running' THEN 1 ELSE 0 END
    WHERE id = %s AND (status = 'queued' OR (status = 'running' AND lease_until < {now}))
    RETURNING fence
"""


def claimed(run_id: int, worker: str) -> int | None:
    """The fence of the new lease; None when the run could not be claimed."""
    seconds = settings.RUN_LEASE_SECONDS
    on_sqlite = connection.vendor == "sqlite"
    statement = _for_sqlite(seconds) if on_sqlite else _for_postgresql(seconds)
    with connection.cursor() as cursor:
        cursor.execute(statement, [worker, run_id])
        row = cursor.fetchone()
    return row[0] if row else None


@cache
def _for_sqlite(seconds: float) -> str:
    form = "'%%Y-%%m-%%d %%H:%%M:%%f', 'now'"
    now, end = f"STRFTIME({form})", f"STRFTIME({form}, '{seconds} seconds')"
    return _CLAIM.format(now=now, end=end)


@cache
def _for_postgresql(seconds: float) -> str:
    now = "STATEMENT_TIMESTAMP()"
    return _CLAIM.format(now=now, end=f"{now} + INTERVAL '{seconds} seconds'")
