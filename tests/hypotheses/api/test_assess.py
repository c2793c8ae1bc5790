"""`/api/v1/assess/`: texts are read, and not kept."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.contrib.auth.models import User

from hypotheses.services import assess as budget
from tests.api import client, wrong
from tests.hypotheses.helpers import COMPLETE, FORCED, REFINED, VETOED, command, stored
from tests.people import person
from tests.processes import CEILING

pytestmark = pytest.mark.django_db
URL = "/api/v1/assess/"


@pytest.fixture
def ana() -> User:
    return person("ana")


def assess(user: User, **body: Any) -> list[dict[str, Any]]:
    answer = client(user).post(URL, body)
    assert answer.status_code == 200, answer.json()
    found: list[dict[str, Any]] = answer.json()["results"]
    return found


def test_a_text_is_answered_as_the_command_answers(ana: User, tmp_path: Any) -> None:
    file = tmp_path / "ideas"
    file.write_text(VETOED["pt"])
    line, _log = command("assess", file)
    assert assess(ana, text=VETOED["pt"]) == [json.loads(line)]


def test_several_are_answered_in_order_and_none_is_kept(ana: User) -> None:
    before = stored()
    texts = [idea["en"] for idea in (REFINED, FORCED, COMPLETE, VETOED)]
    found = assess(ana, texts=texts)
    assert [row["text"] for row in found] == texts
    assert [row["verdict"] for row in found] == [
        "needs_refinement", "needs_refinement", "approved", "rejected",
    ]  # fmt: skip
    assert stored() == before


def test_one_that_cannot_be_read_does_not_keep_the_others_back(ana: User) -> None:
    found = assess(ana, texts=[REFINED["en"], "", "bugs\x00", "x" * 5_001, COMPLETE["en"]])
    assert [row.get("index") for row in found] == [None, 1, 2, 3, None]
    assert [row["error"][:20] for row in found if "error" in row] == [
        "the text is empty: w", "the text holds a con", "the text is longer t",
    ]  # fmt: skip


def test_a_forced_language_is_that_of_every_text(ana: User) -> None:
    found = assess(ana, texts=["Bach", REFINED["en"]], language="pt")
    assert {row["language"] for row in found} == {"pt"}


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({}, "one_of", "non_field_errors"),
        ({"text": "a", "texts": ["b"]}, "one_of", "non_field_errors"),
        ({"texts": []}, "empty", "texts"),
        ({"texts": ["a"] * 1_001}, "max_length", "texts"),
        ({"texts": [{}]}, "invalid", "texts.0"),
        ({"text": "a", "language": "fr"}, "invalid_choice", "language"),
        ({"text": "a", "keep": True}, "unknown_field", "keep"),
    ],
)
def test_a_request_that_is_wrong(ana: User, body: dict[str, Any], code: str, field: str) -> None:
    wrong(client(ana).post(URL, body), 400, code, field)


@pytest.mark.slow
def test_a_thousand_texts_are_answered(ana: User, settings: Any) -> None:
    settings.READING_SECONDS = 3_600  # on a slow machine they are more than one has in a minute
    texts = [f"TDD reduces {number % 50} bugs" for number in range(1_000)]
    assert len(assess(ana, texts=texts)) == 1_000


def test_assessing_has_a_limit_of_its_own(ana: User, settings: Any) -> None:
    settings.API_RATES = {**settings.API_RATES, "assess": "1/min"}
    api = client(ana)
    assert api.post(URL, {"text": REFINED["en"]}).status_code == 200
    wrong(api.post(URL, {"text": REFINED["en"]}), 429, "throttled")
    assert api.get("/api/v1/hypotheses/").status_code == 200


def test_more_characters_than_one_request_may_hold(ana: User, settings: Any) -> None:
    settings.MAX_ASSESSED_CHARACTERS = 100
    said = wrong(client(ana).post(URL, {"texts": ["TDD reduces bugs"] * 7}), 413, "too_large")
    assert "112 characters are more than the 100 of one request: send several" in said
    assert client(ana).post(URL, {"texts": ["TDD reduces bugs"] * 6}).status_code == 200


def test_a_person_has_so_much_processor_time_a_minute(
    ana: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: 6_000_015.0)
    settings.READING_SECONDS = 0.001
    texts = {"texts": [f"TDD reduces {number} bugs in small teams" for number in range(9)]}
    answer = client(ana).post(URL, texts)
    assert "try again in 45 s" in wrong(answer, 429, "busy")
    assert answer["Retry-After"] == "45"
    assert client(person("rui")).post(URL, {"text": "TDD reduces bugs"}).status_code == 200
    monkeypatch.setattr(time, "time", lambda: 6_000_060.0)
    assert client(ana).post(URL, {"text": "TDD reduces bugs"}).status_code == 200


def test_a_person_has_one_request_read_at_a_time(ana: User) -> None:
    with budget.reader_for(ana):
        wrong(client(ana).post(URL, {"text": "TDD reduces bugs"}), 429, "busy")
        assert client(person("rui")).post(URL, {"text": "TDD reduces bugs"}).status_code == 200
    assert client(ana).post(URL, {"text": "TDD reduces bugs"}).status_code == 200


def test_who_waits_too_long_for_a_turn_is_told(ana: User, tmp_path: Path) -> None:
    with busy(tmp_path):
        answer = client(ana).post(URL, {"text": "TDD reduces bugs"})
    assert "many texts are being read" in wrong(answer, 429, "busy")
    assert client(ana).post(URL, {"text": "TDD reduces bugs"}).status_code == 200


@contextmanager
def busy(folder: Path) -> Iterator[None]:
    """The process that reads is at work: on a pipe that nobody has written to yet."""
    pipe = folder / "pipe"
    os.mkfifo(pipe)

    def occupy() -> None:
        budget.side_processes.call(pipe.read_bytes, wait=CEILING, seconds=CEILING)

    with ThreadPoolExecutor() as beside:
        occupied = beside.submit(occupy)
        with pipe.open("wb"):  # waits until the other end is open
            yield
        occupied.result()


@pytest.mark.django_db(transaction=True)
def test_the_site_answers_while_a_long_text_is_read(live_server: Any, ana: User) -> None:
    """Ten requests of a person at once: meanwhile many are answered that do not wait for them."""
    token = client(ana)._credentials["HTTP_AUTHORIZATION"]
    body = {"texts": ["mais do que " * 400] * 3}

    def assess_them() -> int:
        headers = {"Authorization": token}
        url = f"{live_server.url}{URL}"
        return httpx.post(url, json=body, headers=headers, timeout=CEILING).status_code

    answered = 0
    with ThreadPoolExecutor() as beside:
        readings = [beside.submit(assess_them) for _ in range(10)]
        while not all(reading.done() for reading in readings):
            found = httpx.get(f"{live_server.url}/healthz", timeout=CEILING)
            answered += found.status_code == 200
    statuses = sorted(reading.result() for reading in readings)
    assert statuses[0] == 200
    assert set(statuses) <= {200, 429}
    assert answered >= 10
