"""The database as the broker: its workers hear at once of what is put there, and look every now and
then for what they did not hear of."""

from __future__ import annotations

import hashlib
import select
import socket
import sys
import time
from contextlib import suppress
from typing import Any

from django.conf import settings
from django_q.brokers.orm import ORM
from django_q.conf import Conf

_LONGEST = 64
"""Bytes of a datagram; what it holds says nothing."""
_HEARING = 5
"""Who hears waits for so many polls: only tasks of another host or container need a look."""


class RungORM(ORM):
    """Rings when it takes a task in. Who waits for tasks waits for that, for some polls at most."""

    def __init__(self, list_key: str | None = None) -> None:
        super().__init__(list_key)
        self._ears: socket.socket | None = None

    def enqueue(self, task: Any) -> Any:
        found = super().enqueue(task)
        if address := _address():
            # Nobody listens where no worker is up, or on another host: those look by themselves.
            with suppress(OSError), _datagrams() as voice:
                voice.sendto(b"1", address)
        return found

    def dequeue(self) -> Any:
        if not self.queue_size() and not (self._is_rung(Conf.POLL) and self.queue_size()):
            return None  # who asked asks again
        return super().dequeue()

    def _is_rung(self, seconds: float) -> bool:
        """Whether a task came while it waited."""
        ears = self._ears = self._ears or _listening()
        if ears is None:
            time.sleep(seconds)
            return False
        if select.select([ears], [], [], seconds * _HEARING)[0]:
            with suppress(BlockingIOError):
                while ears.recv(_LONGEST):
                    pass
            return True
        return False


def _listening() -> socket.socket | None:
    """None where another process listens already, or the system has no such addresses."""
    address = _address()
    if not address:
        return None
    ears = _datagrams()
    try:
        ears.bind(address)
    except OSError:
        ears.close()
        return None
    return ears


def _datagrams() -> socket.socket:
    made = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    made.setblocking(False)
    return made


def _address() -> bytes:
    """A name of this installation that is no file: Linux forgets it with the process."""
    if sys.platform != "linux":
        return b""
    place = f"{settings.Q_CLUSTER['name']} {settings.DATA_DIR}"
    return b"\0crivo-" + hashlib.sha256(place.encode()).hexdigest()[:32].encode()
