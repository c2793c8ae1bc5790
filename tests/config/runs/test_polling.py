"""What the queue in the database costs while nothing is to be done."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.backends.signals import connection_created
from django_q.brokers.orm import ORM


@pytest.mark.django_db(transaction=True)
def test_asking_for_work_opens_no_connection_anew(monkeypatch: Any) -> None:
    monkeypatch.setattr("django_q.conf.Conf.POLL", 0)
    broker = ORM("nobody-submits-here")
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
