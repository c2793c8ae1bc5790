"""Enough evidence, or what would be."""

from __future__ import annotations

from trading.evidence.sharpe import Moments
from trading.evidence.walk_forward.examine import enough_evidence

LONG, SHORT = Moments(0.1, 400, 0, 3), Moments(0.1, 200, 0, 3)


def test_thirty_trades_are_enough() -> None:
    assert enough_evidence(30, SHORT).value == 1
    assert enough_evidence(30, None).value == 1


def test_ten_are_on_a_long_record() -> None:
    assert enough_evidence(10, LONG).value == 1


def test_ten_are_not_on_a_short_one_and_it_says_what_is() -> None:
    found = enough_evidence(10, SHORT)
    assert (found.value, found.reason) == (None, "short_record")
    assert str(found) == "10 trades on 200 bars say too little: 30 trades, or 273 bars"


def test_nine_are_not_however_long_the_record() -> None:
    found = enough_evidence(9, LONG)
    assert str(found) == "9 trades say too little: at least 30"


def test_a_ratio_that_is_not_above_zero_needs_trades() -> None:
    assert enough_evidence(12, Moments(-0.1, 5_000, 0, 3)).reason == "few_trades"
    assert enough_evidence(12, None).reason == "few_trades"
