"""With Redis a free worker waits there itself, and takes one run at a time.

django-q2 itself has a process, the pusher, that takes messages and hands them to the workers of its
host over a pipe: two more threads to be woken before a run begins, a lock that a killed worker
leaves locked, and messages that lie at a busy host while another is idle. All use of django-q2's
internals is in this file: its Sentinel, what that calls, and the counter of its queue.
"""

from __future__ import annotations

import logging
import time
from multiprocessing.synchronize import Event
from typing import Any
from uuid import uuid4

from django.utils import timezone
from django_q import cluster
from django_q.conf import Conf
from django_q.queues import Queue
from django_q.signing import BadSignature, SignedPackage

from config.outage import broker_complaint, broker_errors

from .redis_broker import WAIT_SECONDS, RunsFirst
from .tasks import run_task

logger = logging.getLogger(__name__)

DIGITS = 18  # digits of a run's number, at most

Task = dict[str, Any]


class WakingQueue(Queue):
    """The queue from which a worker takes its next task. Only the message to stop is put into
    it."""

    def __init__(self, broker: RunsFirst) -> None:
        super().__init__()
        self._broker = broker
        self._away = False

    def get(self, *args: Any, **options: Any) -> Any:
        while not self._is_to_stop():
            if task := self._taken():
                return task
        return super().get(*args, **options)

    def _is_to_stop(self) -> bool:
        """As `empty`, without its lock: a process killed with the lock would leave it locked."""
        return bool(self.size.count.get_obj().value)

    def _taken(self) -> Task | None:
        try:
            message = self._broker.take()
        except broker_errors() as error:
            if not self._away:
                logger.error("no run is taken up here: %s", broker_complaint(error))
            self._away = True
            time.sleep(WAIT_SECONDS)
            return None
        self._away = False
        if message is None:
            return None
        return _run(message.body) if message.of_a_run else _signed(message.body)


def _run(body: bytes) -> Task | None:
    if not body.isdigit() or len(body) > DIGITS:
        logger.error("a message in Redis is not the number of a run: %.80r", body)
        return None
    return _as_pushed({
        "id": uuid4().hex,
        "name": f"run {int(body)}",
        "func": run_task,
        "args": (),
        "kwargs": {"run_id": int(body)},
        "started": timezone.now(),
    })  # fmt: skip


def _signed(body: bytes) -> Task | None:
    """A task that is no run, as django-q2's schedules create them."""
    try:
        return _as_pushed(SignedPackage.loads(body))
    except (TypeError, ValueError, BadSignature) as error:
        logger.error("a message in Redis was not signed by this installation: %s", error)
        return None


def _as_pushed(task: Task) -> Task:
    """The task in the form of django-q2's pusher; Redis needs no acknowledgement."""
    return {**task, "cluster": Conf.CLUSTER_NAME, "ack_id": None}


class NoPusher:
    """In place of an unneeded process: it lives until the cluster stops."""

    pid = None

    def __init__(self, stopping: Event) -> None:
        self._stopping = stopping

    def is_alive(self) -> bool:
        return not self._stopping.is_set()


class WaitingSentinel(cluster.Sentinel):
    """Starts workers that wait at Redis."""

    def start(self) -> None:
        self.task_queue = WakingQueue(self.broker)
        super().start()

    def spawn_pusher(self) -> NoPusher:
        return NoPusher(self.event_out)


def install() -> None:
    """Have the next cluster of this process start such workers."""
    cluster.Sentinel = WaitingSentinel
