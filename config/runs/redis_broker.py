"""Redis as the broker: before django-q2's list of tasks it has one of runs, their numbers alone."""

from __future__ import annotations

from typing import NamedTuple

from django_q.brokers.redis_broker import Redis

WAIT_SECONDS = 1
"""So long somebody waits for a message before he looks whether he is to stop."""


class Message(NamedTuple):
    """Of a run its number, else a task that django-q2 has signed."""

    of_a_run: bool
    body: bytes


class RunsFirst(Redis):
    """What tells of runs and what waits for them, in one list for all hosts."""

    def __init__(self, list_key: str | None = None) -> None:
        super().__init__(list_key)
        self.runs_key = f"{self.list_key}:runs"

    def tell(self, run_id: int) -> None:
        """Whoever waits longest is to hear of a run. Raises RedisError."""
        self.connection.rpush(self.runs_key, run_id)

    def take(self) -> Message | None:
        """The next message, waited for as long as WAIT_SECONDS. Raises RedisError."""
        found = self.connection.blpop([self.runs_key, self.list_key], WAIT_SECONDS)
        return Message(found[0] == self.runs_key.encode(), found[1]) if found else None

    def queue_size(self) -> int:
        return int(self.connection.llen(self.runs_key)) + int(super().queue_size())

    def delete_queue(self) -> None:
        self.connection.delete(self.runs_key, self.list_key)

    purge_queue = delete_queue
