"""Strategies in the browser: from a ticker to a person's word, with a real worker."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.desk import PASSWORD, Desk, aside, background, person
from tests.processes import Site
from tests.trading import desk as trading_desk
from tests.trading.services.inline import momentum
from tests.trading.storage.stored import dataset
from trading.models import Strategy, StrategyDecision

SCRIPT_LIMIT = 250_000  # bytes of a page's scripts, as they are before they are compressed


class Heard:
    """What a window asked for: from where, and how much script it was given."""

    def __init__(self, page: Page, url: str) -> None:
        self.elsewhere: list[str] = []
        self.scripts: dict[str, int] = {}
        self._url = url
        page.on("request", self._ask)
        page.on("response", self._answer)

    def _ask(self, request: Any) -> None:
        if not request.url.startswith((self._url, "data:", "blob:")):
            self.elsewhere.append(request.url)

    def _answer(self, response: Any) -> None:
        if response.request.resource_type == "script":
            self.scripts[response.url] = len(response.body())


def sign_in(page: Page, name: str) -> None:
    page.fill("#id_username", name)
    page.fill("#id_password", PASSWORD)
    page.press("#id_password", "Enter")
    page.wait_for_selector(".who")


def weight_of(page: Page, heard: Heard, path: str) -> int:
    """Of the scripts of one page, loaded anew."""
    heard.scripts.clear()
    page.goto(path)
    page.wait_for_load_state("networkidle")
    return sum(heard.scripts.values())


@pytest.mark.slow
def test_from_a_ticker_to_an_override_in_portuguese_in_the_dark_by_keyboard(
    desk: Desk, site: Site
) -> None:
    """Ana starts it and watches, compares, opens a variant; Rita has the last word."""
    dataset(momentum(), ticker="EDGE")
    site.start("work", CRIVO_WORKERS="1")
    person("ana")
    person("rita", "reviewer")
    ana = desk.window(locale="pt-BR", color_scheme="dark")
    heard = Heard(ana, desk.url)
    sign_in(ana, "ana")
    ana.keyboard.press("d")
    ana.wait_for_url("**/strategies/new/")
    ana.focus("#id_ticker")
    ana.keyboard.type("EDGE")
    ana.keyboard.press("Tab")
    ana.focus("#id_objective")
    ana.keyboard.type("momento de curto prazo")
    ana.focus(".primary")
    ana.keyboard.press("Enter")
    ana.wait_for_url(re.compile(r"/strategies/\d+/$"))
    assert background(ana) != "rgb(255, 255, 255)"
    expect(ana.locator("html")).to_have_attribute("lang", "pt-br")
    # It comes to its end by itself, without a reload by hand.
    expect(ana.locator(".facts .decided.by-agent")).to_be_visible()
    strategy = Strategy.objects.get()
    assert strategy.final_status == "SUCCESS"
    expect(ana.locator("#verdict")).to_contain_text("EDGE")
    assert ana.locator("[hx-get]").count() == 0

    ana.locator("#best a").focus()
    ana.keyboard.press("Enter")
    ana.wait_for_url("**/variants/*/")
    ana.locator("#prices > summary").focus()
    ana.keyboard.press("Enter")
    expect(ana.locator("#chart canvas").first).to_be_visible()
    expect(ana.locator("#trades tbody tr").first).to_be_visible()

    ana.goto(f"/strategies/{strategy.pk}/variants/")
    boxes = ana.locator("input[name=v]")
    for index in (0, 1):
        boxes.nth(index).focus()
        ana.keyboard.press("Space")
    ana.locator("form[action$='compare/'] button").first.focus()
    ana.keyboard.press("Enter")
    ana.wait_for_url(re.compile(r"/variants/compare/\?v=\d+&v=\d+"))
    expect(ana.locator("canvas").first).to_be_visible()
    expect(ana.locator("#decide")).to_have_count(0)

    variant = strategy.variants.order_by("pk")[0].pk
    pages = [f"/strategies/{strategy.pk}/", f"/variants/{variant}/", ana.url,
             f"/data/{strategy.dataset_id}/", "/specs/new/"]  # fmt: skip
    weights = {path: weight_of(ana, heard, path) for path in pages}
    assert all(0 < weight < SCRIPT_LIMIT for weight in weights.values()), weights
    assert heard.elsewhere == []

    rita = desk.window(color_scheme="dark")
    sign_in(rita, "rita")
    rita.keyboard.press("s")
    rita.wait_for_url("**/strategies/")
    rita.keyboard.press("j")
    rita.keyboard.press("Enter")
    rita.wait_for_url(re.compile(r"/strategies/\d+/$"))
    rita.keyboard.press("r")
    rita.keyboard.type("one round is too little")
    rita.keyboard.press("Tab")
    rita.locator("#decide button.primary").focus()
    rita.keyboard.press("Enter")
    expect(rita.get_by_role("status").first).to_contain_text("your decision is on record")
    told = StrategyDecision.objects.values_list("source", "before", "after")
    assert list(told) == [("agent", "", "SUCCESS"), ("human", "SUCCESS", "ABANDONED")]
    ana.goto(f"/strategies/{strategy.pk}/")
    expect(ana.locator(".facts .by-human")).to_contain_text("rita")
    expect(ana.locator("main")).to_contain_text("one round is too little")


def test_from_an_approved_hypothesis(desk: Desk) -> None:
    from tests.trading.services.test_hypothesis_draft import approved

    aside(lambda: dataset(ticker="AAPL"))
    ana = person("ana")
    hypothesis = aside(lambda: approved(owner=ana))
    page = desk.window(ana, f"/hypotheses/{hypothesis.pk}/")
    page.get_by_role("link", name="Develop a strategy from this").click()
    expect(page.locator("#id_objective")).not_to_be_empty()
    expect(page.locator("#id_ticker")).to_have_value("AAPL")
    page.fill("#id_start", "")
    page.fill("#id_end", "")
    page.get_by_role("button", name="Start the development").click()
    assert Strategy.objects.count() == 0  # nobody has confirmed the draft
    page.get_by_role("checkbox", name=re.compile("I have read|confirm", re.IGNORECASE)).check()
    page.get_by_role("button", name="Start the development").click()
    page.wait_for_url(re.compile(r"/strategies/\d+/$"))
    strategy = Strategy.objects.get()
    assert strategy.hypothesis_id == hypothesis.pk
    page.locator(".origin a").click()
    expect(page).to_have_url(re.compile(f"/hypotheses/{hypothesis.pk}/$"))
    expect(page.locator(f"main a[href='/strategies/{strategy.pk}/']").first).to_be_visible()


def test_a_bad_file_then_a_good_one(desk: Desk, tmp_path: Any) -> None:
    from tests.trading.market.files import file, rows
    from tests.trading.views.test_uploads import bad

    wrong, right = tmp_path / "wrong.csv", tmp_path / "right.csv"
    wrong.write_bytes(bad())
    right.write_bytes(file(rows()))
    page = desk.window(person("ana"), "/data/upload/")
    page.fill("#id_ticker", "MINE")
    page.set_input_files("#id_file", wrong)
    page.locator("form button.primary").click()
    faults = page.locator("table.faults tbody tr")
    expect(faults.first).to_contain_text("abc")
    assert faults.count() >= 3
    page.set_input_files("#id_file", right)
    page.locator("form button.primary").last.click()
    page.get_by_role("button", name="Import").click()
    page.wait_for_url(re.compile(r"/data/\d+/$"))
    expect(page.locator("h1")).to_contain_text("MINE")
    expect(page.locator("canvas").first).to_be_visible()
    page.get_by_role("link", name="Develop a strategy").click()
    expect(page.locator("#id_ticker")).to_have_value("MINE")


def test_a_spec_is_written_mended_and_kept(desk: Desk) -> None:
    from tests.trading.views.test_specs import TEXT

    aside(lambda: dataset(ticker="WALK"))
    page = desk.window(person("ana"), "/specs/new/")
    page.locator("textarea[name=text]").fill(TEXT.replace('"parameters"', '"paramaters"', 1))
    expect(page.locator("main")).to_contain_text("paramaters")
    page.locator("textarea[name=text]").fill(TEXT)
    page.locator("[name=name]").fill("my rule")
    page.locator("button[value=save]").click()
    page.wait_for_url(re.compile(r"/specs/\d+/"))
    page.goto("/specs/")
    expect(page.locator("main")).to_contain_text("my rule")


def test_without_script_all_can_be_read_and_decided(desk: Desk) -> None:
    ana, rita = person("ana"), person("rita", "reviewer")
    strategy = aside(lambda: trading_desk.developed(ana))
    variant = strategy.variants.order_by("pk")[0]
    page = desk.window(rita, f"/strategies/{strategy.pk}/", java_script_enabled=False)
    page.locator("#way > summary").click()
    expect(page.locator("#rounds tbody tr").first).to_be_visible()
    page.goto(f"/variants/{variant.pk}/")
    page.locator("#prices > summary").click()
    expect(page.locator("#trades")).to_be_visible()
    page.goto(f"/data/{strategy.dataset_id}/")
    page.get_by_text("The same as numbers").click()
    expect(page.locator("main table").first).to_be_visible()
    page.goto(f"/strategies/{strategy.pk}/")
    page.locator("#decide input[value=ABANDONED]").check()
    page.locator("#decide textarea").fill("no edge")
    page.locator("#decide button.primary").click()
    expect(page.locator(".facts .by-human")).to_contain_text("rita")
