"""Reading: versions compared by an address, and the language and colours a reader chose."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.hypotheses.helpers import REFINED
from tests.journeys.desk import Desk, background, of, person, refined


def test_versions_compare_unified_and_side_by_side_by_link(desk: Desk) -> None:
    ana, bea = person("ana"), person("bea", "reviewer")
    hypothesis = refined(REFINED["en"], user=ana)
    page = desk.window(ana, of(hypothesis))
    page.get_by_role("link", name="Compare", exact=True).click()
    unified = page.locator(".question")
    expect(unified.locator("ins").first).to_be_visible()
    page.get_by_label("Before").select_option("0")
    page.get_by_label("View").select_option("side")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".sides section")).to_have_count(2)
    assert page.locator(".sides .question").first.inner_text() == hypothesis.text
    assert page.locator(".sides section").first.locator("ins").count() == 0

    theirs = desk.window(bea, page.url)  # the address alone shows another reader the same
    expect(theirs.get_by_label("Before")).to_have_value("0")
    assert theirs.locator(".sides").inner_text() == page.locator(".sides").inner_text()
    page.goto(of(hypothesis, "compare/?a=0&b=99"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Not found")


def test_the_whole_page_changes_its_language_and_stays_so(desk: Desk) -> None:
    page = desk.window(person("ana"), "/hypotheses/?order=text")
    expect(page.get_by_role("heading", level=1)).to_have_text("Hypotheses")
    page.get_by_role("button", name="Português").click()
    expect(page.locator("html")).to_have_attribute("lang", "pt-br")
    expect(page.get_by_role("heading", level=1)).to_have_text("Hipóteses")
    assert page.url.endswith("/hypotheses/?order=text")  # one stays where one was
    page.goto("/hypotheses/new/")
    expect(page.get_by_label("Sua ideia")).to_be_visible()
    page.get_by_role("button", name="English").click()
    expect(page.get_by_label("Your idea")).to_be_visible()


def test_a_browser_in_portuguese_gets_portuguese(desk: Desk) -> None:
    page = desk.window(None, "/sign-in/", locale="pt-BR")
    expect(page.locator("html")).to_have_attribute("lang", "pt-br")


@pytest.mark.parametrize("system", ["light", "dark"])
def test_the_theme_follows_the_system_until_chosen_and_stays_so(desk: Desk, system: str) -> None:
    page = desk.window(person("ana"), color_scheme=system)
    colours = {"light": "rgb(250, 249, 246)", "dark": "rgb(22, 25, 27)"}
    assert background(page) == colours[system]
    other = "dark" if system == "light" else "light"
    page.get_by_role("button", name=other.title()).click()
    expect(page.locator("html")).to_have_attribute("data-theme", other)
    assert background(page) == colours[other]
    page.goto("/hypotheses/")
    assert background(page) == colours[other]
    expect(page.get_by_role("button", name=other.title())).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="As the system has it").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "auto")
    assert background(page) == colours[system]
