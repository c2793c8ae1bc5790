"""Reviewers: two at once, one's own work, and what is not theirs to see."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from hypotheses.models import Hypothesis
from tests.hypotheses.helpers import COMPLETE, FORCED
from tests.journeys.desk import Desk, of, person, refined


@pytest.fixture
def hypothesis(desk: Desk) -> Hypothesis:
    return refined(FORCED["en"], user=person("ana"))


def decide(page: Page, label: str, reason: str) -> None:
    page.get_by_label(label).check()
    page.get_by_label("Reason").fill(reason)


def test_of_two_reviewers_at_once_one_wins_and_the_other_is_told(
    desk: Desk, hypothesis: Hypothesis
) -> None:
    pages = {n: desk.window(person(n, "reviewer"), of(hypothesis)) for n in ("bea", "caio")}
    for name, page in pages.items():
        decide(page, "Approve", f"says {name}")
    for page in pages.values():  # neither waits for the other
        page.evaluate("document.querySelector('#decide form').requestSubmit()")
    for page in pages.values():
        expect(page.locator(".history li")).to_have_count(2)
    winner = hypothesis.decisions.get(source="human").user.username  # type: ignore[union-attr]
    (loser,) = pages.keys() - {winner}
    expect(pages[winner].get_by_role("status")).to_have_text("your decision is on record")

    page = pages[loser]
    alert = page.locator("#decide").get_by_role("alert")
    expect(alert).to_contain_text(f"approved by {winner} (“says {winner}”)")
    expect(page.get_by_label("Reason")).to_have_value(f"says {loser}")
    expect(page.get_by_role("radio", name="Approve")).to_be_checked()
    page.get_by_role("radio", name="Reject").check()
    page.get_by_role("button", name="Put on record").click()
    expect(page.locator(".history .current")).to_contain_text(f"says {loser}")
    told = hypothesis.decisions.values_list("source", "before", "after")
    assert list(told)[1:] == [("human", "rejected", "approved"), ("human", "approved", "rejected")]


def test_a_decision_needs_a_choice_and_a_reason(desk: Desk, hypothesis: Hypothesis) -> None:
    page = desk.window(person("bea", "reviewer"), of(hypothesis))
    page.get_by_label("Reason").fill("because")
    page.get_by_role("button", name="Put on record").click()
    expect(page.locator("#decide").get_by_role("alert")).to_have_text("choose one of the three")
    expect(page.get_by_label("Reason")).to_have_value("because")
    page.get_by_role("radio", name="Approve").check()
    page.get_by_label("Reason").fill("  ")
    page.get_by_role("button", name="Put on record").click()
    expect(page.locator("#decide").get_by_role("alert")).to_have_text("a decision needs a reason")
    assert hypothesis.decisions.count() == 1


def test_one_more_round_is_at_work_at_once(desk: Desk, hypothesis: Hypothesis) -> None:
    page = desk.window(person("bea", "reviewer"), of(hypothesis))
    decide(page, "One more round", "name X and Y")
    page.get_by_role("button", name="Put on record").click()
    expect(page.locator("#progress")).to_contain_text("is queued")
    expect(page.locator(".history .current")).to_contain_text("name X and Y")
    expect(page.locator("#decide")).to_contain_text("A run is at work")


def test_nobody_overrides_their_own(desk: Desk) -> None:
    bea = person("bea", "reviewer")
    mine = refined(COMPLETE["en"], user=bea)
    page = desk.window(bea, of(mine))
    expect(page.locator("#decide")).to_contain_text("You cannot decide on your own hypothesis")
    expect(page.locator("#decide form")).to_have_count(0)
    page.keyboard.press("a")  # the key finds nothing to choose
    expect(page.locator(".history li")).to_have_count(1)


def test_another_s_hypothesis_is_not_found(desk: Desk, hypothesis: Hypothesis) -> None:
    page = desk.window(person("dora"), "/hypotheses/")
    expect(page.get_by_role("heading", level=2)).to_have_text("No hypotheses yet")
    page.goto(of(hypothesis))
    expect(page.get_by_role("heading", level=1)).to_have_text("Not found")
    expect(page.locator("body")).not_to_contain_text(hypothesis.text)
