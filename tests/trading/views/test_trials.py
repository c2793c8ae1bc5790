"""The panel of trials: how many different things were tried, and what that leaves."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest

from tests.trading.helpers import make_developed
from tests.trading.views.people import window
from trading.presenting.result import tally_of
from trading.services.report import strategy_report

pytestmark = pytest.mark.django_db
LEDGER: dict[str, Any] = {
    "raw": 9, "distinct": 7, "inherited": 2, "effective": 3, "unplayed": 1, "bars": 1962,
    "variance": 0.001, "raw_variance": 0.001, "luck": 0.31, "raw_luck": 0.5,
    "pbo": {"value": 0.25, "reason": "", "details": {}},
    "superior_cash": {"value": 0.0004, "reason": "", "details": {}},
    "superior_hold": {"value": None, "reason": "too_short", "details": {"bars": 9, "needed": 30}},
    "min_backtest_years": 0.73, "years": 7.79,
    "clusters": [{"size": 5, "sharpe_ratio": 0.4, "kinds": ["mean_reversion"]}],
    "variants": {},
}  # fmt: skip


def shown(path: str = "", **changed: Any) -> str:
    strategy = make_developed(trials=9, state={"trial_ledger": LEDGER | changed})
    page = window("rita", "reviewer").get(f"/strategies/{strategy.pk}/{path}")
    return " ".join(unescape(page.content.decode()).split())


def test_the_page_tells_of_independent_tries_and_of_luck() -> None:
    page = shown()
    assert '<b class="big">9</b>' in page
    assert '<b class="big">3</b> independent tries among them: 7 sets differ' in page
    assert "1 could not be played anew and counts as its own." in page
    assert "Without any skill the best of 3 would show a Sharpe ratio of about 0.31" in page
    assert "Train is long enough:</b> 7.79 years; with fewer than 0.73" in page
    assert "Compared last" not in page


def test_a_train_that_is_too_short_is_said_to_be() -> None:
    assert "Train is too short:" in shown(min_backtest_years=9.0)


def test_trials_since_are_told_of() -> None:
    assert "Compared last when there were 8." in shown(raw=8)


def test_the_report_shows_the_same() -> None:
    assert "independent tries among them" in shown("report/")


def test_comparisons_have_a_value_or_a_reason() -> None:
    found = tally_of(LEDGER)
    assert found is not None
    assert [each.value for each in found.compared] == [
        "25.0%", "p <\u00a00.001", "9 bars are too few: at least 30",
    ]  # fmt: skip


def test_before_the_ledger_was_asked_the_page_is_as_it_was() -> None:
    strategy = make_developed(trials=9)
    page = window("rita", "reviewer").get(f"/strategies/{strategy.pk}/").content.decode()
    assert "The best of so many without any skill" in page
    assert strategy_report(strategy_id=strategy.pk)["trial_ledger"] is None


def test_the_report_as_json_has_the_ledger() -> None:
    strategy = make_developed(state={"trial_ledger": LEDGER})
    assert strategy_report(strategy_id=strategy.pk)["trial_ledger"] == LEDGER
