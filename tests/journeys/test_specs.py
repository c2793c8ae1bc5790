"""A person writes a spec: told what is wrong while writing, runs it, keeps it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.journeys.desk import Desk, person
from tests.trading.storage.stored import dataset
from trading.models import SavedSpec, SpecBacktest


@pytest.mark.slow
def test_what_is_wrong_is_told_in_its_place_while_one_writes(desk: Desk) -> None:
    page = desk.window(person("ana"), "/specs/new/?template=sma_long")
    text = page.get_by_label("The spec, as JSON")
    expect(page.locator(".gutter")).to_contain_text("15")
    sound = text.input_value()
    text.fill("\n" + sound.replace('"sma"', '"smaa"', 1))
    fault = page.get_by_role("button", name="line 11, column 30")
    expect(fault).to_be_visible()
    expect(page.locator(".gutter .bad")).to_have_text("11")
    expect(text).to_have_attribute("aria-invalid", "true")
    fault.click()
    expect(text).to_be_focused()
    at = text.evaluate("area => area.value.slice(area.selectionStart, area.selectionStart + 6)")
    assert at == '"smaa"'
    text.fill(sound)
    expect(page.get_by_role("heading", name="The rules in words")).to_be_visible()
    expect(page.locator(".gutter .bad")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("script", [True, False])
def test_a_spec_is_run_and_kept_with_or_without_script(desk: Desk, script: bool) -> None:
    dataset()
    page = desk.window(person("ana"), "/specs/", java_script_enabled=script)
    page.get_by_role("link", name="New spec").last.click()
    page.get_by_text("Begin with a well-known strategy").click()
    page.get_by_role("link", name="RSI out of oversold").click()
    page.get_by_label("Ticker").select_option("WALK")
    page.get_by_role("button", name="Run on train").click()
    expect(page.get_by_role("heading", name="On train of WALK")).to_be_in_viewport()
    expect(page.get_by_text("a look at train")).to_be_visible()
    page.get_by_label("The spec, as JSON").fill('{"name": 3}')
    page.get_by_role("button", name="Save as a starting spec").click()
    expect(page.get_by_text("must be text, not 3")).to_be_visible()
    page.go_back()
    page.get_by_label("Name to keep it under").fill("mine")
    page.get_by_role("button", name="Save as a starting spec").click()
    expect(page.get_by_text("saved as mine, version 1")).to_be_visible()
    assert SpecBacktest.objects.count() >= 1
    assert SavedSpec.objects.get().name == "mine"
