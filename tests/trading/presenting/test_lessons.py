"""A lesson's values in words."""

from __future__ import annotations

from trading.views.memory import figures


def test_figures_stand_by_segment_and_the_rest_apart() -> None:
    found = figures(
        {"train": 1.234, "validation": None, "train_max_drawdown": -0.2,
         "validation_max_drawdown": -0.1, "score": 0.4, "template": "rsi_reversion",
         "parameters": {"length": 14, "gone": None}, "missed": ["max_drawdown"], "edge": ""}
    )  # fmt: skip
    assert [tuple(row) for row in found.rows] == [
        ("Sharpe ratio", "1.23", "–"), ("max. drawdown", "−20.0%", "−10.0%"),
    ]  # fmt: skip
    assert dict(found.pairs) == {
        "gate score": "0.40", "template": "RSI out of oversold", "gates missed": "max. drawdown",
        "parameters": "length 14",
    }  # fmt: skip
    assert found.pairs[-1].name == "parameters"


def test_a_findings_values() -> None:
    found = figures(
        {"agent": "momentum", "value": -0.081234, "unit": "% a bar", "n_obs": 1961,
         "p_value": 0.0004, "params": {"lag": 1, "scope": ""}}
    )  # fmt: skip
    assert found.rows == []
    assert dict(found.pairs) == {
        "agent": "momentum", "value": "−0.08123", "unit": "% a bar", "observations": "1,961",
        "p-value": "<\u00a00.001",
    }  # fmt: skip


def test_what_nobody_foresaw_is_shown_bounded() -> None:
    found = figures({"odd_thing": "x" * 1_000, "flag": True})
    assert dict(found.pairs) == {"odd thing": "x" * 200, "flag": "True"}
