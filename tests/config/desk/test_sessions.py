"""How long somebody stays signed in."""

from __future__ import annotations

import time
from typing import Any

import pytest
from django.test import Client

from config.desk.sign_in import BEGUN, LONGEST_USE, NOTED, UNUSED, USED
from tests.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser() -> Client:
    """One in which Ana has signed in."""
    client = Client()
    client.force_login(person("ana"))
    return client


def let_pass(browser: Client, **seconds: int) -> None:
    """As if what the session notes were so many seconds ago."""
    session: Any = browser.session
    session.update({name: int(time.time()) - ago for name, ago in seconds.items()})
    session.save()


def signed_in(browser: Client) -> bool:
    return browser.get("/account/").status_code == 200


@pytest.mark.parametrize(
    ("seconds", "lasts"),
    [
        ({USED: UNUSED - 60}, True),
        ({USED: UNUSED + 60}, False),
        ({BEGUN: LONGEST_USE - 60}, True),
        ({BEGUN: LONGEST_USE + 60}, False),
    ],
)
def test_a_session_ends_unused_or_old(browser: Client, seconds: Any, lasts: bool) -> None:
    let_pass(browser, **seconds)
    assert signed_in(browser) is lasts


def test_use_is_noted_and_its_beginning_stays(browser: Client) -> None:
    let_pass(browser, **{BEGUN: 9_000, USED: NOTED + 60})
    begun, used = browser.session[BEGUN], browser.session[USED]
    assert signed_in(browser)
    assert browser.session[BEGUN] == begun
    assert browser.session[USED] > used


def test_a_page_soon_after_writes_nothing(browser: Client) -> None:
    let_pass(browser, **{USED: NOTED - 60})
    before = dict(browser.session)
    assert signed_in(browser)
    assert dict(browser.session) == before


def test_a_session_of_before_these_limits_goes_on_and_is_counted(browser: Client) -> None:
    session: Any = browser.session
    del session[BEGUN], session[USED]
    session.save()
    assert signed_in(browser)
    assert {BEGUN, USED} <= set(browser.session.keys())
