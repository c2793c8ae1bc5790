"""Redis as the broker: beside django-q2's list of tasks there is one of run numbers, which comes
first."""

from __future__ import annotations

from typing import NamedTuple

from django_q.brokers.redis_broker import Redis

WAIT_SECONDS = 1
"""Seconds of one wait for a message, after which the worker checks whether it must stop."""


class Message(NamedTuple):
    """A run's number, or a task that django-q2 has signed."""

    of_a_run: bool
    body: bytes


class RunsFirst(Redis):
    """A client for one list for all hosts, to which runs are sent and at which workers wait."""

    def __init__(self, list_key: str | None = None) -> None:
        super().__init__(list_key)
        self.runs_key = f"{self.list_key}:runs"

    def tell(self, run_id: int) -> None:
        """Send a run to the worker that has waited longest. Raises RedisError."""
        self.connection.rpush(self.runs_key, run_id)

    def take(self) -> Message | None:
        """The next message, waited for up to WAIT_SECONDS. Raises RedisError."""
        found = self.connection.blpop([self.runs_key, self.list_key], WAIT_SECONDS)
        return Message(found[0] == self.runs_key.encode(), found[1]) if found else None

    def queue_size(self) -> int:
        return int(self.connection.llen(self.runs_key)) + int(super().queue_size())

    def delete_queue(self) -> None:
        self.connection.delete(self.runs_key, self.list_key)

    purge_queue = delete_queue
