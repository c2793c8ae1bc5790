"""An objective's words find their templates, in both languages."""

from __future__ import annotations

import pytest

from trading.strategies.templates import matching


@pytest.mark.parametrize(
    ("objective", "families"),
    [
        ("momentum", {"momentum"}),
        ("Momentum with low drawdown", {"momentum", "volatility"}),
        ("reversão à média", {"mean_reversion"}),
        ("REVERSAO A MEDIA", {"mean_reversion"}),
        ("a mean-reverting strategy", {"mean_reversion"}),
        ("seguir tendências longas", {"trend"}),
        ("follow the trend", {"trend"}),
        ("breakouts", {"breakout"}),
        ("rompimento de canal", {"breakout"}),
        ("baixa volatilidade", {"volatility"}),
        ("low volatility", {"volatility"}),
        ("virada do mês", {"seasonality"}),
        ("volume e acumulação", {"volume"}),
        ("autocorrelation from day to day", {"single_bar"}),
        ("make me rich", set()),
        ("", set()),
    ],
)
def test_words(objective: str, families: set[str]):
    assert {template.family for template, _ in matching(objective)} == families


def test_a_phrase_counts_more_than_a_word():
    ranked = [template.kind for template, _ in matching("turn of the month, with some trend")]

    assert ranked[0] == "turn_of_month"
    assert "sma_long" in ranked


def test_a_part_of_a_word_is_not_the_word():
    assert matching("trendy reversions of channels") == matching("reversion channel")
