"""The keyboard alone: from sign-in to a decision on record."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from hypotheses.models import Hypothesis
from tests.hypotheses.helpers import COMPLETE, VETOED
from tests.journeys.desk import PASSWORD, Desk, of, person, refined

FOCUSED = "document.activeElement"


@pytest.fixture
def pair(desk: Desk) -> list[Hypothesis]:
    """Two of Ana's, the newest last; Bea is there to review them."""
    ana = person("ana")
    person("bea", "reviewer")
    return [refined(VETOED["en"], user=ana), refined(COMPLETE["en"], user=ana)]


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def focused(page: Page, what: str) -> str:
    return str(page.evaluate(f"{FOCUSED}.{what}"))


def test_from_sign_in_to_a_decision_without_a_mouse(desk: Desk, pair: list[Hypothesis]) -> None:
    page = desk.window()
    assert focused(page, "id") == "id_username"
    page.keyboard.type("bea")
    press(page, "Tab")
    page.keyboard.type(PASSWORD)
    press(page, "Enter")
    expect(page.locator(".who")).to_contain_text("bea")

    press(page, "l")
    page.wait_for_url("**/hypotheses/")
    press(page, "j", "j")
    assert focused(page, "textContent") == pair[0].text
    press(page, "k")
    assert focused(page, "textContent").startswith(pair[1].text[:60])
    outline = page.evaluate(f"getComputedStyle({FOCUSED}).outlineStyle")
    assert outline == "solid"
    press(page, "Enter")
    page.wait_for_url(f"**{of(pair[1])}")
    press(page, "r")
    assert focused(page, "id") == "id_reason"
    page.keyboard.type("amended rules: remain")  # letters that are keys elsewhere
    press(page, "Tab")
    assert page.get_by_role("radio", name="Reject").is_checked()
    press(page, "Enter")
    expect(page.locator(".history .current")).to_contain_text("amended rules: remain")


def test_the_first_tab_leads_past_the_menu(desk: Desk, pair: list[Hypothesis]) -> None:
    page = desk.window(pair[0].owner, "/hypotheses/")
    skip = page.locator(".skip")
    assert skip.bounding_box()["x"] < 0  # type: ignore[index]
    press(page, "Tab")
    assert focused(page, "className") == "skip"
    assert skip.bounding_box()["x"] >= 0  # type: ignore[index]  # it shows itself
    press(page, "Enter", "Tab")
    assert focused(page, "textContent") == "New idea"  # the first of the content, not of the menu


def test_the_keys_of_a_hypothesis_s_page(desk: Desk, pair: list[Hypothesis]) -> None:
    page = desk.window(pair[1].owner, of(pair[1]))
    press(page, "n")
    page.wait_for_url(f"**{of(pair[0])}")
    press(page, "e")
    page.wait_for_url(f"**{of(pair[0], 'edit/')}")
    expect(page.locator("#id_question")).to_be_focused()
    page.keyboard.type("n")
    assert page.url.endswith("/edit/")
    press(page, "Escape", "i")
    page.wait_for_url(desk.url + "/")
    press(page, "c")
    page.wait_for_url("**/new/")


def test_the_three_decisions_have_a_key_each(desk: Desk, pair: list[Hypothesis]) -> None:
    page = desk.window(None)
    page.get_by_label("Username").fill("bea")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_selector(".who")
    page.goto(of(pair[0]))
    for key, label in {"a": "Approve", "r": "Reject", "m": "One more round"}.items():
        press(page, "Escape", key)
        assert page.get_by_role("radio", name=label).is_checked()


def test_the_list_of_keys_opens_and_closes(desk: Desk) -> None:
    page = desk.window(person("ana"), "/hypotheses/")
    press(page, "/")
    assert focused(page, "id") == "id_q"
    page.keyboard.type("?")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.locator("#id_q").input_value() == "?"
    press(page, "Escape", "?")
    expect(page.get_by_role("dialog")).to_be_visible()
    press(page, "c")  # off while the dialog is open
    expect(page.get_by_role("dialog")).to_be_visible()
    press(page, "Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_key_with_a_modifier_is_the_browser_s(desk: Desk) -> None:
    page = desk.window(person("ana"), "/hypotheses/")
    press(page, "Control+c", "Alt+i")
    assert page.url.endswith("/hypotheses/")


def test_the_palette_leads_to_pages_and_to_what_it_finds(
    desk: Desk, pair: list[Hypothesis]
) -> None:
    page = desk.window(person("rita", "reviewer"), "/hypotheses/")
    page.keyboard.press("Control+k")
    words = page.get_by_label("A page, or words to search for")
    expect(words).to_be_focused()
    words.fill("strat")
    page.keyboard.press("Enter")
    page.wait_for_url("**/strategies/")
    page.keyboard.press("Control+k")
    words.fill(pair[0].text[:25])
    link = page.locator("#palette [data-found] a").first
    expect(link).to_contain_text(pair[0].text[:25])
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{of(pair[0])}**")


def test_a_decision_is_sent_with_control_and_enter(desk: Desk, pair: list[Hypothesis]) -> None:
    page = desk.window(person("rita", "reviewer"), of(pair[0]))
    page.keyboard.press("r")
    page.keyboard.type("it is not what was asked")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("status").first).to_contain_text("your decision is on record")
