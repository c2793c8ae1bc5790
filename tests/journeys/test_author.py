"""The author's part: answers, assumptions, and words of their own, through a real worker."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from hypotheses.models import Hypothesis
from tests.hypotheses.helpers import FORCED, REFINED
from tests.journeys.desk import Desk, of, person, refined
from tests.processes import Site


def at_rest(page: Page, versions: int) -> None:
    expect(page.locator(".version")).to_have_count(versions)
    expect(page.locator("#progress")).to_have_count(0)


@pytest.mark.slow
def test_answers_assumptions_and_own_words(desk: Desk, site: Site) -> None:
    site.start("work", CRIVO_WORKERS="1")
    ana = person("ana")
    answer_what_was_asked(desk.window(ana, of(refined(FORCED["en"], user=ana))))
    hypothesis = refined(REFINED["en"], user=ana)
    page = desk.window(ana, of(hypothesis))
    say_which_assumptions_hold(page, hypothesis)
    write_a_version(page, hypothesis)


def answer_what_was_asked(page: Page) -> None:
    said = {
        "variables": "Coffee reduces sleep in adults aged 18-40",
        "metrics": "hours in a sleep diary",
        "testability": "those who drink none",
    }
    for aspect, words in said.items():
        page.locator(f"[name=ask-{aspect}]").fill(words)
    page.get_by_role("button", name="Send: start a round").click()
    expect(page.get_by_role("status")).to_contain_text("a further round has begun")
    at_rest(page, 4)
    expect(page.locator("#v4 .question").first).to_contain_text("hours in a sleep diary")
    expect(page.locator(".facts .decided.approved")).to_be_visible()


def say_which_assumptions_hold(page: Page, hypothesis: Hypothesis) -> None:
    expect(page.locator(".chip")).to_have_count(3)
    page.locator("[name=act-population][value=confirm]").check()
    page.locator("[name=edit-metrics]").fill("defects per release")
    expect(page.locator("[name=act-metrics][value=edit]")).to_be_checked()  # typing chooses it
    page.locator("[name=act-comparator][value=drop]").check()
    page.get_by_role("button", name="Send: start a round").click()
    at_rest(page, 3)
    elements = {e.kind: e for e in hypothesis.versions.get(number=3).elements.all()}
    assert elements["population"].origin == elements["metric"].origin == "confirmed"
    assert elements["metric"].text == "defects per release"
    assert "comparator" not in elements
    expect(page.locator("[name=ask-testability]")).to_be_visible()  # dropped: asked for instead


def write_a_version(page: Page, hypothesis: Hypothesis) -> None:
    page.get_by_role("link", name="Edit the question").click()
    box = page.get_by_label("The question")
    before = box.input_value()
    page.get_by_role("button", name="Assess this version").click()
    expect(page.get_by_role("alert")).to_have_text("this is V3 word for word")
    mine = before.rstrip("?.") + ", compared with teams that test afterwards, over six months"
    box.fill(mine)
    page.get_by_role("button", name="Assess this version").click()
    at_rest(page, 4)
    expect(page.locator("#v4 .question").first).to_have_text(mine)
    expect(page.locator("#v4")).to_contain_text("written by ana")
    expect(page.locator("#v4 .score")).to_have_count(4)
    assert hypothesis.versions.get(number=4).origin == "user"
