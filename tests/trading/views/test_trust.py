"""The page that says how far a verdict can be trusted."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.lab.calibration.intervals import share
from tests.people import person
from tests.trading.desk import at_limit
from tests.trading.views.people import client_of, text_of
from trading.presenting.trust import measured

pytestmark = pytest.mark.django_db


def test_it_has_every_figure_that_was_measured() -> None:
    shown = text_of(client_of(person("ana")).get("/trust/"))
    known = measured()
    for each in (known["noise"], *known["edges"]):
        assert f"{each['found']:,} of {each['runs']:,}" in shown
    false = share(known["noise"]["found"], known["noise"]["runs"])
    rate, low, high = (
        f"{100 * part:.1f}" for part in (false.hits / false.of, false.low, false.high)
    )
    assert f"{rate}% (95% interval {low}–{high}%)" in shown
    assert known["code"] in shown
    assert shown.count('class="dot"') == 1 + len(known["edges"])


def test_the_page_of_a_development_leads_to_it() -> None:
    ana = person("ana")
    page = text_of(client_of(ana).get(f"/strategies/{at_limit(ana).pk}/"))
    assert page.count('href="/trust/"') >= 1


def test_it_is_for_who_is_signed_in() -> None:
    assert Client().get("/trust/").status_code == 302
