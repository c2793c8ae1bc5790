"""What a reader chooses for every page: a language and a theme."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["language", "theme"])
@pytest.mark.parametrize("page", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_a_choice_leads_back_to_our_own_pages_only(client: Client, name: str, page: str) -> None:
    answer = client.post(reverse(name), {name: "dark", "next": page})
    assert answer.headers["Location"] == "/"


def test_a_theme_and_a_language_are_remembered(client: Client) -> None:
    client.post(reverse("theme"), {"theme": "dark", "next": "/sign-in/"})
    client.post(reverse("language"), {"language": "pt-br", "next": "/sign-in/"})
    text = client.get("/sign-in/").text
    assert 'data-theme="dark"' in text
    assert '<html lang="pt-br"' in text
    client.post(reverse("theme"), {"theme": "neon"})
    assert 'data-theme="dark"' in client.get("/sign-in/").text
