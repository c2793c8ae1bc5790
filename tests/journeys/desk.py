"""People at their windows: what the journeys share."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from hypotheses.models import Hypothesis
from tests import people
from tests.hypotheses import helpers

T = TypeVar("T")
PASSWORD = "long enough for all"
REFUSALS = ("403", "404", "422", "429")


class Desk:
    """Opens windows, one a person, and hears what their pages complain of."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.complaints: list[str] = []
        self._contexts: list[BrowserContext] = []

    def window(self, user: User | None = None, path: str = "/", **options: Any) -> Page:
        """A window of its own, signed in as `user`, on the page at `path`."""
        context = self.browser.new_context(base_url=self.url, **options)
        context.set_default_timeout(120_000)
        self._contexts.append(context)
        if user is not None:
            context.add_cookies([{**_session(user), "url": self.url}])  # type: ignore[typeddict-item]
        page = context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(path)
        return page

    def close(self) -> None:
        heard = list(self.complaints)  # what a window is asked while it closes may fail
        for context in self._contexts:
            context.close()
        assert not heard, heard

    def _hear(self, message: ConsoleMessage) -> None:
        """An error or a breach of the content security policy; a page's own refusal is none."""
        if message.type == "error" and not _refusal(message):
            self.complaints.append(message.text)


def _refusal(message: ConsoleMessage) -> bool:
    of_a_page = "/static/" not in message.location["url"]
    return of_a_page and any(f"a status of {code}" in message.text for code in REFUSALS)


def _session(user: User) -> dict[str, str]:
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    return {"name": name, "value": client.cookies[name].value}


def person(name: str, role: str = "researcher") -> User:
    """One who signs in with PASSWORD."""
    return people.person(name, role, PASSWORD)


def refined(text: str, **options: Any) -> Hypothesis:
    """As the helper of that name. In a thread: this one holds the browser's event loop."""
    return aside(lambda: helpers.refined(text, **options))


def aside(work: Callable[[], T]) -> T:
    """What `work` returns, in a thread with a connection of its own."""

    def closing() -> T:
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(closing).result()


def of(hypothesis: Hypothesis, act: str = "") -> str:
    """The address of a hypothesis's page, or of one of its acts."""
    return f"/hypotheses/{hypothesis.pk}/{act}"


def background(page: Page, selector: str = "body") -> str:
    """The colour behind an element, as it is drawn."""
    return str(page.locator(selector).evaluate("e => getComputedStyle(e).backgroundColor"))
