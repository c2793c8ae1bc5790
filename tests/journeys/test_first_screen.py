"""The answer first: what a reader sees of a page before scrolling, and how long the page is."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from config.runs.models import Run
from tests.hypotheses.helpers import COMPLETE, refined
from tests.hypotheses.recorded import IDEA, conditional
from tests.journeys.desk import Desk, aside, of, person
from tests.journeys.pages import LONG_WORD
from tests.journeys.test_accessibility import sticking_out
from tests.trading import desk as developments
from tests.trading.variants import own_strategy, played_variant
from trading.services.decide import accept_variant

WIDE: Any = {"width": 1440, "height": 900}
PHONE: Any = {"width": 390, "height": 844}
WIDER = """() => [...document.querySelectorAll("main table")]
    .filter((table) => table.scrollWidth > table.parentElement.clientWidth + 1)
    .map((table) => table.innerText).filter((text) => text.trim())"""
"""The words of tables that are wider than their place; a chart's own have none."""
TALLEST = 2400  # px of a page at 1440, its folded parts closed


def top_of(page: Page, selector: str) -> float:
    """How far below the page's top an element begins."""
    return float(
        page.locator(selector).first.evaluate("e => e.getBoundingClientRect().top + scrollY")
    )


def seen_above(page: Page, height: int) -> str:
    """The text that is drawn above a line of the page."""
    return str(
        page.evaluate(
            """height => {
            const main = document.querySelector("main");
            const walk = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
            const found = [];
            while (walk.nextNode()) {
              if (!walk.currentNode.parentElement.checkVisibility()) continue;
              const range = document.createRange();
              range.selectNodeContents(walk.currentNode);
              const box = range.getBoundingClientRect();
              if (box.height && box.bottom + scrollY <= height) found.push(walk.currentNode.data);
            }
            return found.join(" ").replace(/\\s+/g, " ");
            }""",
            height,
        )
    )


