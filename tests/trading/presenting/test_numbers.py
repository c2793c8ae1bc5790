"""Figures as one reads them."""

from __future__ import annotations

import pytest
from django.utils import translation

from trading.presenting.numbers import figure, measured, p_value, percent, probability, significant


@pytest.mark.parametrize(
    ("value", "name", "shown"),
    [
        (0.4216, "sharpe_ratio", "0.42"),
        (-0.4216, "", "−0.42"),
        (-0.001, "sharpe_ratio", "0.00"),
        (0.3417, "max_drawdown", "34.2%"),
        (41.0, "total_trades", "41"),
        (12345.678, "final_equity", "12,346"),
        (None, "sharpe_ratio", "–"),
        (float("nan"), "sharpe_ratio", "–"),
    ],
)
def test_a_figure_is_shown_as_its_kind_asks(value: float | None, name: str, shown: str):
    assert figure(value, name) == shown


def test_numbers_are_written_as_the_language_does():
    with translation.override("pt-br"):
        assert figure(12345.678, "final_equity") == "12.346"
        assert percent(0.5123) == "51,2%"


@pytest.mark.parametrize(
    ("value", "shown"),
    [(30.452797, "30.45"), (0.049852, "0.04985"), (0.0, "0.000"), (None, "–"),
     (3.2e-12, "3.200e−12"), (-1234567.0, "−1,234,567")],
)  # fmt: skip
def test_significant_digits(value: float | None, shown: str):
    assert significant(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"), [(0.0004, "<\u00a00.001"), (0.0367, "0.037"), (None, "–")]
)
def test_p_values(value: float | None, shown: str):
    assert p_value(value) == shown


@pytest.mark.parametrize(
    ("value", "digits", "shown"),
    [
        (0.9991, 1, "99.9%"),
        (0.99951, 1, ">\u00a099.9%"),
        (1.0, 0, ">\u00a099%"),
        (0.0004, 1, "<\u00a00.1%"),
        (0.004, 0, "<\u00a01%"),
        (None, 1, "–"),
    ],
)
def test_no_estimated_probability_is_said_to_be_certain(
    value: float | None, digits: int, shown: str
):
    assert probability(value, digits) == shown


def test_figures_that_are_probabilities_are_said_as_such():
    assert figure(0.99999, "psr") == ">\u00a099.9%"
    assert figure(1.0, "total_return") == "100.0%"


@pytest.mark.parametrize(
    ("unit", "said"), [("% a bar", "0.3400% a bar"), ("share", "0.3400 share"), ("", "0.3400")]
)
def test_a_value_stands_with_its_unit(unit: str, said: str) -> None:
    assert measured(0.34, unit) == said
