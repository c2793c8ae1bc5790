"""Who may write to a run: the holder of its lease, told from earlier ones by the fence.

Every time here is the database's own, so that processes on hosts whose clocks differ agree on
when a lease ends. (On SQLite that is this machine's clock, to the millisecond.)
"""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Case, F, Q, When
from django.db.models.functions import Coalesce, Now
from django.utils.translation import gettext as _

from .errors import LeaseLost, RunCancelled
from .models import Run


def worker_name() -> str:
    """This process, as `host:pid`."""
    return f"{socket.gethostname()}:{os.getpid()}"


def _lease_end() -> Any:
    return Now() + timedelta(seconds=settings.RUN_LEASE_SECONDS)


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
        """Extend the lease. Raises LeaseLost, or RunCancelled when somebody asked for it."""
        if not self.update(lease_until=_lease_end()):
            raise self._lost()
        self.check()

    def check(self) -> None:
        """Raises LeaseLost or RunCancelled if the run is not, or not for long, ours."""
        self._check(Run.objects)

    def lock(self) -> Run:
        """The run, locked until the end of the transaction. Raises as `check` does."""
        return self._check(Run.objects.select_for_update())

    def release(self) -> bool:
        """Give the run back to the queue, unharmed. False when it was not ours any more."""
        return self.update(status=Run.Status.QUEUED, lease_until=None, worker="", queued_at=Now())

    def update(self, **values: Any) -> bool:
        """Write to the run if it is still ours; say whether it was."""
        held = Run.objects.filter(pk=self.run_id, status=Run.Status.RUNNING, fence=self.fence)
        return held.update(**values) == 1

    def _check(self, runs: Any) -> Run:
        # Not first(): what has one row needs no order.
        run: Run | None = next(iter(runs.filter(pk=self.run_id).order_by()), None)
        if run is None or run.fence != self.fence or run.status != Run.Status.RUNNING:
            raise self._lost()
        if run.cancel_requested_at:
            raise RunCancelled(_("run %(run)s was cancelled") % {"run": self.run_id})
        return run

    def _lost(self) -> LeaseLost:
        return LeaseLost(
            _("run %(run)s: the lease (fence %(fence)s) is lost")
            % {"run": self.run_id, "fence": self.fence}
        )


@transaction.atomic
def claim(run_id: int, worker: str) -> Lease | None:
    """Take a queued run, or one whose lease expired; None when it is not to be had.

    One conditional UPDATE decides between rivals; the fence is read back in the same transaction.
    """
    running = Q(status=Run.Status.RUNNING)
    free = Q(status=Run.Status.QUEUED) | (running & Q(lease_until__lt=Now()))
    claimed = Run.objects.filter(free, pk=run_id).update(
        status=Run.Status.RUNNING,
        fence=F("fence") + 1,
        lease_until=_lease_end(),
        worker=worker,
        # a run taken over without the sweeper's help has crashed all the same
        crashes=F("crashes") + Case(When(running, then=1), default=0),
        started_at=Coalesce("started_at", Now()),
    )
    if not claimed:
        return None
    return Lease(run_id, Run.objects.values_list("fence", flat=True).get(pk=run_id))
