"""`/api/v1/assess/`: texts are read, and not kept."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.api import client, wrong
from tests.hypotheses.helpers import COMPLETE, FORCED, REFINED, VETOED, command, stored
from tests.people import person

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
def test_a_thousand_texts_are_answered(ana: User) -> None:
    texts = [f"{REFINED['en']} of {number} people" for number in range(1_000)]
    assert len(assess(ana, texts=texts)) == 1_000


def test_assessing_has_a_limit_of_its_own(ana: User, settings: Any) -> None:
    settings.API_RATES = {**settings.API_RATES, "assess": "1/min"}
    api = client(ana)
    assert api.post(URL, {"text": REFINED["en"]}).status_code == 200
    wrong(api.post(URL, {"text": REFINED["en"]}), 429, "throttled")
    assert api.get("/api/v1/hypotheses/").status_code == 200
