"""Guidance of a reviewer: understood, and answered with designs."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.trading.analyst.surface import Surface
from trading.analyst.guidance import heard, reading
from trading.analyst.strategist import BuiltinStrategist
from trading.analyst.variants import Design, as_variant
from trading.strategies.templates import template

COSTS = {"cash": 10_000.0, "commission": 0.001}
BEFORE = ("sma_reversal", "zscore_reversion", "obv_trend")


def variant(kind: str, language: str = "en") -> dict[str, Any]:
    return as_variant(Design(template(kind).make(), "trend", kind, ()), {}, COSTS, language)


def brief(guidance: str, *, guided: bool = True, action: str = "REFINE_ALGORITHM",
          language: str = "en") -> dict[str, Any]:  # fmt: skip
    """A second round after one that played BEFORE, none of them well."""
    variants = [variant(kind, language) for kind in BEFORE]
    return {
        "user_objective": "find something", "language": language, "seed": 7, "variants": 4,
        "iteration": 2, "next_action": action, "research_edges": [], "memory": {"lessons": []},
        "strategy_variants": variants,
        "backtest_results": [{"error": "", "segments": {"train": {"total_trades": 9}}}] * 3,
        "quality_gate_results": [{"score": 0.5}, {"score": 0.4}, {"score": 0.3}],
        "failure_analysis": {"cause": "weak"},
        "iteration_history": [{
            "templates": list(BEFORE), "spec_hashes": [one["spec_hash"] for one in variants],
        }],
        "constraints": COSTS, "starting_spec": None, "train_bars": 2_000, "bars_per_year": 252.0,
        "guidance": [guidance], "guided": guided,
    }  # fmt: skip


def proposed(asked: dict[str, Any]) -> dict[str, Any]:
    bench = Surface(lambda values: sum(values.values()) / 1_000)
    return asyncio.run(BuiltinStrategist().propose(asked, bench))


def kinds(proposal: dict[str, Any]) -> list[str]:
    return [one["template"] for one in proposal["variants"]]


@pytest.mark.parametrize(
    ("guidance", "kind"),
    [
        ("try a Donchian breakout", "donchian_breakout"),
        ("tente rompimento de canal", "donchian_breakout"),
        ("look at the turn of the month", "turn_of_month"),
    ],
)
def test_a_kind_that_it_names_is_designed_first(guidance: str, kind: str):
    found = proposed(brief(guidance))
    assert kinds(found)[0] == kind
    assert found["variants"][0]["rationale"].startswith("Asked for when it was sent back.")


def test_without_its_round_it_designs_nothing_of_its_own():
    found = proposed(brief("try a Donchian breakout", guided=False))
    assert "donchian_breakout" not in kinds(found)


def test_a_kind_that_was_tried_is_tuned():
    asked = brief("moving average crossover once more")
    found = proposed(asked)
    first = found["variants"][0]
    assert first["template"] == "sma_reversal"
    assert first["spec_hash"] not in asked["iteration_history"][0]["spec_hashes"]
    assert first["parameters_changed"]
    assert any(trial["rules_hash"] == first["rules_hash"] for trial in found["trials"])


def test_a_kind_that_it_rules_out_is_built_on_no_more():
    found = proposed(brief("no moving averages, no crossover"))
    assert "sma_reversal" not in kinds(found)
    assert len(found["variants"]) >= 3


def test_less_risk_changes_the_best_of_the_round_before():
    found = proposed(brief("please lower the risk"))
    assert {"volatility", "calm"} & {s for one in found["variants"] for s in one["structure"]}


def test_a_kind_with_less_risk_is_sized_by_volatility():
    [first, *_rest] = proposed(brief("a Donchian breakout with limited losses"))["variants"]
    assert first["template"] == "donchian_breakout"
    assert first["structure"] == ["volatility"]


def test_long_only_takes_the_short_side_away():
    found = proposed(brief("long only, please"))
    assert {one["spec"].get("direction", "long") for one in found["variants"]} == {"long"}
    assert any("long_only" in one["structure"] for one in found["variants"])


def test_what_names_nothing_leaves_it_to_the_numbers():
    plain = proposed(brief("do better", guided=False))
    guided = proposed(brief("do better"))
    assert guided["variants"] == plain["variants"]
    assert "the numbers decide" in guided["rationale"]
    assert "the numbers decide" not in plain["rationale"]


def test_the_rationale_says_what_was_read_in_the_language_of_the_run():
    said = proposed(brief("só comprado, sem RSI", language="pt"))["rationale"]
    assert said.startswith("Devolvida com orientação; o que se leu nela: ")
    assert "só comprada" in said


def test_it_is_the_same_every_time():
    asked = brief("moving average crossover once more, low risk")
    assert proposed(asked) == proposed(asked)


def test_no_design_is_one_that_was_tried():
    for guidance in ("moving average crossover", "long only", "low risk", "no RSI", "anything"):
        asked = brief(guidance)
        tried = set(asked["iteration_history"][0]["spec_hashes"])
        hashes = [one["spec_hash"] for one in proposed(asked)["variants"]]
        assert not tried & set(hashes)
        assert len(set(hashes)) == len(hashes)


def test_later_words_stand():
    wishes = heard("momentum, no breakout", ["try a breakout", "no momentum, long only"])
    assert {"donchian_breakout"} <= wishes.kinds
    assert "time_series_momentum" in wishes.unwanted
    assert not wishes.kinds & wishes.unwanted
    assert wishes.long_only


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("words", ["momentum", "no RSI", "long only", "low risk", "hello", ""])
def test_a_reading_is_a_sentence(words: str, language: str):
    assert reading(words, language).endswith(".")
