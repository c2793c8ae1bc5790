"""To whom a weakness is reported: /.well-known/security.txt, as RFC 9116 has it."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from config import env

PATH = "/.well-known/security.txt"


def test_it_names_the_contact_and_when_it_expires(client: Client, settings) -> None:
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    answer = client.get(PATH)
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert fields.pop("Contact") == "mailto:security@example.org"
    left = datetime.fromisoformat(fields.pop("Expires")) - timezone.now()
    assert timedelta(days=1) < left < timedelta(days=365)
    assert fields == {"Preferred-Languages": "en, pt"}


@pytest.mark.django_db
def test_without_a_contact_there_is_no_such_page(client: Client, settings) -> None:
    settings.SECURITY_CONTACT = ""
    assert client.get(PATH).status_code == 404


@pytest.mark.parametrize(
    "value", ["security@example.org", "http://example.org", "mailto:a@b\nX: y"]
)
def test_a_contact_is_an_address_to_write_to(monkeypatch, value: str) -> None:
    monkeypatch.setenv("CRIVO_SECURITY_CONTACT", value)
    with pytest.raises(env.SettingError, match="takes mailto:"):
        env.contact("CRIVO_SECURITY_CONTACT")
