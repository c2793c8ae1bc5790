"""The author's part: answers, assumptions, and words of their own, through a real worker."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from hypotheses.models import Hypothesis
from tests.hypotheses.recorded import conditional, unnamed, waiting
from tests.journeys.desk import Desk, of, person
from tests.processes import Site


def at_rest(page: Page, versions: int) -> None:
    expect(page.locator(".version")).to_have_count(versions)
    expect(page.locator("#progress")).to_have_count(0)


@pytest.mark.slow
def test_answers_assumptions_and_own_words(desk: Desk, site: Site) -> None:
    site.start("work", CRIVO_WORKERS="1")
    ana = person("ana")
    answer_what_was_asked(desk.window(ana, of(waiting(ana))))
    name_what_nobody_proposed(desk.window(ana, of(unnamed(ana))))
    hypothesis = conditional(ana)
    page = desk.window(ana, of(hypothesis))
    say_which_assumptions_hold(page, hypothesis)
    write_a_version(page, hypothesis)


def answer_what_was_asked(page: Page) -> None:
    expect(page.get_by_role("heading", name="Waiting for your answer")).to_be_visible()
    page.locator("[name=edit-population]").fill("freelancers of one platform")
    page.get_by_role("button", name="Put the answers into the question").click()
    expect(page.get_by_role("status")).to_contain_text("a further round has begun")
    at_rest(page, 2)
    expect(page.locator("#slot-population .words")).to_contain_text("of one platform")


def name_what_nobody_proposed(page: Page) -> None:
    expect(page.locator(".frame tr.unnamed")).to_have_count(1)
    page.get_by_role("textbox", name="Bound of the population").fill("of one bank in 2025")
    page.get_by_role("button", name="Put the answers into the question").click()
    at_rest(page, 3)
    expect(page.locator("#slot-population .words")).to_contain_text("of one bank in 2025")
    expect(page.locator(".frame tr.unnamed")).to_have_count(0)
    expect(page.locator("#answers tr.proposed")).to_have_count(2)


def say_which_assumptions_hold(page: Page, hypothesis: Hypothesis) -> None:
    expect(page.locator(".frame tr.proposed")).to_have_count(2)
    page.locator("[name=edit-measure]").fill("defects per release")
    expect(page.locator("[name=act-measure][value=edit]")).to_be_checked()  # typing chooses it
    page.locator("[name=act-comparator][value=confirm]").check()
    page.get_by_role("button", name="Put the answers into the question").click()
    at_rest(page, 3)
    elements = {e.kind: e for e in hypothesis.versions.get(number=3).elements.all()}
    assert elements["comparator"].origin == elements["metric"].origin == "confirmed"
    assert elements["metric"].text == "defects per release"
    expect(page.locator(".frame tr.proposed")).to_have_count(0)


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
