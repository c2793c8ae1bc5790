"""An answer has a value or a reason, never neither."""

from __future__ import annotations

import math

import pytest

from trading.evidence.answer import REASONS, Answer, known, unknown


def test_a_value() -> None:
    found = known(0.25, bars=10)
    assert (found.known, found.reason, found.template) == (True, "", "")
    assert found.as_plain() == {"value": 0.25, "reason": "", "details": {"bars": 10}}


def test_no_value_says_why() -> None:
    found = unknown("too_short", bars=3, needed=20)
    assert not found.known
    assert str(found) == "3 bars are too few: at least 20"


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_value_that_is_not_finite_is_no_answer(value: float) -> None:
    with pytest.raises(ValueError, match="no answer"):
        known(value)


@pytest.mark.parametrize(("value", "reason"), [(1.0, "constant"), (None, ""), (None, "other")])
def test_neither_or_both_is_refused(value: float | None, reason: str) -> None:
    with pytest.raises(ValueError, match="reason"):
        Answer(value, reason)


def test_every_reason_is_filled_from_details_that_are_given() -> None:
    details = {"bars": 1, "needed": 2, "arrangements": 3, "commission": 0.2}
    assert all(str(unknown(code, **details)) for code in REASONS)
