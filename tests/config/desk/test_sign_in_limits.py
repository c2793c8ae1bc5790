"""Who has to wait after wrong passwords, for how long, and who never has to."""

from __future__ import annotations

from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.conf import settings as configured
from django.db.models import F
from django.test import Client
from django.test.client import MULTIPART_CONTENT

from config.desk.sign_in import ACCOUNT, ADDRESS
from tests.people import person

pytestmark = pytest.mark.django_db
RIGHT = "a right password"
LIMIT = configured.AXES_FAILURE_LIMIT
HERE, ELSEWHERE = "203.0.113.7", "198.51.100.9"


@pytest.fixture(autouse=True)
def _ana(settings) -> None:
    settings.API_RATES = {**settings.API_RATES, "sign_in": "10000/min", "anon": "10000/min"}
    person("ana", password=RIGHT)


def tries(
    password: str, name: str = "ana", address: str = HERE, browser: Client | None = None
) -> int:
    """The status: 302 for who is in, 200 for a wrong password, 429 in a pause."""
    form = {"username": name, "password": password}
    return (browser or Client()).post("/sign-in/", form, REMOTE_ADDR=address).status_code


def fails(times: int, browser: Client | None = None) -> None:
    for _ in range(times):
        tries("wrong", browser=browser)


def later(seconds: float) -> None:
    past = timedelta(seconds=seconds)
    AccessAttempt.objects.update(attempt_time=F("attempt_time") - past)


def attacked(failures: int) -> None:
    """The name was tried that often, each time from another address."""
    AccessAttempt.objects.bulk_create(
        AccessAttempt(
            username="ana", ip_address=f"192.0.2.{n}", user_agent="x", failures_since_start=1
        )
        for n in range(failures)
    )


def test_the_pause_doubles_with_each_further_wrong_password(settings) -> None:
    fails(LIMIT)
    first = settings.SIGN_IN_PAUSE_SECONDS
    assert tries(RIGHT) == 429
    later(first)
    assert tries("wrong") == 429  # refused from the next one on
    later(first)
    assert tries(RIGHT) == 429
    later(first)
    assert tries(RIGHT) == 302


def test_who_is_refused_prolongs_nothing(settings) -> None:
    fails(LIMIT)
    later(settings.SIGN_IN_PAUSE_SECONDS - 1)
    fails(3)
    later(1)
    assert tries(RIGHT) == 302


def test_a_pause_here_is_none_elsewhere() -> None:
    fails(LIMIT)
    assert tries(RIGHT, address=ELSEWHERE) == 302


@pytest.mark.parametrize("door", ["/sign-in/", "/api/v1/tokens/", "/admin/login/"])
def test_an_address_that_tries_many_names_is_paused_at_every_door(door: str) -> None:
    for n in range(LIMIT * ADDRESS):
        tries("wrong", name=f"name{n}")
    form = {"username": "ana", "password": RIGHT}
    kind = "application/json" if "api" in door else MULTIPART_CONTENT
    answer = Client().post(door, form, kind, follow=True, REMOTE_ADDR=HERE)
    assert "sessionid" not in answer.client.cookies
    assert "token" not in (answer.json() if "api" in door else {})
    assert tries(RIGHT, address=ELSEWHERE) == 302


def test_a_name_that_is_tried_from_everywhere_is_paused_but_where_its_owner_was_before() -> None:
    own = Client()
    assert tries(RIGHT, browser=own) == 302
    own.post("/sign-out/")
    attacked(LIMIT * ACCOUNT)
    assert tries(RIGHT, address=ELSEWHERE) == 429
    assert tries(RIGHT, address=ELSEWHERE, browser=own) == 302


def test_a_known_browser_is_paused_by_its_own_wrong_passwords() -> None:
    own = Client()
    tries(RIGHT, browser=own)
    own.post("/sign-out/")
    fails(LIMIT, browser=own)
    assert tries(RIGHT, browser=own) == 429
    assert tries(RIGHT) == 302  # of another browser at the same address


def test_a_browser_is_known_for_those_names_alone_that_signed_in_with_it() -> None:
    person("bob", password=RIGHT)
    own = Client()
    tries(RIGHT, name="bob", browser=own)
    own.post("/sign-out/")
    attacked(LIMIT * ACCOUNT)
    assert tries(RIGHT, browser=own) == 429
    own.cookies[configured.DEVICE_COOKIE_NAME] = "made:up"
    assert tries(RIGHT, name="bob", browser=own) == 302
