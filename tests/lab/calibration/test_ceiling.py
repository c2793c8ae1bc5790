"""How often the test passes whoever knows the truth."""

from __future__ import annotations

from typing import Any

import pytest

from tests.lab.calibration.achievable import ACHIEVABLE, STEPS, is_about
from tests.lab.calibration.ceiling import TRIES, mean, measured, passed, section
from tests.lab.calibration.plan import Sort


def row(kind: str, strength: float, *shares: float) -> dict[str, Any]:
    hits = {str(tries): round(100 * one) for tries, one in zip(TRIES, shares, strict=True)}
    return {"kind": kind, "strength": strength, "histories": 100, "passed": hits}


ROWS = [
    row("month", 0.18, 0.7, 0.5, 0.4),
    row("planted", 0.15, 0.9, 0.8, 0.8),
    row("reversal", 0.03, 1.0, 1.0, 1.0),
    row("reversal", 0.025, 1.0, 0.9, 0.8),
]


def test_the_mean_is_over_kinds_of_the_effect_nearest():
    assert mean(ROWS, 1.0, 7)[0] == pytest.approx(0.6)
    assert mean(ROWS, 1.0, 7)[1] == pytest.approx(1.96 * (0.24 / 100 + 0.16 / 100) ** 0.5 / 2)
    assert mean(ROWS, 1.5, 7)[0] == pytest.approx(0.8)


def test_the_report_sets_what_was_found_beside_four_fifths_of_it():
    text = section(ROWS, [{"sharpe": 1.0, "runs": 240, "found": 103}])
    (line,) = [one for one in text.splitlines() if one.startswith("| 1 ")]
    cells = [one.strip() for one in line.strip("|").split("|")]
    assert cells == ["1", "80.0 % (± 5.4)", "65.0 % (± 6.3)", "60.0 % (± 6.2)", "48.0 %",
                     "103 of 240 (42.9 %)"]  # fmt: skip


def test_more_tries_never_let_more_pass_and_a_strong_effect_always_passes():
    found = passed(Sort("month", 0.9), histories=3, bars=1_500)
    assert found["passed"] == {"1": 3, "4": 3, "7": 3}
    nothing = passed(Sort("month", 0.01), histories=8, bars=1_500)["passed"]
    assert nothing["7"] <= nothing["4"] <= nothing["1"] < 8


def test_what_was_measured_is_of_every_effect_of_about_a_step():
    rows = {Sort(one["kind"], one["strength"]): one for one in measured()}
    assert set(rows) == {one for one in ACHIEVABLE if any(is_about(one, step) for step in STEPS)}
    assert all(one["histories"] >= 100 for one in rows.values())
