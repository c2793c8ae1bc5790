"""What the queue in the database costs while nothing is to be done."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from django.db.backends.signals import connection_created

from config.runs.orm_broker import RungORM
from tests.processes import CEILING


@pytest.mark.django_db(transaction=True)
def test_asking_for_work_opens_no_connection_anew(monkeypatch: Any) -> None:
    monkeypatch.setattr("django_q.conf.Conf.POLL", 0)
    broker = RungORM("nobody-submits-here")
    broker.dequeue()
    opened: list[object] = []

    def note(sender: object, **_: Any) -> None:
        opened.append(sender)

    connection_created.connect(note)
    try:
        for _poll in range(5):
            broker.dequeue()
    finally:
        connection_created.disconnect(note)
    assert opened == []


@pytest.mark.django_db(transaction=True)
def test_who_waits_hears_of_a_task_at_once(monkeypatch: Any) -> None:
    """The poll is longer than any test: without the bell this one does not end."""
    monkeypatch.setattr("django_q.conf.Conf.POLL", 3_600)
    waiting, sending = RungORM("here"), RungORM("here")
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.extend(waiting.dequeue()), daemon=True)
    thread.start()
    deadline = time.monotonic() + CEILING
    while not found and time.monotonic() < deadline:
        if not sending.queue_size():
            sending.enqueue("task")
        sending.enqueue("task")  # once more: it may have begun to wait after the first
        thread.join(0.1)
    assert found[0][1] == "task"


@pytest.mark.django_db(transaction=True)
def test_where_another_listens_the_poll_finds_it(monkeypatch: Any) -> None:
    monkeypatch.setattr("django_q.conf.Conf.POLL", 0)
    first, second = RungORM("here"), RungORM("here")
    assert first.dequeue() is None
    assert second.dequeue() is None
    second.enqueue("task")
    assert second.dequeue()[0][1] == "task"
