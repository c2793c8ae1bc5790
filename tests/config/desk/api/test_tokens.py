"""`/api/v1/tokens/`: tokens are got with a password, kept as hashes, expire, and are revoked."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from knox.models import AuthToken

from tests.api import client, wrong
from tests.people import person

pytestmark = pytest.mark.django_db
URL = "/api/v1/tokens/"
RIGHT = {"username": "ana", "password": "a password"}
FALSE = {"username": "ana", "password": "another"}


@pytest.fixture
def ana() -> User:
    return person("ana", password="a password")


def test_a_token_is_got_with_the_password_and_lets_in(ana: User) -> None:
    answer = client().post(URL, RIGHT)
    assert answer.status_code == 201
    issued = answer.json()
    api = client()
    api.credentials(HTTP_AUTHORIZATION=f"Token {issued['token']}")
    (row,) = api.get(URL).json()["results"]
    assert row == {name: issued[name] for name in ("prefix", "created_at", "expires_at")}
    assert issued["token"].startswith(issued["prefix"])


def test_only_a_hash_is_kept(ana: User) -> None:
    token = client().post(URL, RIGHT).json()["token"]
    kept = AuthToken.objects.values().get()
    assert token not in str(kept)
    assert len(token) > len(kept["token_key"]) + 32


def test_it_lasts_as_long_as_the_settings_say(ana: User, settings: Any) -> None:
    client().post(URL, RIGHT)
    row = AuthToken.objects.get()
    assert row.expiry - row.created == pytest.approx(timedelta(days=30), abs=timedelta(seconds=5))


def test_an_expired_one_lets_nobody_in(ana: User) -> None:
    api = client(ana)
    AuthToken.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    wrong(api.get(URL), 401, "authentication_failed")


@pytest.mark.parametrize("token", ["nonsense", "0" * 64, "a-b", "é", ""])
def test_what_is_no_token_lets_nobody_in(token: str) -> None:
    api = client()
    api.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    answer = api.get(URL)
    wrong(answer, 401, "authentication_failed")
    assert answer["WWW-Authenticate"] == "Token"


def test_nobody_is_let_in_without_one() -> None:
    wrong(client().get(URL), 401, "not_authenticated")


@pytest.mark.parametrize("body", [FALSE, {"username": "nobody", "password": "a password"}])
def test_a_wrong_name_and_a_wrong_password_are_told_alike(ana: User, body: dict[str, str]) -> None:
    detail = wrong(client().post(URL, body), 401, "wrong_credentials")
    assert detail == "wrong username or password"


def test_an_account_that_was_closed_gets_none(ana: User) -> None:
    User.objects.update(is_active=False)
    wrong(client().post(URL, RIGHT), 401, "wrong_credentials")


def test_after_too_many_wrong_passwords_the_right_one_waits_too(ana: User, settings: Any) -> None:
    api = client()
    for _ in range(settings.AXES_FAILURE_LIMIT - 1):
        wrong(api.post(URL, FALSE), 401, "wrong_credentials")
    wrong(api.post(URL, FALSE), 429, "sign_in_paused")
    wrong(api.post(URL, RIGHT), 429, "sign_in_paused")
    assert not AuthToken.objects.exists()


def test_the_right_password_clears_the_count(ana: User, settings: Any) -> None:
    api = client()
    for password in [*["wrong"] * 3, "a password", *["wrong"] * 3, "a password"]:
        answer = api.post(URL, {"username": "ana", "password": password})
    assert answer.status_code == 201


def test_attempts_are_counted_by_address_whatever_the_name(ana: User, settings: Any) -> None:
    settings.API_RATES = {**settings.API_RATES, "sign_in": "2/min"}
    api = client()
    for number in range(2):
        body = {"username": f"name{number}", "password": "x"}
        wrong(api.post(URL, body), 401, "wrong_credentials")
    answer = api.post(URL, RIGHT)
    wrong(answer, 429, "throttled")
    assert int(answer["Retry-After"]) > 0


def test_one_has_so_many_tokens_and_no_more(ana: User, settings: Any) -> None:
    settings.API_TOKENS_PER_PERSON = 2
    api = client()
    assert [api.post(URL, RIGHT).status_code for _ in range(2)] == [201, 201]
    wrong(api.post(URL, RIGHT), 409, "conflict")


def test_one_token_is_revoked_and_the_other_stays(ana: User) -> None:
    first, second = client(ana), client(ana)
    prefixes = [row["prefix"] for row in first.get(URL).json()["results"]]
    assert first.delete(f"{URL}{prefixes[0]}/").status_code == 204
    assert sorted(api.get(URL).status_code for api in (first, second)) == [200, 401]


def test_all_are_revoked_at_once(ana: User) -> None:
    apis = [client(ana), client(ana)]
    bea = client(person("bea"))
    assert apis[0].delete(URL).status_code == 204
    assert [api.get(URL).status_code for api in (*apis, bea)] == [401, 401, 200]


def test_another_s_token_is_neither_seen_nor_revoked(ana: User) -> None:
    client(person("bea"))
    prefix = AuthToken.objects.get().token_key
    api = client(ana)
    assert len(api.get(URL).json()["results"]) == 1
    wrong(api.delete(f"{URL}{prefix}/"), 404, "not_found")
