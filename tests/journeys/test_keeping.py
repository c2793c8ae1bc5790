"""Archive, restore, erase."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.hypotheses.helpers import COMPLETE
from tests.journeys.desk import Desk, of, person, refined


def test_archived_is_out_of_the_lists_and_comes_back(desk: Desk) -> None:
    ana = person("ana")
    hypothesis = refined(COMPLETE["en"], user=ana)
    page = desk.window(ana, of(hypothesis))
    page.get_by_role("button", name="Archive").click()
    page.wait_for_url("**/hypotheses/")
    expect(page.get_by_role("status")).to_have_text("archived: stored, but not in the lists")
    expect(page.locator("tbody tr")).to_have_count(0)
    page.goto("/hypotheses/?archived=only")
    page.locator("[data-row]").click()
    expect(page.locator(".subject")).to_contain_text("Archived: stored")
    page.get_by_role("button", name="Restore").click()
    page.goto("/hypotheses/")
    expect(page.locator("tbody tr")).to_have_count(1)


def test_an_admin_erases_and_the_decision_stays_without_words(desk: Desk) -> None:
    hypothesis = refined(COMPLETE["en"], user=person("ana"))
    page = desk.window(person("carla", "admin"), of(hypothesis))
    page.get_by_role("link", name="Erase").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Erase hypothesis {hypothesis.pk}?")
    page.get_by_role("link", name="Leave it").click()
    page.get_by_role("link", name="Erase").click()
    page.get_by_role("button", name="Erase for good").click()
    expect(page.locator(".subject")).to_contain_text("Erased: its words and persons are gone")
    expect(page.locator("body")).not_to_contain_text("insomnia")
    expect(page.locator(".history .current")).to_contain_text("approved")
    expect(page.get_by_role("link", name="Erase")).to_have_count(0)


def test_an_author_is_not_offered_to_erase(desk: Desk) -> None:
    ana = person("ana")
    page = desk.window(ana, of(refined(COMPLETE["en"], user=ana)))
    expect(page.get_by_role("button", name="Archive")).to_be_visible()
    expect(page.get_by_role("link", name="Erase")).to_have_count(0)
