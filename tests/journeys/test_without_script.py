"""The main way with JavaScript switched off."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from hypotheses.models import Hypothesis
from tests.hypotheses.helpers import FORCED
from tests.journeys.desk import PASSWORD, Desk, of, person
from tests.processes import Site, wait_for


def sign_in(page: Page, name: str) -> None:
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator(".who")).to_contain_text(name)


def look_until_there_are(page: Page, versions: int) -> None:
    def there() -> bool:
        again = page.get_by_role("link", name="Look again")
        if again.count():
            again.click()
            return False
        return page.locator(".version").count() == versions

    wait_for(there, "the run to end")


@pytest.mark.slow
def test_the_main_way_without_javascript(desk: Desk, site: Site) -> None:
    site.start("work", CRIVO_WORKERS="1")
    person("ana")
    ana = desk.window(java_script_enabled=False)
    sign_in(ana, "ana")
    ana.get_by_role("link", name="New idea").first.click()
    ana.get_by_label("Your idea").fill(FORCED["en"])
    ana.get_by_role("button", name="Refine this idea").click()
    look_until_there_are(ana, 3)
    ana.locator("[name=edit-measure]").fill("hours in a sleep diary")
    ana.get_by_role("button", name="Put the answers into the question").click()
    look_until_there_are(ana, 4)

    person("bea", "reviewer")
    bea = desk.window(java_script_enabled=False)
    sign_in(bea, "bea")
    bea.goto(of(Hypothesis.objects.get()))
    bea.get_by_label("Approve").check()
    bea.get_by_label("Reason").fill("X and Y are code names")
    bea.get_by_role("button", name="Put on record").click()
    expect(bea.locator(".history .current")).to_contain_text("X and Y are code names")
