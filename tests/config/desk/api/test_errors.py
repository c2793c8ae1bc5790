"""One shape for every error, in the reader's language."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from knox.models import AuthToken

from tests.api import client, wrong
from tests.people import person

pytestmark = pytest.mark.django_db
URL = "/api/v1/hypotheses/"


@pytest.fixture
def ana() -> User:
    return person("ana")


def send(user: User, body: bytes, kind: str = "application/json") -> Any:
    return client(user).generic("POST", URL, body, content_type=kind)


BROKEN = {
    "cut off": b'{"text": "bugs',
    "not UTF-8": b'{"text": "bugs \xe9"}',
    "half a surrogate pair": b'{"text": "bugs \\ud800"}',
    "a number that JSON lacks": b'{"max_refinements": NaN}',
    "a number without end": b'{"max_refinements": ' + b"9" * 5_000 + b"}",
    "nested without end": b"[" * 100_000,
}


@pytest.mark.parametrize("body", BROKEN.values(), ids=BROKEN)
def test_a_body_that_is_no_json(ana: User, body: bytes) -> None:
    assert wrong(send(ana, body), 400, "parse_error").startswith("the body is not JSON")


@pytest.mark.parametrize("body", [b"[]", b'"text"', b"7", b"null"])
def test_a_body_that_is_no_object(ana: User, body: bytes) -> None:
    answer = send(ana, body)
    assert answer.status_code == 400
    assert {"type", "errors"} == set(answer.json())


def test_a_body_that_is_too_long(ana: User, settings: Any) -> None:
    settings.API_BODY_BYTES = 100
    wrong(send(ana, json.dumps({"text": "x" * 100}).encode()), 413, "too_large")


def test_another_media_type(ana: User) -> None:
    wrong(
        send(ana, b"text=bugs", "application/x-www-form-urlencoded"), 415, "unsupported_media_type"
    )


def test_another_media_type_than_we_answer_in(ana: User) -> None:
    wrong(client(ana).get(URL, headers={"Accept": "text/html"}), 406, "not_acceptable")


def test_a_method_that_an_address_lacks(ana: User) -> None:
    wrong(client(ana).put(URL, {}), 405, "method_not_allowed")


def test_a_method_that_an_address_lacks_whatever_its_parameters(ana: User) -> None:
    found = client(ana).generic("TRACE", "/api/v1/runs/?nothing=")
    assert found.status_code == 405


@pytest.mark.parametrize(
    "place", ["/api/", "/api/v2/", f"{URL}x/", "/api/v1/hypotheses", f"{URL}-1/"]
)
def test_an_address_that_leads_nowhere(ana: User, place: str) -> None:
    wrong(client(ana).get(place), 404, "not_found")


@pytest.mark.parametrize("number", ["0", "99", "9" * 30])
def test_a_row_that_is_not_there(ana: User, number: str) -> None:
    wrong(client(ana).get(f"{URL}{number}/"), 404, "not_found")


def test_too_many_requests_say_when_to_try_again(ana: User, settings: Any) -> None:
    settings.API_RATES = {**settings.API_RATES, "user": "2/min"}
    api = client(ana)
    assert [api.get(URL).status_code for _ in range(2)] == [200, 200]
    answer = api.get(URL)
    wrong(answer, 429, "throttled")
    assert int(answer["Retry-After"]) > 0


def test_who_asks_before_the_time_told_is_refused_without_work(
    ana: User, settings: Any, django_assert_num_queries: Any
) -> None:
    settings.API_RATES = {**settings.API_RATES, "user": "1/min"}
    api = client(ana)
    assert [api.get(URL).status_code for _ in range(2)] == [200, 429]
    with django_assert_num_queries(0):
        answer = api.get(URL)
    assert "you were asked to wait" in wrong(answer, 429, "throttled")
    assert 0 < int(answer["Retry-After"]) <= 60


def test_another_token_or_act_is_not_refused_with_it(ana: User, settings: Any) -> None:
    settings.API_RATES = {**settings.API_RATES, "assess": "0/min"}
    api, assess = client(ana), "/api/v1/assess/"
    assert [api.post(assess, {}).status_code for _ in range(2)] == [429, 429]
    settings.API_RATES = {**settings.API_RATES, "assess": "9/min"}
    assert api.get(URL).status_code == 200
    _row, secret = AuthToken.objects.create(user=person("eva"))
    api.credentials(HTTP_AUTHORIZATION=f"Token {secret}")
    assert api.post(assess, {}).status_code == 400


def test_strangers_are_counted_by_address(settings: Any) -> None:
    settings.API_RATES = {**settings.API_RATES, "anon": "1/min"}
    wrong(client().get("/api/x/"), 404, "not_found")
    wrong(client().get("/api/x/"), 429, "throttled")


def test_an_address_that_one_only_claims_is_no_new_one(settings: Any) -> None:
    settings.API_RATES = {**settings.API_RATES, "anon": "1/min"}
    for claimed, status in (("203.0.113.1", 404), ("203.0.113.2", 429)):
        answer = client().get("/api/x/", headers={"X-Forwarded-For": claimed})
        assert answer.status_code == status


def test_what_is_one_person_s_is_in_no_cache(ana: User) -> None:
    assert client(ana).get(URL)["Cache-Control"] == "no-store"


def test_a_session_needs_the_csrf_token(ana: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(ana, "django.contrib.auth.backends.ModelBackend")
    assert browser.get(URL).status_code == 200
    wrong(browser.post(URL, {}, "application/json"), 403, "permission_denied")


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "there is no such parameter"), ("pt-br", "esse parâmetro não existe")],
)
def test_errors_are_in_the_reader_s_language(ana: User, language: str, said: str) -> None:
    detail = wrong(client(ana, language).get(URL, {"x": "1"}), 400, "unknown_parameter", "x")
    assert detail.startswith(said)


def test_an_error_of_ours_tells_nothing_of_the_inside(
    ana: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hypotheses.api.views import HypothesisViewSet

    def broken(self: Any) -> Any:
        raise RuntimeError("a secret")

    monkeypatch.setattr(HypothesisViewSet, "get_queryset", broken)
    api = client(ana)
    api.raise_request_exception = False
    answer = api.get(URL)
    wrong(answer, 500, "error")
    assert "a secret" not in answer.content.decode()
