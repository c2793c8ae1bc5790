"""A new idea: what was typed is kept, a near-duplicate pointed out, a split proposed."""

from __future__ import annotations

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from config.runs.models import Run
from hypotheses.models import Hypothesis
from tests.hypotheses.helpers import REFINED
from tests.journeys.desk import Desk, of, person, refined

LONG = "a" * (settings.MAX_IDEA_CHARACTERS + 1)
TWO = "TDD reduces bugs in small teams. Caffeine improves memory in older adults."


@pytest.fixture
def page(desk: Desk) -> Page:
    return desk.window(person("ana"), "/hypotheses/new/")


def submit(page: Page, text: str, language: str = "auto") -> None:
    box = page.get_by_label("Your idea")
    box.evaluate("box => box.removeAttribute('maxlength')")
    box.fill(text)
    page.get_by_label("Language").select_option(language)
    page.get_by_label("Maximum number of refinements").fill("3")
    page.locator("button.primary").click()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "This field is required."),
        (LONG, "characters"),
        ("😀 🎉 😀", ""),
        ("<b>TDD</b> reduces <script>alert(1)</script> bugs", ""),
        ("Der Kaffee verbessert das Gedächtnis bei älteren Menschen und Kindern", ""),
    ],
    ids=["empty", "too long", "emoji", "HTML", "another language"],
)
def test_what_was_typed_is_kept_on_an_error(page: Page, text: str, said: str) -> None:
    submit(page, text)
    alert = page.get_by_role("alert")
    expect(alert).to_have_count(1)
    assert said in alert.inner_text() != ""
    expect(page.get_by_label("Your idea")).to_have_value(text)
    expect(page.get_by_label("Maximum number of refinements")).to_have_value("3")
    expect(page.locator("[aria-invalid=true]")).to_have_count(1)
    assert not Hypothesis.objects.exists()


def test_a_near_duplicate_is_pointed_out_once(desk: Desk) -> None:
    ana = person("ana")
    first = refined(REFINED["en"], user=ana)
    page = desk.window(ana, "/hypotheses/new/")
    submit(page, "TDD reduces bugs in very small teams")
    expect(page.get_by_role("alert")).to_contain_text("Nearly the same is here already")
    expect(page.get_by_role("alert").get_by_role("link")).to_have_attribute("href", of(first))
    page.get_by_role("button", name="Submit it all the same").click()
    expect(page.locator(".subject")).to_contain_text("Nearly the same as")
    assert Hypothesis.objects.count() == 2


def test_a_split_is_proposed_and_made(page: Page) -> None:
    submit(page, TWO)
    expect(page.get_by_role("alert")).to_contain_text("This text holds 2 independent hypotheses")
    page.get_by_role("button", name="Make a record of each").click()
    expect(page.locator("tbody tr")).to_have_count(2)
    assert set(Hypothesis.objects.values_list("split_from", flat=True)) == {TWO}


def test_a_split_may_be_declined(page: Page) -> None:
    submit(page, TWO)
    page.get_by_role("button", name="Keep as one").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(TWO)
    assert Hypothesis.objects.get().text == TWO


def test_another_text_is_looked_at_anew(page: Page) -> None:
    submit(page, TWO)
    expect(page.get_by_role("alert")).to_have_count(1)
    page.get_by_label("Your idea").fill(TWO + " Pair programming shortens code reviews.")
    page.get_by_role("button", name="Keep as one").click()
    expect(page.get_by_role("alert")).to_contain_text("This text holds 3 independent hypotheses")


def test_the_frame_stands_while_one_types_and_one_click_sends_it(page: Page) -> None:
    page.get_by_label("Your idea").type("Coffee makes nurses less tired on night shifts")
    expect(page.locator("#framing mark").first).to_be_visible()
    expect(page.get_by_label("What varies")).to_have_value("Coffee")
    page.get_by_label("What do you want to know?").select_option(label="Do two things go together?")
    expect(page.get_by_label("Comparison")).to_have_count(0)
    page.get_by_label("Measure", exact=True).fill("the score on the Need for Recovery Scale")
    assert page.locator("#framing").bounding_box()["y"] < 500  # type: ignore[index]
    page.get_by_role("button", name="Refine this idea").click()
    expect(page.locator(".subject")).to_be_visible()
    run = Run.objects.get()
    assert run.params["frame"] == {
        "design": "correlational",
        "measure": "the score on the Need for Recovery Scale",
    }
