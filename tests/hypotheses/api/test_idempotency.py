"""`Idempotency-Key`: what is asked for twice under one key happens once."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from config.desk.models import IdempotencyKey
from config.runs.models import Run
from hypotheses.models import Decision, Hypothesis
from tests.api import client, wrong
from tests.hypotheses.helpers import COMPLETE, FORCED, REFINED, refined, stored
from tests.people import person

pytestmark = pytest.mark.django_db
URL = "/api/v1/hypotheses/"
IDEA = {"text": REFINED["en"]}


@pytest.fixture
def ana() -> User:
    return person("ana")


def ask(api: APIClient, key: str = "k1", body: Any = IDEA, url: str = URL) -> Any:
    return api.post(url, body, headers={"Idempotency-Key": key})


def test_the_same_request_again_makes_nothing_and_answers_the_same(ana: User) -> None:
    api = client(ana)
    first, again = ask(api), ask(api)
    assert (first.status_code, again.status_code) == (202, 202)
    assert again.json() == first.json()
    assert again["Location"] == first["Location"]
    assert ("Idempotent-Replayed" in first, again["Idempotent-Replayed"]) == (False, "true")
    assert (Hypothesis.objects.count(), Run.objects.count()) == (1, 1)


def test_without_a_key_each_request_makes_one(ana: User) -> None:
    api = client(ana)
    assert [api.post(URL, IDEA).status_code for _ in range(2)] == [202, 202]
    assert Hypothesis.objects.count() == 2


def test_the_order_of_the_fields_is_no_difference(ana: User) -> None:
    api = client(ana)
    ask(api, body={"text": REFINED["en"], "language": "en"})
    assert ask(api, body={"language": "en", "text": REFINED["en"]}).status_code == 202
    assert Hypothesis.objects.count() == 1


def test_another_body_under_the_key_is_refused(ana: User) -> None:
    api = client(ana)
    ask(api)
    wrong(ask(api, body={"text": COMPLETE["en"]}), 422, "idempotency_key_reused")
    assert Hypothesis.objects.count() == 1


def test_another_address_under_the_key_is_refused(ana: User) -> None:
    row = refined(FORCED["en"], user=ana)
    api = client(ana)
    ask(api)
    url = f"{URL}{row.pk}/versions/"
    wrong(ask(api, body={"question": COMPLETE["en"]}, url=url), 422, "idempotency_key_reused")


def test_another_person_s_key_is_another_key(ana: User) -> None:
    ask(client(ana))
    ask(client(person("bea")))
    assert Hypothesis.objects.count() == 2


def test_after_24_hours_a_key_is_new(ana: User) -> None:
    api = client(ana)
    ask(api)
    past = timezone.now() - timedelta(hours=24, minutes=1)
    IdempotencyKey.objects.update(created_at=past)
    assert ask(api, body={"text": COMPLETE["en"]}).status_code == 202
    assert (Hypothesis.objects.count(), IdempotencyKey.objects.count()) == (2, 1)


def test_a_creation_that_fails_keeps_no_key(ana: User) -> None:
    api = client(ana)
    before = stored()
    wrong(ask(api, body={"text": ""}), 400, "empty", "text")
    assert (stored(), IdempotencyKey.objects.count()) == (before, 0)
    assert ask(api).status_code == 202


@pytest.mark.parametrize("key", ["", " ", "a b", "é", "k" * 201])
def test_a_key_that_is_none_is_refused(ana: User, key: str) -> None:
    wrong(ask(client(ana), key=key), 400, "invalid", "Idempotency-Key")
    assert not Hypothesis.objects.exists()


def test_no_text_is_kept_with_a_key(ana: User) -> None:
    ask(client(ana))
    row = IdempotencyKey.objects.get()
    assert set(row.made) == {"hypothesis", "decision", "run"}
    assert all(isinstance(number, int | None) for number in row.made.values())


def test_a_decision_is_taken_once(ana: User) -> None:
    row = refined(FORCED["en"], user=ana)
    api = client(person("bea", "reviewer"))
    body = {"hypothesis": row.pk, "outcome": "approved", "reason": "we know X"}
    first, again = (ask(api, body=body, url="/api/v1/decisions/") for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert Decision.objects.filter(source="human").count() == 1


@pytest.mark.parametrize("place", ["versions", "answers"])
def test_a_round_is_started_once(ana: User, place: str) -> None:
    row = refined(FORCED["en"], user=ana)
    body: dict[str, Any] = {"question": COMPLETE["en"]}
    if place == "answers":
        body = {"answers": {"metrics": "a sleep diary, in hours"}}
    api = client(ana)
    first, again = (ask(api, body=body, url=f"{URL}{row.pk}/{place}/") for _ in range(2))
    assert (first.status_code, again.status_code) == (202, 202)
    assert first.json() == again.json()
    assert Run.objects.count() == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("rivals", [2, 5])
def test_of_several_at_once_one_creates(ana: User, rivals: int) -> None:
    start = threading.Barrier(rivals)
    clients = [client(ana) for _ in range(rivals)]

    def race(api: APIClient) -> Any:
        try:
            start.wait()
            return ask(api)
        finally:
            connection.close()

    with ThreadPoolExecutor(rivals) as pool:
        answers = list(pool.map(race, clients))
    assert {answer.status_code for answer in answers} == {202}
    assert len({answer["Location"] for answer in answers}) == 1
    assert sum("Idempotent-Replayed" in answer for answer in answers) == rivals - 1
    assert (Hypothesis.objects.count(), Run.objects.count()) == (1, 1)
