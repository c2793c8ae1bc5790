"""A reviewer looks at a version that two judges see differently."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.config.runs.asking import configure
from tests.hypotheses.helpers import COMPLETE
from tests.hypotheses.services.test_asking import strict
from tests.journeys.desk import Desk, of, person, refined
from tests.journeys.test_accessibility import looked_at
from tests.llm.server import FaultServer


def test_both_verdicts_are_on_the_page_and_the_inbox_leads_there(desk: Desk, settings: Any) -> None:
    ana, bea = person("ana"), person("bea", "reviewer")
    with FaultServer(strict) as server:
        configure(settings, server)
        hypothesis = refined(COMPLETE["en"], user=ana, max_refinements=0)
    page = desk.window(bea)
    page.get_by_role("link", name=COMPLETE["en"][:60]).first.click()
    page.wait_for_url(f"**{of(hypothesis)}")
    expect(page.get_by_text("The judges disagree")).to_be_visible()
    judges = page.locator("ul.judges").first
    expect(judges).to_contain_text("built-in analyst: approved")
    expect(judges).to_contain_text("model-1: needs refinement")
    page.get_by_text("Why this judge says so").click()
    expect(judges).to_contain_text("population 2/2")
    assert looked_at(page, "two judges") == []
