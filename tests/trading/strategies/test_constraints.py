"""A user's demands on a strategy."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from trading.strategies.constraints import (
    ConstraintError,
    Constraints,
    adapt,
    check,
    parse_constraints,
    violations,
)
from trading.strategies.errors import SpecError
from trading.strategies.templates import TEMPLATES, template


def test_nothing_is_demanded_by_default():
    for found in TEMPLATES:
        check(found.make(), Constraints())


def test_short_selling_may_be_unwanted():
    long_only = parse_constraints({"long_only": True})

    with pytest.raises(ConstraintError, match="only long positions"):
        check(template("zscore_reversion").make(), long_only)
    check(template("sma_long").make(), long_only)
    assert adapt(template("zscore_reversion").make(), long_only).direction == "long"


def test_indicators_may_be_forbidden():
    no_rsi = parse_constraints({"forbidden_indicators": ["rsi", "macd"]})
    (found,) = violations(template("rsi_reversion").make(), no_rsi)

    assert (found.code, found.path) == ("forbidden_indicator", "indicators.rsi")
    with pytest.raises(ConstraintError, match="uses rsi"):
        adapt(template("rsi_reversion").make(), no_rsi)


def test_complexity_may_be_bounded():
    assert violations(template("sma_long").make(), Constraints(most_complexity=5))
    assert not violations(template("sma_long").make(), Constraints(most_complexity=10))


def test_costs_and_dates_are_read():
    found = parse_constraints({"commission": 0.002, "start": "2005-01-03", "end": "2010-12-31"})

    assert found.commission == 0.002
    assert found.start == datetime.date(2005, 1, 3)


@pytest.mark.parametrize(
    ("document", "code", "path"),
    [
        ({"long": True}, "unknown_field", "long"),
        ({"long_only": "yes"}, "not_boolean", "long_only"),
        ({"forbidden_indicators": ["rsi", "rsj"]}, "unknown_indicator", "forbidden_indicators.1"),
        ({"forbidden_indicators": "rsi"}, "not_list", "forbidden_indicators"),
        ({"commission": 0.5}, "not_below", "commission"),
        ({"cash": 0}, "not_above", "cash"),
        ({"commission": -0.1}, "too_small", "commission"),
        ({"start": "soon"}, "not_date", "start"),
        ({"start": "2010-01-02", "end": "2010-01-01"}, "bad_bounds", "start"),
    ],
)
def test_what_is_wrong_with_demands_is_told(document: dict[str, Any], code: str, path: str):
    with pytest.raises(SpecError) as caught:
        parse_constraints(document)

    assert (caught.value.code, caught.value.path) == (code, path)
