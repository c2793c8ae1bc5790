"""A file of prices in the browser: bad, mended, imported, drawn; a lesson pinned by keyboard."""

from __future__ import annotations

import re

from playwright.sync_api import FilePayload, expect

from tests.journeys.desk import Desk, aside, person
from tests.trading.helpers import make_developed
from tests.trading.services.test_uploads import brazilian
from tests.trading.views.test_uploads import bad
from trading.memory import remember
from trading.models import Dataset


def csv(data: bytes) -> FilePayload:
    return {"name": "petr4.csv", "mimeType": "text/csv", "buffer": data}


def test_a_bad_file_is_mended_imported_and_drawn(desk: Desk) -> None:
    page = desk.window(person("ana"), "/data/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_role("link", name="Upload a file").first.click()
    page.get_by_label("CSV file").set_input_files(csv(bad()))
    page.get_by_label("Ticker").fill("petr4")
    page.get_by_label("Licence").fill("public")
    page.get_by_role("button", name="Look at it").click()
    expect(page.locator(".faults tbody tr")).to_have_count(3)
    expect(page.locator(".faults")).to_contain_text("abc is text, not a number")
    expect(page.get_by_role("button", name="Import")).to_have_count(0)
    page.get_by_label("Another file in its place").set_input_files(csv(brazilian()))
    expect(page.get_by_label("Licence")).to_have_value("public")
    page.get_by_role("button", name="Look again").click()
    expect(page.get_by_role("heading", name="What it would become")).to_be_visible()
    page.get_by_role("button", name="Import").click()
    expect(page).to_have_url(re.compile(r"/data/\d+/$"))
    expect(page.locator(".message.success")).to_have_text("imported: PETR4 v1")
    expect(page.locator(".price-chart canvas").first).to_be_visible()
    page.get_by_text("The same as numbers").click()
    expect(page.get_by_role("region", name="Prices by period")).to_be_visible()
    assert Dataset.objects.get().licence == "public"
    assert [url for url in asked if not url.startswith(desk.url)] == []


def test_a_lesson_is_found_pinned_and_reworded_by_keyboard(desk: Desk) -> None:
    ana, bea = person("ana"), person("bea", "reviewer")
    aside(lambda: remember(strategy=make_developed(owner=ana), state={}))
    page = desk.window(bea, "/memory/")
    page.keyboard.press("/")
    page.keyboard.type("opposite")
    page.keyboard.press("Enter")
    expect(page.locator(".lessons tbody tr")).to_have_count(1)
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Where it comes from")).to_be_visible()
    page.keyboard.press("p")
    expect(page.locator(".message.success")).to_contain_text("pinned")
    page.keyboard.press("e")
    page.get_by_label("In your words").fill("Bars turn back")
    page.get_by_role("button", name="Reword").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bars turn back")
    expect(page.get_by_role("heading", name="Rewordings")).to_be_visible()
