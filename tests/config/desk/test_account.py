"""The page of one's own account: password, sessions, tokens, language and theme."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from knox.models import AuthToken

from config.desk.account import prune_signed_in
from config.desk.models import SignedIn
from config.desk.tokens import make_token
from tests.api import client as api_client
from tests.api import wrong
from tests.hypotheses.recorded import waiting
from tests.people import person

pytestmark = pytest.mark.django_db
OLD, NEW = "long enough for all", "another that is long"
IDEA = {"text": "Naps improve recall in nurses"}


@pytest.fixture
def ana() -> User:
    return person("ana", password=OLD)


def at(browser: str = "Firefox") -> Client:
    """A browser in which Ana has signed in."""
    client = Client(headers={"user-agent": browser})
    client.post("/sign-in/", {"username": "ana", "password": OLD})
    return client


def program(token: str) -> Any:
    api = api_client()
    api.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    return api


def changed(client: Client, old: str = OLD, new: str = NEW) -> Any:
    told = {"old_password": old, "new_password1": new, "new_password2": new}
    return client.post("/account/password/", told)


def test_a_new_password_ends_the_other_sessions_and_all_tokens(ana: User) -> None:
    here, elsewhere = at(), at("Chromium")
    token = make_token(user=ana, name="mine", scopes=["read"], days=7).token
    assert changed(here)["Location"] == "/account/"
    page = here.get("/account/")
    assert page.status_code == 200
    assert len(page.context["sessions"]) == 1
    assert "Chromium" not in page.text
    assert elsewhere.get("/account/").status_code == 302
    wrong(program(token).get("/api/v1/hypotheses/"), 401, "authentication_failed")
    assert User.objects.get().check_password(NEW)


@pytest.mark.parametrize(("old", "new"), [("a guess", NEW), (OLD, "12345678")])
def test_a_password_that_is_refused_ends_nothing(ana: User, old: str, new: str) -> None:
    here = at()
    make_token(user=ana, name="mine", scopes=["read"], days=7)
    assert changed(here, old, new).status_code == 422
    assert AuthToken.objects.count() == 1
    assert User.objects.get().check_password(OLD)


def test_a_password_that_an_admin_sets_ends_them_too(ana: User) -> None:
    here = at()
    make_token(user=ana, name="mine", scopes=["read"], days=7)
    ana.set_password(NEW)
    ana.save()
    assert not AuthToken.objects.exists()
    assert not Session.objects.exists()
    assert here.get("/account/").status_code == 302


def test_signing_in_again_with_the_same_password_ends_nothing(ana: User) -> None:
    make_token(user=ana, name="mine", scopes=["read"], days=7)
    at()
    assert AuthToken.objects.count() == 1


def test_sessions_are_ended_one_by_one_or_all_but_this(ana: User) -> None:
    here, second, third = at("one"), at("two"), at("three")
    row = SignedIn.objects.get(browser="two")
    here.post(f"/account/sessions/{row.pk}/end/")
    assert second.get("/account/").status_code == 302
    assert third.get("/account/").status_code == 200
    here.post("/account/sessions/end/")
    assert third.get("/account/").status_code == 302
    assert here.get("/account/").status_code == 200


def test_another_persons_session_and_token_are_out_of_reach(ana: User) -> None:
    at()
    made = make_token(user=ana, name="mine", scopes=["read"], days=7)
    other = Client()
    other.force_login(person("bob"))
    row = SignedIn.objects.get(user=ana)
    assert other.post(f"/account/sessions/{row.pk}/end/").status_code == 404
    assert other.post(f"/account/tokens/{made.prefix}/revoke/").status_code == 404
    assert (Session.objects.count(), AuthToken.objects.count()) == (2, 1)


def test_notes_of_sessions_that_are_over_are_pruned(ana: User) -> None:
    at(), at()
    Session.objects.all()[:1].get().delete()
    assert prune_signed_in() == 1
    assert SignedIn.objects.count() == 1


def test_a_token_is_shown_once(ana: User) -> None:
    here = at()
    told = {"name": "<i>night</i>", "scopes": ["read", "submit"], "days": "7"}
    made = here.post("/account/tokens/", told)
    found = re.search(r'class="secret">(\w+)<', made.text)
    assert found is not None
    row = AuthToken.objects.get()
    ends = timezone.now() + timedelta(days=7)
    assert abs(row.expiry - ends) < timedelta(minutes=1)
    page = here.get("/account/").text
    assert found[1] not in page
    assert "&lt;i&gt;night" in page
    assert program(found[1]).get("/api/v1/hypotheses/").status_code == 200
    here.post(f"/account/tokens/{row.token_key}/revoke/")
    assert not AuthToken.objects.exists()


@pytest.mark.parametrize(
    "told", [{}, {"name": "x", "days": "7"}, {"name": "x", "scopes": "read", "days": "4000"}]
)
def test_a_token_without_a_name_a_scope_or_an_end_is_not_made(
    ana: User, told: dict[str, str]
) -> None:
    assert at().post("/account/tokens/", told).status_code == 422
    assert not AuthToken.objects.exists()


def test_no_more_tokens_are_made_than_allowed(ana: User, settings: Any) -> None:
    settings.API_TOKENS_PER_PERSON = 1
    make_token(user=ana, name="mine", scopes=["read"], days=7)
    told = {"name": "x", "scopes": "read", "days": "7"}
    assert at().post("/account/tokens/", told).status_code == 422
    assert AuthToken.objects.count() == 1


@pytest.mark.parametrize(
    ("scopes", "reads", "submits", "reviews"),
    [
        (["read"], 200, 403, 403),
        (["read", "submit"], 200, 202, 403),
        (["read", "review"], 200, 403, 201),
    ],
)
def test_a_token_does_no_more_than_its_scopes(
    scopes: list[str], reads: int, submits: int, reviews: int
) -> None:
    rita, hypothesis = person("rita", "reviewer"), waiting(person("ana"))
    api = program(make_token(user=rita, name="mine", scopes=scopes, days=7).token)
    decision = {"hypothesis": hypothesis.pk, "outcome": "approved", "reason": "one ward will do"}
    assert api.get("/api/v1/hypotheses/").status_code == reads
    assert api.post("/api/v1/hypotheses/", IDEA).status_code == submits
    assert api.post("/api/v1/decisions/", decision).status_code == reviews


def test_a_scope_is_no_role(ana: User) -> None:
    api = program(make_token(user=ana, name="mine", scopes=["review"], days=7).token)
    decision = {"hypothesis": waiting(ana).pk, "outcome": "approved", "reason": "mine is good"}
    assert api.post("/api/v1/decisions/", decision).status_code == 403


def test_a_language_and_a_theme_go_along_to_another_browser(ana: User) -> None:
    here = at()
    here.post("/language/", {"language": "pt-br", "next": "/account/"})
    here.post("/theme/", {"theme": "dark", "next": "/account/"})
    page = at("another").get("/account/").text
    assert '<html lang="pt-br" data-theme="dark">' in page
