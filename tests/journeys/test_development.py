"""A development watched at its page: the live part, what stays open, the end."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.journeys.desk import Desk, aside, person
from tests.trading import desk as developments

pytestmark = pytest.mark.slow


def test_a_development_is_watched_to_its_end_without_reloading(desk: Desk) -> None:
    """What is opened stays open; the verdict, the chart and the numbers come by themselves."""
    ana = person("ana")
    asked = aside(lambda: developments.asked(ana, limits=developments.ROUNDS))
    page = desk.window(ana, f"/strategies/{asked.strategy.pk}/")
    expect(page.locator("#now")).to_have_text("It waits for a worker.")
    page.get_by_text("Last events of the run").click()
    page.evaluate("window.stays = true")

    aside(lambda: developments.carried_out(asked))
    expect(page.get_by_role("heading", name="No strategy was found")).to_be_visible()
    expect(page.locator("#verdict")).to_contain_text("No strategy for WALK within the limits")
    expect(page.locator("#events")).to_have_attribute("open", "")
    expect(page.locator("#chart canvas")).to_be_visible()
    expect(page.locator("table.rounds tbody")).to_have_count(3)


def test_a_part_that_is_new_is_put_in_without_loading_the_page(desk: Desk) -> None:
    ana = person("ana")
    asked = aside(lambda: developments.asked(ana))
    page = desk.window(ana, f"/strategies/{asked.strategy.pk}/")
    page.evaluate("window.stays = true")
    aside(lambda: asked.strategy.errors.create(iteration=1, node="quality_gate", message="odd"))
    expect(page.locator("#errors")).to_contain_text("odd")
    assert page.evaluate("window.stays")


def test_the_report_is_printed_from_its_button(desk: Desk) -> None:
    ana = person("ana")
    strategy = aside(lambda: developments.recorded(ana))
    page = desk.window(ana, f"/strategies/{strategy.pk}/")
    page.get_by_role("link", name="Report for print").click()
    page.evaluate("window.print = () => { window.printed = true; }")
    page.get_by_role("button", name="Print / save as PDF").click()
    assert page.evaluate("window.printed")
    page.emulate_media(media="print")
    expect(page.locator("#print")).to_be_hidden()
