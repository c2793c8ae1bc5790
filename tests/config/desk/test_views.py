"""What a reader chooses for every page: a language and a theme."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.people import person

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["language", "theme"])
@pytest.mark.parametrize("page", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_a_choice_leads_back_to_our_own_pages_only(client: Client, name: str, page: str) -> None:
    answer = client.post(reverse(name), {name: "dark", "next": page})
    assert answer.headers["Location"] == "/"


@pytest.mark.parametrize("default", ["en", "pt-br"])
@pytest.mark.parametrize(
    ("asked", "language", "title"),
    [
        ("en", "en", "Sign in"),
        ("en-US,en;q=0.9,pt-BR;q=0.5", "en", "Sign in"),
        ("pt-BR", "pt-br", "Entrar"),
        ("pt", "pt-br", "Entrar"),
    ],
)
def test_a_page_is_in_the_browsers_language(
    client: Client, settings: Any, default: str, asked: str, language: str, title: str
) -> None:
    settings.LANGUAGE_CODE = default
    text = client.get("/sign-in/", headers={"accept-language": asked}).text
    assert f'<html lang="{language}"' in text
    assert f"<h1>{title}</h1>" in text


@pytest.mark.parametrize(("chosen", "title"), [("en", "Sign in"), ("pt-br", "Entrar")])
def test_a_chosen_language_wins_over_the_browsers(client: Client, chosen: str, title: str) -> None:
    client.post(reverse("language"), {"language": chosen, "next": "/sign-in/"})
    for asked in ("en", "pt-BR"):
        page = client.get("/sign-in/", headers={"accept-language": asked})
        assert f"<h1>{title}</h1>" in page.text


def test_a_theme_and_a_language_are_remembered(client: Client) -> None:
    client.post(reverse("theme"), {"theme": "dark", "next": "/sign-in/"})
    client.post(reverse("language"), {"language": "pt-br", "next": "/sign-in/"})
    text = client.get("/sign-in/").text
    assert 'data-theme="dark"' in text
    assert '<html lang="pt-br"' in text
    client.post(reverse("theme"), {"theme": "neon"})
    assert 'data-theme="dark"' in client.get("/sign-in/").text


def test_the_first_steps_are_shown_until_they_are_put_away(client: Client) -> None:
    client.force_login(person("ana"))
    assert "How it works: three steps" in client.get("/").text
    client.post(reverse("steps-seen"), {"next": "/"})
    assert "How it works: three steps" not in client.get("/").text
