"""Whose turn it is to have a text read."""

from __future__ import annotations

import threading

import pytest
from django.contrib.auth.models import User
from django.db import connection

from config.desk.refusals import TryLater
from hypotheses.services import assess
from tests.people import person

pytestmark = pytest.mark.django_db(transaction=True)


class Request(threading.Thread):
    """A person's request that reads nothing, in a thread of the web server."""

    def __init__(self, user: User) -> None:
        super().__init__()
        self._user = user
        self.refused = False
        self.start()

    def run(self) -> None:
        try:
            with assess.reader_for(self._user):
                pass
        except TryLater:
            self.refused = True
        finally:
            connection.close()


def test_the_next_request_of_a_person_waits_for_the_first(monkeypatch):
    monkeypatch.setattr(assess, "PATIENCE", 60)
    ana = person("ana")
    with assess.reader_for(ana):
        following = Request(ana)
        following.join(0.05)
        assert following.is_alive()
    following.join(60)
    assert not following.refused


def test_no_more_than_one_waits(monkeypatch):
    monkeypatch.setattr(assess, "PATIENCE", 60)
    ana = person("ana")
    with assess.reader_for(ana):
        following = [Request(ana) for _ in range(3)]
        while sum(each.is_alive() for each in following) > 1:
            pass
        assert sum(each.refused for each in following) == 2
    for each in following:
        each.join(60)
    assert sum(each.refused for each in following) == 2
