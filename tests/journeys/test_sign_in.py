"""Signing in and out."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.hypotheses.recorded import waiting
from tests.journeys.desk import PASSWORD, Desk, aside, of, person


def attempt(page: Page, password: str) -> None:
    page.get_by_label("Username").fill("ana")
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def test_one_goes_on_to_the_page_one_asked_for_and_leaves(desk: Desk) -> None:
    person("ana")
    page = desk.window(None, "/hypotheses/?order=old")
    attempt(page, PASSWORD)
    page.wait_for_url("**/hypotheses/?order=old")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-in/")
    page.goto("/hypotheses/")
    assert "/sign-in/" in page.url


def test_guessing_is_paused(desk: Desk) -> None:
    person("ana")
    page = desk.window(None, "/sign-in/")
    for _ in range(4):
        attempt(page, "a guess")
        expect(page.get_by_role("alert")).to_be_visible()
    attempt(page, "a guess")
    expect(page.get_by_role("heading", level=1)).to_have_text("Too many attempts")
    page.get_by_role("link", name="Back to sign in").click()
    attempt(page, PASSWORD)  # the right one, too late
    expect(page.get_by_role("heading", level=1)).to_have_text("Too many attempts")


def test_a_decision_typed_when_the_session_had_ended_is_back_in_its_form(desk: Desk) -> None:
    hypothesis = aside(lambda: waiting(person("ana")))
    person("rita", "reviewer")
    page = desk.window(None, of(hypothesis))
    signed_in(page, "rita")
    page.wait_for_url(f"**{of(hypothesis)}")
    page.get_by_role("radio", name="Approve").check()
    page.get_by_label("Reason").fill("one ward is bound enough")
    page.context.clear_cookies(name="sessionid")
    page.locator("#decide button.primary").click()
    expect(page.get_by_role("status")).to_contain_text("Nothing you typed is lost")
    signed_in(page, "rita")
    expect(page.get_by_label("Reason")).to_have_value("one ward is bound enough")
    expect(page.get_by_role("radio", name="Approve")).to_be_checked()
    page.locator("#decide button.primary").click()
    expect(page.get_by_role("status").first).to_contain_text("your decision is on record")
    page.goto("/")
    expect(page.get_by_role("heading", name="Typed and not sent")).to_have_count(0)


def signed_in(page: Page, name: str) -> None:
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
