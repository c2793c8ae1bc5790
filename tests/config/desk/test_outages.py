"""A database that is away, or not migrated: what the web says meanwhile, and the log."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from config.logs import Redacting
from config.runs.models import Run
from tests.api import client, wrong

FAULTS = ["away", "not migrated"]


@pytest.fixture
def browser(transactional_db: None) -> Client:
    found = Client(raise_request_exception=False)
    found.force_login(User.objects.create_superuser("ana"))
    return found


@pytest.fixture
def api(transactional_db: None) -> Any:
    found = client(User.objects.create_user("bia"))
    found.raise_request_exception = False
    return found


@pytest.fixture
def log() -> Iterator[list[str]]:
    """What is written of a request that fails, as it is written."""
    lines: list[str] = []

    class Kept(Redacting):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(self.format(record))

    handler, logger = Kept(), logging.getLogger("django.request")
    logger.addHandler(handler)
    yield lines
    logger.removeHandler(handler)


@pytest.fixture(params=FAULTS)
def fault(request: Any, browser: Client, api: Any, tmp_path: Path, settings: Any) -> Iterator[str]:
    """The tests' own connection leads elsewhere for a while."""
    place = connection.settings_dict
    kept = dict(place)
    connection.close()
    if settings.SQLITE:
        nowhere, empty = tmp_path / "nowhere" / "db.sqlite3", tmp_path / "empty.sqlite3"
        place["NAME"] = str(nowhere if request.param == "away" else empty)
    elif request.param == "away":
        place |= {"HOST": "127.0.0.1", "PORT": "1"}
    else:
        place["NAME"] = "postgres"
    yield request.param
    connection.close()
    place |= kept


def test_a_page_that_needs_it_says_so_in_both_languages(
    browser: Client, fault: str, log: list[str]
) -> None:
    for path in ("/", "/admin/runs/run/"):
        answer = browser.get(path)
        assert answer.status_code == 503
        assert answer["Retry-After"] == "10"
        assert "The database cannot be used just now" in answer.text
        assert "O banco de dados não pode ser usado agora" in answer.text
    assert len(log) == 2
    mend = "manage.py migrate" if fault == "not migrated" else "check DATABASE_URL"
    for line in log:
        assert line.startswith("Service Unavailable: /")
        assert mend in line
        assert "\n" not in line


def test_the_api_answers_in_its_own_shape(api: Any, fault: str, log: list[str]) -> None:
    answer = api.get("/api/v1/runs/")
    assert "manage.py doctor" in wrong(answer, 503, "unavailable")
    assert answer["Retry-After"] == "10"
    assert len(log) == 1
    assert "\n" not in log[0]


def test_what_needs_no_database_is_served(browser: Client, fault: str) -> None:
    assert Client().get("/healthz").status_code == 200
    assert Client().get("/sign-in/").status_code == 200
    answer = browser.get("/readyz")
    assert answer.status_code == 503
    said = answer.json()["checks"]
    told = {name: word for name, word in said.items() if word != "ok"}
    if fault == "away":
        assert told == {"database": "failed", "migrations": "failed", "worker": "failed"}
    else:
        assert told == {"migrations": "not applied", "worker": "failed"}


def test_a_fault_of_ours_is_no_outage(
    browser: Client, log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from config.desk import inbox

    def broken(user: Any) -> Any:
        return list(Run.objects.extra(where=["no sql"]))

    monkeypatch.setattr(inbox, "waiting_for", broken)
    assert browser.get("/").status_code == 500
    assert "Traceback" in log[0]
