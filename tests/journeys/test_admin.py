"""The admin in a browser: its own content policy lets everything on its pages work."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from config.desk.admin.columns import change_url
from hypotheses.models import Hypothesis
from tests.hypotheses.helpers import FORCED
from tests.journeys.desk import Desk, aside, person, refined
from tests.trading.desk import succeeded
from trading.models import (
    CachedResearch,
    Dataset,
    Finding,
    HoldoutOpening,
    Strategy,
    Trial,
    Variant,
)

LIST = "/admin/hypotheses/hypothesis/"


def test_an_admin_finds_a_hypothesis_and_decides_on_it(desk: Desk) -> None:
    hypothesis = refined(FORCED["en"], user=person("ana"))
    page = desk.window(person("carla", "admin"), LIST)
    page.get_by_role("link", name=str(hypothesis.pk), exact=True).first.click()
    page.get_by_role("link", name="Decide").click()
    page.get_by_role("radio", name="Reject").check()
    page.locator("[name=reason]").fill("nobody can observe a letter")
    page.locator("form button[type=submit]").last.click()
    expect(page.locator("body")).to_contain_text("rejected")
    rows = aside(lambda: list(Hypothesis.objects.get().decisions.values_list("source", "reason")))
    assert rows[-1] == ("human", "nobody can observe a letter")


@pytest.mark.parametrize("role", ["researcher", "reviewer"])
def test_nobody_else_comes_in(desk: Desk, role: str) -> None:
    page = desk.window(person("ana", role))
    answer = page.request.get(LIST)
    assert answer.status == 403


def test_what_is_exported_opens_as_rows(desk: Desk, tmp_path: Path) -> None:
    refined(FORCED["en"], user=person("ana"))
    page = desk.window(person("carla", "admin"), f"{LIST}export/")
    page.locator("[name=format]").select_option(label="csv")
    with page.expect_download() as download:
        page.get_by_role("button", name="Submit").click()
    download.value.save_as(tmp_path / "rows.csv")
    assert FORCED["en"] in (tmp_path / "rows.csv").read_text()


def test_no_page_of_a_row_is_wider_than_a_phone(desk: Desk) -> None:
    ana, carla = person("ana"), person("carla", "admin")
    strategy = aside(lambda: succeeded(ana))
    rows = aside(
        lambda: [
            model._default_manager.latest("pk")
            for model in (
                HoldoutOpening,
                Trial,
                Variant,
                Finding,
                CachedResearch,
                Dataset,
                Strategy,
            )
        ]
    )
    page = desk.window(carla, viewport={"width": 390, "height": 844}, locale="pt-BR")
    assert strategy in rows
    for row in rows:
        page.goto(change_url(row))
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert (row._meta.model_name, wide) == (row._meta.model_name, 390)
