"""Every page in two opposite looks, by its reader and by another person: axe finds nothing serious,
nothing sticks out."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import User
from playwright.sync_api import Page

from tests.journeys.desk import Desk
from tests.journeys.pages import Pages
from tests.journeys.trading_pages import TradingPages

WIDE, NARROW = {"width": 1440, "height": 900}, {"width": 360, "height": 740}
SEEN: dict[str, Any] = {"resultTypes": ["violations"]}
# A table's further rows are those before it with other figures: of 370 trades 10 are looked at.
REPEATED: dict[str, Any] = {"exclude": [["tbody > tr:nth-child(n + 11)"]]}


class Look(NamedTuple):
    """How a page is looked at."""

    language: str
    theme: Any
    size: Any

    def __str__(self) -> str:
        return f"{self.language}, {self.theme}, {self.size['width']} px"


OPPOSITES = [
    (Look("en", "light", WIDE), Look("pt-BR", "dark", NARROW)),
    (Look("pt-BR", "light", WIDE), Look("en", "dark", NARROW)),
    (Look("en", "dark", WIDE), Look("pt-BR", "light", NARROW)),
    (Look("pt-BR", "dark", WIDE), Look("en", "light", NARROW)),
]
"""All looks, each beside the one that differs in everything. A page has one pair, the next page the
next: each page is seen in every language, theme and width, each pair with every kind of page."""


@pytest.mark.parametrize("made", [Pages, TradingPages])
def test_axe_finds_nothing_serious_and_nothing_sticks_out(
    desk: Desk, settings: Any, made: type[Pages] | type[TradingPages]
) -> None:
    settings.MAIL = True
    pages = made()
    windows: dict[User | None, Page] = {None: desk.window(None)}
    windows |= {person: desk.window(person) for person in pages.everybody}
    found: list[str] = []
    for place, (name, (reader, address)) in enumerate(pages.addresses().items()):
        first, second = OPPOSITES[place % len(OPPOSITES)]
        others = [each for each in pages.everybody if each != reader]
        other = others[place // len(OPPOSITES) % len(others)] if reader else None
        shows(windows[reader], address, first)
        found += seen_as(windows[reader], name, first)
        page = windows[other]
        if not shows(page, address, second) and other != reader:  # it is of its reader alone
            page = windows[reader]
            shows(page, address, second)
        found += seen_as(page, name, second)
    assert not found, "\n".join(found)


def test_the_page_of_a_paused_sign_in(desk: Desk) -> None:
    page = desk.window(None, "/sign-in/")
    for _ in range(5):
        page.fill("#id_username", "ana")
        page.fill("#id_password", "a guess")
        page.press("#id_password", "Enter")
        page.wait_for_load_state()
    assert page.locator("#id_username").count() == 0
    assert looked_at(page, "paused") == []


def test_the_list_of_keys_and_a_notice(desk: Desk) -> None:
    pages = Pages()
    page = desk.window(pages.ana, "/hypotheses/new/")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    found = looked_at(page, "keys")
    page.keyboard.press("Escape")
    page.get_by_label("Your idea").fill("TDD reduz bugs em equipes muito pequenas")
    page.locator("button.primary").click()
    page.wait_for_selector(".notice")
    assert found + looked_at(page, "notice") == []


def shows(page: Page, address: str, look: Look) -> bool:
    """Open a page in the language of a look. Tells whether this person gets it."""
    page.set_extra_http_headers({"Accept-Language": look.language})
    answer = page.goto(address)
    return answer is not None and answer.ok


def seen_as(page: Page, name: str, look: Look) -> list[str]:
    """What is wrong with the page in that theme and size."""
    page.evaluate(Axe().axe_script)
    page.set_viewport_size(look.size)
    page.emulate_media(color_scheme=look.theme)
    where = f"{name}, {look}"
    found = [f"{where}: {problem}" for problem in violations(page)]
    if out := sticking_out(page):
        found.append(f"{where}: sticks out: {out}")
    return found


def looked_at(page: Page, name: str) -> list[str]:
    """What is wrong with a page that stays open, wide in light and narrow in dark."""
    first = OPPOSITES[0][0]
    return [
        problem
        for look in (first, Look(first.language, "dark", NARROW))
        for problem in seen_as(page, name, look)
    ]


def violations(page: Page) -> list[str]:
    results = page.evaluate("([without, options]) => axe.run(without, options)", [REPEATED, SEEN])
    return [
        f"{one['id']}: {node['html'][:160]}"
        for one in results["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def sticking_out(page: Page) -> list[str]:
    """What reaches beyond the right edge, unless it scrolls in a box of its own."""
    return list(
        page.evaluate(
            """() => {
            const width = document.documentElement.clientWidth;
            if (document.documentElement.scrollWidth <= width) return [];
            return [...document.querySelectorAll("body *")]
              .filter((e) => e.getBoundingClientRect().right > width + 1)
              .map((e) => e.outerHTML.slice(0, 120)).slice(0, 5);
            }"""
        )
    )
