"""Scores of rows: recent level, test on the next bars, age and number."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

from tests.trading.research.support import ask, frame_of, material, noise, rows_of
from trading.research.bars import on_bars
from trading.research.types import Material

Columns = dict[str, Callable[[int], float]]
# agent, kind, days between rows, columns that are hopeful in the last rows and not before
CASES: list[tuple[str, str, str, int, Columns]] = [
    ("news", "news_tone", "news", 1, {"sentiment": lambda i: 0.1 * (-1) ** i + (i > 570)}),
    (
        "social",
        "social_tone",
        "social",
        1,
        {"sentiment": lambda i: 0.1 * (-1) ** i + (i > 585), "mentions": lambda i: 10.0},
    ),
    (
        "analyst_ratings",
        "rating_changes",
        "analyst",
        1,
        {"rating_change": lambda i: 1.0 if i > 510 else (-1.0) ** i},
    ),
    (
        "options_flow",
        "call_share",
        "options",
        1,
        {"call_volume": lambda i: 100.0 + i % 3 + 50.0 * (i > 585), "put_volume": lambda i: 100.0},
    ),
    (
        "insider",
        "insider_side",
        "insider",
        1,
        {"shares": lambda i: 50.0 if i > 420 else 50.0 * (-1.0) ** i},
    ),
]


def given(kind: str, every: int, columns: Columns, count: int = 600) -> Material:
    return rows_of(material(frame_of(noise(1_000))), kind, count, every, **columns)


@pytest.mark.parametrize(("agent", "name", "kind", "every", "columns"), CASES)
def test_a_hopeful_turn_is_a_signal_of_little_confidence(
    agent: str, name: str, kind: str, every: int, columns: Columns
):
    found = ask(agent, given(kind, every, columns))[name]
    assert found["status"] == "OK"
    assert (found["signal"] or 0.0) > 0.5
    assert 0.0 < (found["confidence"] or 0.0) <= 0.3


@pytest.mark.parametrize(("agent", "name", "kind", "every", "columns"), CASES)
def test_few_rows_are_insufficient(agent: str, name: str, kind: str, every: int, columns: Columns):
    (only,) = ask(agent, given(kind, every, columns, count=5)).values()
    assert (only["status"], only["n_obs"]) == ("INSUFFICIENT", 5)
    assert only["signal"] is None


@pytest.mark.parametrize(("agent", "name", "kind", "every", "columns"), CASES)
def test_old_rows_are_stale(agent: str, name: str, kind: str, every: int, columns: Columns):
    made = given(kind, every, columns)
    rows = made.auxiliary[kind]
    old = rows.assign(available_at=rows["available_at"] - pd.Timedelta(days=365))
    (only,) = ask(agent, material(made.frame, auxiliary={kind: old})).values()
    assert only["status"] == "STALE"
    assert only["confidence"] is None


def test_news_that_foretell_the_next_bar_are_found():
    returns = noise(1_000)
    frame = frame_of(returns)
    # what is known at a bar's close is what the next bar will do
    rows = pd.DataFrame({"available_at": frame.index[:-1], "sentiment": np.sign(returns[1:])})
    found = ask("news", material(frame, auxiliary={"news": rows}))["news_tone_score"]
    assert found["significant"]
    assert found["edge"] is None  # no kind of strategy trades news


def test_a_row_counts_from_the_first_bar_stamped_after_it():
    index = pd.bdate_range("2024-01-01", periods=4)  # Monday to Thursday
    hours = [0, 15, 16]
    times = pd.Series([pd.Timestamp(2024, 1, 2, hour) for hour in hours])
    on = on_bars(times, np.array([1.0, 2.0, 4.0]), index)
    assert on[1] == 1.0
    assert on[2] == 3.0
    assert np.isnan(on[[0, 3]]).all()


def test_no_trading_of_options_has_no_share():
    columns: Columns = {"call_volume": lambda i: 0.0, "put_volume": lambda i: 0.0}
    (only,) = ask("options_flow", given("options", 1, columns)).values()
    assert only["status"] == "INSUFFICIENT"
