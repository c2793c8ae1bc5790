"""Where a key could come out, looked through for one that was planted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.test import Client

from tests.people import person

KEY = "sk-planted-7f31c0a9d2e4"
_OURS = ("runs", "hypotheses", "trading", "desk", "admin", "django_q")


def database() -> Iterator[str]:
    """Every value of every row."""
    for model in apps.get_models():
        if model._meta.app_label in _OURS:
            for values in model._default_manager.values_list():
                yield repr(values)


def pages(page: str) -> Iterator[str]:
    """The run's page for an admin, what REST tells of runs, the lists, and files to download."""
    client: Any = Client(raise_request_exception=False)
    client.force_login(person("ada", "admin"))
    addresses = [page, "/api/v1/runs/", f"/api/v1{page}"]
    if page.startswith("/strategies/"):
        addresses += [f"{page}{name}" for name in ("experiments.jsonl", "findings.jsonl")]
    for address in addresses:
        response = client.get(address)
        assert response.status_code in (200, 404), (address, response.status_code)
        yield (
            "".join(
                part.decode(errors="replace") for part in getattr(response, "streaming_content", [])
            )
            if response.streaming
            else response.content.decode(errors="replace")
        )
