"""Who gets into the admin: every address of it, for every role, read and written.

The addresses come from the URL configuration, so that a new page of the admin is asked, too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLResolver, get_resolver

from tests.hypotheses.recorded import waiting
from tests.people import person

pytestmark = pytest.mark.django_db
OPEN = {"/admin/login/", "/admin/logout/", "/admin/jsi18n/"}
"""To be signed in and out anybody may ask; the third has texts for scripts."""
LABEL = re.compile(r"\^\(\?P<app_label>(\w+)[|\w]*\)/\$$")


def addresses(patterns: Any = None, prefix: str = "/") -> Iterator[str]:
    """Every address of the admin; a row's is that of the first of its kind."""
    for each in get_resolver().url_patterns if patterns is None else patterns:
        route = prefix + str(each.pattern)
        if not route.startswith("/admin/"):
            continue
        if isinstance(each, URLResolver):
            yield from addresses(each.url_patterns, route)
        else:
            yield re.sub(r"<path:\w+>", "1", LABEL.sub(r"\1/", route))


ADDRESSES = sorted(set(addresses()))


@pytest.fixture
def ana() -> User:
    """The owner of a hypothesis with everything that one can have."""
    ana = person("ana")
    waiting(ana)
    return ana


def browser(role: str, ana: User) -> Client:
    client = Client(raise_request_exception=False)
    if role != "anonymous":
        client.force_login(ana if role == "owner" else person(role, role))
    return client


def test_the_addresses_are_all_those_of_the_admin() -> None:
    assert len(ADDRESSES) > 350
    assert {"/admin/", "/admin/auth/user/1/change/", "/admin/runs/run/act/cancel/"} <= set(
        ADDRESSES
    )


@pytest.mark.parametrize("role", ["anonymous", "owner", "reviewer"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_only_admins_get_in(role: str, method: str, ana: User) -> None:
    client = browser(role, ana)
    let_in = [
        address
        for address in ADDRESSES
        if address not in OPEN and not refused(getattr(client, method)(address), role)
    ]
    assert let_in == []


def refused(answer: Any, role: str) -> bool:
    """Sent to sign in, or told that this is not for them; a page that is not there says no more."""
    if answer.status_code == 302:
        return "/sign-in/" in answer["Location"] or "/admin/login/" in answer["Location"]
    return answer.status_code in (403, 404, 405)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["get", "post"])
def test_no_address_is_an_error_of_the_server_for_an_admin(method: str, ana: User) -> None:
    client = browser("admin", ana)
    told = {
        address: getattr(client, method)(address).status_code
        for address in ADDRESSES
        if address != "/admin/logout/"
    }
    assert {address: status for address, status in told.items() if status >= 500} == {}
    if method == "get":
        assert Counter(told.values())[200] > 100
