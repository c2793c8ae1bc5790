"""Creations under a key: which requests are one occasion, and what is answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.exceptions import ValidationError
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from config.desk.api.creation import (
    HEADER,
    MAX_KEY,
    REPLAYED,
    Receipt,
    Unprocessable,
    created_after,
)
from config.desk.models import IdempotencyKey
from tests.people import person

pytestmark = pytest.mark.django_db
PATH = "/api/v1/strategies/1/looks/"


@pytest.fixture
def rita() -> User:
    return person("rita", "reviewer")


class Creations:
    """Hears the occasion of each creation, and makes run 1 each time."""

    def __init__(self) -> None:
        self.occasions: list[str] = []
        self.made = 0

    def prepare(self, occasion: str) -> Callable[[], Receipt]:
        self.occasions.append(occasion)
        return self.create

    def create(self) -> Receipt:
        self.made += 1
        return Receipt({"run": 1}, "run")


def asked(user: User, key: str | None = "k1", body: Any = None, path: str = PATH) -> Request:
    headers = {} if key is None else {HEADER: key}
    made = APIRequestFactory().post(path, body or {"variant": 1}, "json", headers=headers)
    request = Request(made, parsers=[JSONParser()])
    request.user = user
    return request


def occasion(*args: Any, **kwargs: Any) -> str:
    """The occasion of a request whose creation fails: nothing is kept of it."""

    def prepare(told: str) -> Any:
        found.append(told)
        raise ZeroDivisionError

    found: list[str] = []
    with pytest.raises(ZeroDivisionError):
        created_after(asked(*args, **kwargs), prepare)
    return found[0]


def test_a_request_that_is_repeated_after_a_failure_is_the_same_occasion(rita: User) -> None:
    assert occasion(rita) == occasion(rita) != ""
    assert not IdempotencyKey.objects.exists()


def test_two_persons_with_one_key_are_two_occasions(rita: User) -> None:
    assert occasion(rita) != occasion(person("rolf", "reviewer"))


def test_another_key_body_or_path_is_another_occasion(rita: User) -> None:
    found = {
        occasion(rita),
        occasion(rita, key="k2"),
        occasion(rita, body={"variant": 2}),
        occasion(rita, path="/api/v1/strategies/2/looks/"),
    }
    assert len(found) == 4


def test_the_order_of_a_bodys_fields_makes_no_other_occasion(rita: User) -> None:
    body = {"variant": 1, "reason": "to check"}
    other_way = dict(reversed(body.items()))
    assert occasion(rita, body=body) == occasion(rita, body=other_way)


def test_without_a_key_there_is_no_occasion_and_each_request_creates(rita: User) -> None:
    creations = Creations()
    for _ in range(2):
        answer = created_after(asked(rita, key=None), creations.prepare)
        assert REPLAYED not in answer.headers
    assert (creations.occasions, creations.made) == (["", ""], 2)


def test_a_replay_prepares_nothing_and_says_so(rita: User) -> None:
    creations = Creations()
    first, again = (created_after(asked(rita), creations.prepare) for _ in range(2))
    assert (len(creations.occasions), creations.made) == (1, 1)
    assert first.data == again.data
    assert (REPLAYED in first.headers, again.headers[REPLAYED]) == (False, "true")


def test_the_key_of_another_request_is_refused(rita: User) -> None:
    creations = Creations()
    created_after(asked(rita), creations.prepare)
    with pytest.raises(Unprocessable):
        created_after(asked(rita, body={"variant": 2}), creations.prepare)
    assert creations.made == 1


@pytest.mark.parametrize("key", ["!", "~" * MAX_KEY])
def test_a_key_of_visible_characters_is_taken(rita: User, key: str) -> None:
    assert created_after(asked(rita, key=key), Creations().prepare).status_code == 202


@pytest.mark.parametrize("key", ["", " ", "a b", "é", "\x7f", "~" * (MAX_KEY + 1)])
def test_a_key_that_is_none_is_refused(rita: User, key: str) -> None:
    creations = Creations()
    with pytest.raises(ValidationError) as error:
        created_after(asked(rita, key=key), creations.prepare)
    assert list(error.value.detail) == [HEADER]
    assert creations.occasions == []