def height_of(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollHeight"))


@pytest.mark.parametrize("reader", ["ana", "rita"])
def test_a_run_answers_on_its_first_screen(desk: Desk, reader: str) -> None:
    ana, rita = person("ana"), person("rita", "reviewer")
    strategy = aside(lambda: developments.at_limit(ana, objective="momentum with low drawdown"))
    user = ana if reader == "ana" else rita
    page = desk.window(user, f"/strategies/{strategy.pk}/", viewport=WIDE)
    seen = seen_above(page, 900)
    for answer in (
        "momentum with low drawdown",
        "No strategy was found within the limits",
        "does not pass",
        "Asked of you",
        "Try another from here",
    ):
        assert answer in seen
    assert top_of(page, "#verdict") < 500
    assert top_of(page, "figure.picture svg") < 500
    assert height_of(page) <= TALLEST
    assert page.locator("main").inner_text().count("No strategy") == 1  # said once
    page.set_viewport_size(PHONE)
    assert top_of(page, "#verdict h2") < 700


def test_a_run_at_work_is_no_long_page(desk: Desk) -> None:
    ana = person("ana")
    strategy = developments.recorded(ana, rounds=8, final_status="")
    until = timezone.now() + timedelta(minutes=5)
    Run.objects.update(status=Run.Status.RUNNING, lease_until=until, finished_at=None)
    page = desk.window(ana, f"/strategies/{strategy.pk}/", viewport=WIDE)
    expect(page.locator("#chart canvas")).to_be_visible()
    assert top_of(page, "#now") < 500
    assert height_of(page) <= TALLEST
    page.get_by_text("The iterations as a table").click()
    expect(page.locator("table.rounds tbody")).to_have_count(8)


def test_one_long_word_makes_no_long_page(desk: Desk) -> None:
    ana, rita = person("ana"), person("rita", "reviewer")
    strategy = aside(lambda: developments.at_limit(ana, objective=f"momentum {LONG_WORD}"))
    chosen = aside(lambda: strategy.variants.order_by("pk")[0])
    aside(
        lambda: accept_variant(
            strategy_id=strategy.pk, variant_id=chosen.pk, user=rita, reason=f"<b>{LONG_WORD}</b>"
        )
    )
    for reader in (ana, rita):
        page = desk.window(reader, f"/strategies/{strategy.pk}/", viewport=WIDE, locale="pt-BR")
        assert page.locator("h1").inner_text().count(LONG_WORD) == 1
        assert height_of(page) <= TALLEST


def test_names_of_segments_stand_beside_the_curves(desk: Desk) -> None:
    ana = person("ana")
    strategy = aside(lambda: developments.succeeded(ana))
    for size in (WIDE, PHONE):
        page = desk.window(ana, f"/strategies/{strategy.pk}/", viewport=size, locale="pt-BR")
        drawn = page.locator("figure.picture svg svg").first.bounding_box()
        names = [name.bounding_box() for name in page.locator("figure.picture .column text").all()]
        assert drawn
        assert len(names) == 3
        assert all(each and each["y"] + each["height"] <= drawn["y"] + 1 for each in names)
        assert sticking_out(page) == []


def test_much_that_is_asked_makes_no_long_page(desk: Desk) -> None:
    ana, carla = person("ana"), person("carla", "admin")
    idea = "stocks that gap down on earnings day recover within a month more often than not"
    hypothesis = aside(lambda: refined(idea, user=ana))
    for reader in (ana, carla):
        page = desk.window(reader, of(hypothesis), viewport=WIDE)
        assert page.locator("#answers tr").count() >= 3
        assert height_of(page) <= TALLEST


def test_an_author_s_whole_idea_is_no_long_page_either(desk: Desk) -> None:
    ana = person("ana")
    hypothesis = aside(lambda: refined(COMPLETE["en"], user=ana))
    page = desk.window(ana, f"/hypotheses/{hypothesis.pk}/", viewport=WIDE)
    assert height_of(page) <= TALLEST


@pytest.mark.parametrize("reader", ["ana", "rita", "carla"])
def test_a_hypothesis_answers_on_its_first_screen(desk: Desk, reader: str) -> None:
    ana = person("ana")
    hypothesis = conditional(ana)
    readers = {"ana": lambda: ana, "rita": lambda: person("rita", "reviewer"),
               "carla": lambda: person("carla", "admin")}  # fmt: skip
    page = desk.window(readers[reader](), of(hypothesis), viewport=WIDE)
    seen = seen_above(page, 900)
    for answer in (
        "As its author wrote it",
        "Approved on 2 conditions",
        "Why",
        "Asked of you" if reader == "ana" else "Asked of its author",
        "Does this hold?",
        "What next",
    ):
        assert answer in seen
    assert IDEA in seen
    assert "The parts of the question (PICO)" in seen
    assert top_of(page, "#outcome") < 500
    assert height_of(page) <= TALLEST
    page.set_viewport_size(PHONE)
    assert top_of(page, "#outcome h2") < 700


FIRST = {
    "/": "main a[data-row]",
    "/hypotheses/": "main tbody tr",
    "/hypotheses/?status=conditional": "main tbody tr",
    "/hypotheses/new/": "textarea",
    "/strategies/": "main tbody tr",
    "/strategies/new/": "[name=objective]",
    "/data/": "main tbody tr",
    "/trust/": "main section",
    "/account/": "main section",
    "/api/docs/": "main section",
}
"""What a reader came for, on the main pages that have no verdict."""


@pytest.mark.parametrize(("size", "lowest"), [(WIDE, 500), (PHONE, 700)])
def test_what_a_main_page_is_for_begins_on_the_first_screen(
    desk: Desk, size: Any, lowest: int
) -> None:
    ana = person("ana")
    conditional(ana)
    own_strategy(ana)
    page = desk.window(ana, viewport=size, locale="pt-BR")
    found = {}
    for address, content in FIRST.items():
        page.goto(address)
        found[address] = top_of(page, content)
    assert {address: top for address, top in found.items() if top > lowest} == {}


def test_an_assumption_is_confirmed_where_it_is_asked_about(desk: Desk) -> None:
    ana = person("ana")
    page = desk.window(ana, of(conditional(ana)), viewport=WIDE)
    before = page.evaluate("scrollY")
    page.locator("#outcome [value=confirm]").first.check()
    assert page.evaluate("scrollY") == before
    page.locator("#outcome [value=drop]").last.check()
    page.locator("#outcome").get_by_role("button", name="Put the answers into the question").click()
    expect(page.get_by_role("status")).to_contain_text("a further round has begun")


def test_a_variant_begins_with_its_tear_sheet(desk: Desk) -> None:
    ana = person("ana")
    variant = aside(lambda: played_variant(own_strategy(ana)))
    page = desk.window(ana, f"/variants/{variant.pk}/", viewport=WIDE)
    seen = seen_above(page, 900)
    for answer in (
        "Drawdown",
        "share of bars in the market",
        "Against",
        "correlation",
    ):
        assert answer in seen
    assert top_of(page, "#sheet svg") < 500
    assert height_of(page) <= TALLEST


@pytest.mark.parametrize("reader", ["ana", "rita"])
def test_a_variant_answers_on_its_first_screen(desk: Desk, reader: str) -> None:
    ana, rita = person("ana"), person("rita", "reviewer")
    strategy = aside(lambda: developments.at_limit(ana))
    variant = aside(lambda: strategy.variants.order_by("pk")[0])
    page = desk.window(ana if reader == "ana" else rita, f"/variants/{variant.pk}/", viewport=WIDE)
    seen = seen_above(page, 900)
    asked = "A reviewer can override" if reader == "ana" else "accept, abandon, send back"
    for answer in (
        "Claimed",
        "This variant does not pass its gates.",
        "Why",
        "all gates",
        "Asked of you",
        asked,
        "change its rules",
    ):
        assert answer in seen
    page.set_viewport_size(PHONE)
    assert top_of(page, "#verdict h2") < 700


def test_no_table_of_a_list_or_of_the_calibration_is_wider_than_a_phone(desk: Desk) -> None:
    ana = person("ana")
    strategy = own_strategy(ana)
    aside(lambda: played_variant(strategy))
    page = desk.window(ana, viewport=PHONE, locale="pt-BR")
    too_wide = """() => [...document.querySelectorAll("main table")]
        .filter((table) => table.getBoundingClientRect().right > innerWidth)
        .map((table) => table.innerText)"""
    for address in (
        "/", "/hypotheses/", "/strategies/", f"/strategies/{strategy.pk}/",
        f"/strategies/{strategy.pk}/variants/", f"/strategies/{strategy.pk}/certificate/",
        "/trust/", "/runs/", "/data/", "/memory/",
        "/specs/", "/account/",
    ):  # fmt: skip
        page.goto(address)
        assert (address, page.evaluate(too_wide), sticking_out(page)) == (address, [], [])


def test_no_table_of_what_is_printed_or_compared_is_wider_than_a_phone(desk: Desk) -> None:
    ana = person("ana")
    won = aside(lambda: developments.succeeded(ana))
    lost = aside(lambda: developments.abandoned(ana))
    page = desk.window(ana, viewport=PHONE, locale="pt-BR")
    for address in (
        f"/strategies/{won.pk}/report/", f"/strategies/{won.pk}/certificate/",
        f"/data/{won.dataset_id}/", f"/strategies/compare/?s={won.pk}&s={lost.pk}",
    ):  # fmt: skip
        page.goto(address)
        assert (address, page.evaluate(WIDER)) == (address, [])
    rita = person("rita", "reviewer")  # who sees whose each is
    list_of_all = desk.window(rita, "/strategies/", viewport=WIDE, locale="pt-BR")
    assert list_of_all.evaluate(WIDER) == []


def test_no_table_of_a_folded_part_is_wider_than_a_phone(desk: Desk) -> None:
    ana = person("ana")
    won = aside(lambda: developments.succeeded(ana))
    variant = aside(lambda: won.variants.order_by("pk")[0])
    page = desk.window(ana, viewport=PHONE, locale="pt-BR")
    for address, labelled in (
        (f"/variants/{variant.pk}/", "Lucro"), (f"/data/{won.dataset_id}/", "Volume"),
        ("/specs/new/", "Barras anteriores que consulta"),
    ):  # fmt: skip
        page.goto(address)
        page.evaluate("document.querySelectorAll('details').forEach((each) => each.open = true)")
        expect(page.locator(f"main .by-row td[data-label='{labelled}']").first).to_be_visible()
        assert (address, page.evaluate(WIDER), sticking_out(page)) == (address, [], [])
    page.set_viewport_size(WIDE)
    expect(page.locator("main .by-row")).to_have_count(0)


def test_the_tables_of_costs_need_no_scrolling(desk: Desk) -> None:
    ana = person("ana")
    strategy = aside(lambda: developments.at_limit(ana))
    run = Run.objects.latest("pk")
    for node, prompt in (("research_swarm", "synthesis_fundamental"), ("judges", "trajectory")):
        run.llm_calls.create(
            model="a-model-with-a-long-name-2026-11", node=node, prompt=prompt, prompt_hash="h",
            tokens_in=1_234_567, tokens_out=234_567, outcome="ok", seconds=12.5, cost_usd="12.3456",
        )  # fmt: skip
    page = desk.window(
        ana, f"/strategies/{strategy.pk}/", viewport={"width": 1200, "height": 800}, locale="pt-BR"
    )
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert page.locator("#costs table").count() == 5
    assert page.evaluate(WIDER.replace("main table", "#costs table")) == []


@pytest.mark.parametrize("locale", ["en", "pt-BR"])
def test_no_table_of_a_sheet_is_wider_than_its_card_on_a_phone(desk: Desk, locale: str) -> None:
    ana = person("ana")
    variant = aside(lambda: played_variant(own_strategy(ana)))
    page = desk.window(ana, f"/variants/{variant.pk}/", viewport=PHONE, locale=locale)
    assert sticking_out(page) == []
    too_wide = """() => [...document.querySelectorAll("#sheet table")]
        .filter((table) => table.getBoundingClientRect().right
            > document.querySelector("#sheet").getBoundingClientRect().right)
        .map((table) => table.innerText)"""
    assert page.evaluate(too_wide) == []
