"""The ledger: a step's effect happens exactly once, whatever crashes.

A step is computed outside any transaction; then one transaction checks the fence, stores the
output with its domain rows and reads it back, so that a first run and a replay see the same.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from asgiref.sync import sync_to_async
from django.db import transaction

from . import journal
from .lease import Lease
from .models import Event, Step
from .plain import require_plain
from .port import Compute, Record, StepKey, computed


class Ledger:
    """The finished steps of one run, for the holder of its lease.

    `on_event` is called with each event after it is written.
    """

    def __init__(self, lease: Lease, on_event: journal.OnEvent | None = None) -> None:
        self.lease = lease
        self._on_event = on_event

    def once(self, key: StepKey, compute: Callable[[], Any], record: Record | None = None) -> Any:
        """The step's stored output, or the one `compute` makes now, stored.

        Raises LeaseLost, RunCancelled, StepOutputError, and whatever `compute` or `record` raise:
        then nothing of the step is stored.
        """
        if found := self._ready(key):
            return found.output
        began = time.monotonic()
        return self._store(key, compute(), time.monotonic() - began, record)

    async def aonce(self, key: StepKey, compute: Compute, record: Record | None = None) -> Any:
        """`once` for a node: `compute` may be async; `record` runs in the database's thread."""
        if found := await sync_to_async(self._ready)(key):
            return found.output
        began = time.monotonic()
        output = await computed(compute)
        return await sync_to_async(self._store)(key, output, time.monotonic() - began, record)

    def message(self, text: str, node: str = "") -> None:
        """Add a line to the run's history, for people."""
        event = journal.write(self.lease.run_id, Event.Kind.MESSAGE, node, text=text)
        journal.tell(self._on_event, event)

    def _ready(self, key: StepKey) -> Step | None:
        """The stored step; without one, the lease is checked before anything is computed."""
        found = self._stored(key)
        if found is None:
            self.lease.check()
        return found

    def _stored(self, key: StepKey) -> Step | None:
        return Step.objects.filter(run_id=self.lease.run_id, **key._asdict()).first()

    def _store(self, key: StepKey, output: Any, seconds: float, record: Record | None) -> Any:
        require_plain(str(key), output)
        with transaction.atomic():
            self.lease.lock()
            if found := self._stored(key):  # a rival in this run was faster: its output stands
                return found.output
            step = Step.objects.create(
                run_id=self.lease.run_id,
                **key._asdict(),
                output=output,
                fence=self.lease.fence,
                seconds=seconds,
            )
            step.refresh_from_db(fields=["output"])
            if record:
                record(step.output)
            event = journal.write(
                self.lease.run_id,
                Event.Kind.STEP,
                key.node,
                iteration=key.iteration,
                item=key.item,
                seconds=round(seconds, 3),
            )
        journal.tell(self._on_event, event)
        return step.output
