"""Company reports: figures by hand, age, number, missing columns."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
import pytest

from tests.trading.research.support import ask, frame_of, material, noise, rows_of
from trading.research.types import Material

COLUMNS: dict[str, Callable[[int], float]] = {
    "revenue": lambda i: 100.0 + 10.0 * i,
    "net_income": lambda i: 10.0 + i,
    "total_equity": lambda i: 200.0,
    "total_debt": lambda i: 100.0 - 5.0 * i,
    "current_assets": lambda i: 90.0,
    "current_liabilities": lambda i: 60.0,
    "operating_cash_flow": lambda i: 20.0,
    "capital_expenditure": lambda i: -5.0,
    "total_assets": lambda i: 400.0,
    "shares_outstanding": lambda i: 10.0,
}


def reported(columns: dict[str, Callable[[int], float]] = COLUMNS, count: int = 8) -> Material:
    given = material(frame_of(noise(1_000)))
    return rows_of(given, "fundamentals", count, 91, **columns)


@pytest.mark.parametrize(
    ("agent", "name", "value"),
    [
        ("financial_metrics", "revenue_growth", 100 * (170 / 130 - 1)),
        ("financial_metrics", "margin_change", 100 * (17 / 170 - 13 / 130)),
        ("financial_metrics", "return_on_equity", 100 * (14 + 15 + 16 + 17) / 200),
        ("balance_sheet", "debt_to_equity", 65 / 200),
        ("balance_sheet", "debt_change", 100 * (65 - 85) / 200),
        ("balance_sheet", "current_ratio", 1.5),
        ("cash_flow", "free_cash_flow", 100 * (80 - 20) / (140 + 150 + 160 + 170)),
        ("cash_flow", "accruals", 100 * (62 - 80) / 400),
    ],
)
def test_figures_as_computed_by_hand(agent: str, name: str, value: float):
    found = ask(agent, reported())[name]
    assert found["value"] == pytest.approx(value, abs=1e-9)
    assert found["status"] == "OK"
    assert found["n_obs"] == 8
    assert found["p_value"] is None


def test_a_convention_that_was_not_tested_earns_little_confidence():
    for agent in ("financial_metrics", "balance_sheet", "cash_flow", "valuation"):
        for finding in ask(agent, reported()).values():
            assert 0.0 < (finding["confidence"] or 0.0) <= 0.3


def test_valuation_is_a_rank_in_its_own_history_and_a_proxy():
    frame = frame_of(noise(1_000) * 0.0)  # the price stands, so the growing income is ever cheaper
    given = rows_of(material(frame), "fundamentals", 8, 91, **COLUMNS)
    found = ask("valuation", given)["earnings_yield"]
    assert (found["value"], found["signal"], found["status"]) == (100.0, 1.0, "PROXY")


def test_valuation_uses_no_price_after_a_report():
    given = reported()
    changed = given.frame.copy()
    changed.loc[changed.index[-30] : changed.index[-2], "Close"] *= 3.0
    moved = material(changed, auxiliary=given.auxiliary)
    assert (
        ask("valuation", moved)["book_to_market"]["value"]
        == (ask("valuation", given)["book_to_market"]["value"])
    )


def test_old_reports_are_stale():
    given = reported()
    rows = given.auxiliary["fundamentals"]
    late = rows.assign(available_at=rows["available_at"] - pd.Timedelta(days=300))
    (only,) = ask("balance_sheet", material(given.frame, auxiliary={"fundamentals": late})).values()
    assert only["status"] == "STALE"
    assert only["signal"] is None
    assert only["confidence"] is None
    assert only["data_ref"]["to"] < given.end.isoformat()  # type: ignore[operator]


def test_few_reports_are_insufficient():
    (only,) = ask("cash_flow", reported(count=3)).values()
    assert (only["status"], only["n_obs"]) == ("INSUFFICIENT", 3)


def test_reports_without_the_needed_numbers_are_no_data():
    (only,) = ask("cash_flow", reported({"revenue": lambda i: 1.0})).values()
    assert only["status"] == "NO_DATA"
    assert "needed" in only["interpretation"]


def test_a_figure_that_is_not_defined_is_not_made_up():
    given = reported({**COLUMNS, "total_equity": lambda i: -1.0})
    found = ask("balance_sheet", given)
    assert found["debt_to_equity"]["status"] == "INSUFFICIENT"
    assert found["debt_to_equity"]["value"] is None
    assert found["current_ratio"]["status"] == "OK"
