"""The schema is made while others ask for it, too."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from django.test import Client
from django.utils.module_loading import import_string
from drf_spectacular.contrib.rest_auth import RestAuthLoginView


def test_two_who_ask_at_once_right_after_the_start_are_both_answered(
    monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    # As before the first schema: an extension that looks for a package which is not installed.
    monkeypatch.setattr(RestAuthLoginView, "target_class", "dj_rest_auth.views.LoginView")
    both = threading.Barrier(2)

    loads = import_string

    def not_there(name: str) -> Any:
        if not name.startswith("dj_rest_auth"):
            return loads(name)
        with suppress(threading.BrokenBarrierError):  # nobody else is here
            both.wait(0.5)
        raise ImportError

    monkeypatch.setattr("drf_spectacular.plumbing.import_string", not_there)

    def ask(_: int) -> int:
        return Client(raise_request_exception=False).get("/api/schema/").status_code

    with ThreadPoolExecutor(2) as people:
        assert list(people.map(ask, range(2))) == [200, 200]
