"""Sixty texts that would be markup leave a page's elements and attributes as a plain word does."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser

import pytest
from django.test import Client

from hypotheses.models import Hypothesis, Version
from tests.hypotheses.recorded import waiting
from tests.people import person

pytestmark = pytest.mark.django_db
ENDINGS = ("", '">', "'>", "</textarea>", "</title>", "-->", "</script>")
"""What a text may have to close before its markup would count."""
MARKUP = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<iframe srcdoc='<script>alert(1)</script>'>",
    '<a href="javascript:alert(1)">x</a>',
    "<math><mtext><style><img src=x onerror=alert(1)>",
    "<body onpageshow=alert(1)>",
    "<form action=//example.org><input autofocus onfocus=alert(1)>",
    "<details open ontoggle=alert(1)>",
)
HOSTILE = [ending + markup for ending in ENDINGS for markup in MARKUP]
PLAIN = "Sleep improves recall (1)"


class Structure(HTMLParser):
    """The elements of a page with the names of their attributes, in order; addresses that run."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, tuple[str, ...]]] = []
        self.runs: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, tuple(name for name, _value in attrs)))
        self.runs += [value for _name, value in attrs if (value or "").startswith("javascript:")]  # type: ignore[misc]


@pytest.fixture
def client() -> Client:
    ana = person("ana")
    waiting(ana)
    client = Client()
    client.force_login(ana)
    return client


def pages(client: Client, text: str) -> list[Structure]:
    """A search for the text, a form that was refused with it, a list and a page that show it."""
    row = Hypothesis.objects.get()
    Hypothesis.objects.update(text=text)
    Version.objects.update(question=text)
    asked = {"text": text, "language": text, "max_refinements": text}
    answers = [
        client.get("/hypotheses/", {"q": text, "owner": text}),
        client.post("/hypotheses/new/", asked),
        client.get("/hypotheses/"),
        client.get(f"/hypotheses/{row.pk}/edit/"),
    ]
    assert [answer.status_code for answer in answers] == [200, 422, 200, 200]
    return [Structure(answer.content.decode()) for answer in answers]


def test_there_are_sixty() -> None:
    assert len(set(HOSTILE)) >= 60


@pytest.mark.slow
def test_no_text_adds_an_element_or_an_attribute(client: Client) -> None:
    plain = [page.found for page in pages(client, PLAIN)]
    for text in HOSTILE:
        shown = pages(client, text)
        for at, page in enumerate(shown):
            added = Counter(page.found) - Counter(plain[at])
            assert not added, (text, at, added)
        assert [page.runs for page in shown] == [[], [], [], []], text


def test_it_would_be_noticed() -> None:
    for text in HOSTILE:
        page = f'<input value="{text}">{text}<textarea>{text}</textarea>'
        plain = f'<input value="{PLAIN}">{PLAIN}<textarea>{PLAIN}</textarea>'
        assert Structure(page).found != Structure(plain).found, text
