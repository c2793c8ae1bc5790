"""Every page, wide in light and narrow in dark: axe finds nothing serious, nothing sticks out."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import User
from playwright.sync_api import Page

from tests.journeys.desk import Desk
from tests.journeys.pages import Pages
from tests.journeys.trading_pages import TradingPages

WIDE, NARROW = {"width": 1280, "height": 800}, {"width": 360, "height": 740}
LOOKS = [(WIDE, "light"), (NARROW, "dark")]
SEEN: dict[str, Any] = {"resultTypes": ["violations"]}
# A table's further rows are those before it with other figures: of 370 trades 10 are looked at.
REPEATED: dict[str, Any] = {"exclude": [["tbody > tr:nth-child(n + 11)"]]}


@pytest.mark.parametrize("made", [Pages, TradingPages])
def test_axe_finds_nothing_serious_and_nothing_sticks_out(
    desk: Desk, settings: Any, made: type[Pages] | type[TradingPages]
) -> None:
    settings.MAIL = True
    pages = made()
    windows: dict[User | None, Page] = {}
    found: list[str] = []
    for name, (reader, address) in pages.addresses().items():
        if reader not in windows:
            windows[reader] = desk.window(reader)
        page = windows[reader]
        page.goto(address)
        found += looked_at(page, name)
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


def looked_at(page: Page, name: str) -> list[str]:
    """What is wrong with the page in one look or another."""
    found = []
    page.evaluate(Axe().axe_script)
    for size, theme in LOOKS:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        look = f"{name}, {theme}, {size['width']} px"
        found += [f"{look}: {problem}" for problem in violations(page)]
        if out := sticking_out(page):
            found.append(f"{look}: sticks out: {out}")
    return found


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
