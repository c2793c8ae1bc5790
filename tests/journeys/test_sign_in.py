"""Signing in and out."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.journeys.desk import PASSWORD, Desk, person


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
