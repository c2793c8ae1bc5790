"""A variant in the browser: its charts and tables point at each other; nothing sealed is drawn."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

from tests.journeys.desk import Desk, aside, person
from tests.journeys.test_accessibility import looked_at
from tests.trading.helpers import make_developed
from tests.trading.variants import own_strategy, played_variant, tried
from trading.models import Variant

SCRIPT_LIMIT = 250_000


@pytest.fixture
def variant(transactional_db: None) -> Variant:
    """Ana's, with a map of parameters."""
    ana = person("ana")

    def made() -> Variant:
        found = played_variant(own_strategy(ana), name="A <i>name</i> with ünïcode")
        tried(found, [{"fast": 15, "slow": 100}, {"fast": 25, "slow": 120}])
        return found

    return aside(made)


def opened(desk: Desk, variant: Variant, **options: Any) -> Page:
    page = desk.window(variant.strategy.owner, f"/variants/{variant.pk}/", **options)
    page.locator("#prices > summary").click()
    expect(page.locator("#chart canvas").first).to_be_visible()
    return page


def test_a_trade_pointed_at_is_shown_on_the_chart_and_the_other_way(
    desk: Desk, variant: Variant
) -> None:
    page = opened(desk, variant)
    readout, rows = page.locator("#readout"), page.locator("tr[data-trade]")
    rows.nth(2).hover()
    expect(readout).to_contain_text("trade 3")
    expect(rows.nth(2)).to_have_class("hot")
    # With the arrow keys to the first bar, before any trade, and on to the last one.
    page.mouse.move(1, 1)
    page.locator("#chart").focus()
    page.keyboard.press("Home")
    expect(readout).to_contain_text("2005-01-03")
    expect(page.locator("tr.hot")).to_have_count(0)
    page.keyboard.press("End")
    page.keyboard.press("Shift+ArrowLeft")
    expect(readout).to_contain_text("validation")
    # Down the rows by keyboard.
    rows.nth(0).focus()
    page.keyboard.press("ArrowDown")
    expect(readout).to_contain_text("trade 2")
    page.locator("[data-show=train]").click()
    page.locator("#logarithmic").click()
    expect(page.locator("#logarithmic")).to_have_attribute("aria-pressed", "false")


def test_the_chart_takes_the_colours_of_the_theme(desk: Desk, variant: Variant) -> None:
    page = opened(desk, variant, color_scheme="light")
    corner = (
        "() => [...document.querySelector('#chart canvas')"
        ".getContext('2d').getImageData(3, 90, 1, 1).data]"
    )
    light = page.evaluate(corner)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"before => String(({corner})()) !== String(before)", arg=light)
    assert sum(page.evaluate(corner)[:3]) < 200 < sum(light[:3])


def test_without_its_series_the_page_says_so_and_keeps_its_tables(
    desk: Desk, variant: Variant
) -> None:
    page = desk.window(variant.strategy.owner)
    page.route("**/series.json", lambda route: route.fulfill(status=409, body="{}"))
    page.goto(f"/variants/{variant.pk}/")
    page.locator("#prices > summary").click()
    expect(page.locator("#chart-said")).to_contain_text("could not be loaded")
    expect(page.locator("#chart")).to_be_hidden()
    expect(page.locator("tr[data-trade]").first).to_be_visible()
    desk.complaints.clear()  # the browser's own word on the 409


def test_two_are_chosen_in_the_table_and_drawn_over_each_other(
    desk: Desk, variant: Variant
) -> None:
    strategy = variant.strategy
    aside(lambda: played_variant(strategy, "donchian_breakout", index=1))
    page = desk.window(strategy.owner, f"/strategies/{strategy.pk}/variants/")
    for box in page.get_by_role("checkbox").all():
        box.check()
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("#overlay canvas")).to_be_visible()
    expect(page.locator("#overlay")).to_contain_text("B Channel breakout")


def test_the_pages_are_within_reach_of_all(desk: Desk, variant: Variant) -> None:
    strategy = variant.strategy
    other = aside(lambda: played_variant(strategy, "donchian_breakout", index=1))
    runs = aside(lambda: [make_developed(owner=strategy.owner, rounds=n) for n in (1, 3)])
    page = desk.window(strategy.owner)
    scripts: dict[str, int] = {}

    def weigh(answer: Response) -> None:
        if answer.url.endswith(".js"):
            scripts[answer.url] = len(answer.body())

    page.on("response", weigh)
    found = []
    for address in (
        f"/variants/{variant.pk}/", f"/strategies/{strategy.pk}/variants/",
        f"/variants/compare/?v={variant.pk}&v={other.pk}", "/variants/compare/",
        f"/strategies/compare/?s={runs[0].pk}&s={runs[1].pk}",
    ):  # fmt: skip
        scripts.clear()
        page.goto(address)
        page.wait_for_load_state("networkidle")
        assert sum(scripts.values()) < SCRIPT_LIMIT, scripts
        found += looked_at(page, address)
    assert not found, "\n".join(found)
    desk.complaints.clear()  # a comparison of nothing is answered with 400
