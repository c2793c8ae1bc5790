"""`/api/docs/` and `/api/schema/`: offline, under our content security policy."""

from __future__ import annotations

import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

pytestmark = pytest.mark.django_db


def test_the_page_holds_nothing_inline_and_loads_only_our_files(client: Client) -> None:
    answer = client.get("/api/docs/")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "<style" not in page
    assert not re.search(r"<script>|\son\w+=|\sstyle=", page)
    places = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert len(places) == 5
    assert all(place.startswith("/") and not place.startswith("//") for place in places)


def test_the_policy_is_that_of_every_page(client: Client) -> None:
    policy = client.get("/api/docs/")["Content-Security-Policy"]
    directives = {part.strip() for part in policy.split(";")}  # they come in any order
    assert {"script-src 'self'", "style-src 'self'"} <= directives
    assert "unsafe" not in policy


def test_its_files_are_ours(client: Client) -> None:
    page = client.get("/api/docs/").content.decode()
    files = re.findall(r'(?:src|href)="/static/([^"]+)"', page)
    assert len(files) == 4
    assert all(finders.find(file) for file in files)


def test_its_script_is_an_address_of_its_own(client: Client) -> None:
    answer = client.get("/api/docs/", {"script": ""})
    assert answer["Content-Type"].startswith("application/javascript")
    assert "/api/schema/" in answer.content.decode()


@pytest.mark.parametrize("form", ["json", "yaml"])
def test_the_schema_is_served(client: Client, form: str) -> None:
    answer = client.get("/api/schema/", {"format": form})
    assert answer.status_code == 200
    assert "/api/v1/hypotheses/" in answer.content.decode()
