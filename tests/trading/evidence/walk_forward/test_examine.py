"""The evidence of a variant as a document: what it says of skill, of luck and of bad input."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pandas as pd
import pytest

from tests.trading.evidence.walk_forward.settings import ONE_BAR, constant, setting, stopped
from tests.trading.strategies.bars import made_up
from trading.backtest.types import BacktestError, NotExact
from trading.evidence.walk_forward.examine import PERMUTING, RESAMPLING, examine
from trading.evidence.walk_forward.forward import TUNING
from trading.strategies.errors import RuleError
from trading.strategies.parse import parse_spec
from trading.strategies.spec import StrategySpec
from trading.strategies.templates import template

SKILL = made_up(1_000, seed=5, phi=0.35)


def found(spec: StrategySpec = ONE_BAR, frame: pd.DataFrame = SKILL, **given: Any) -> Any:
    """The document, as it comes out of JSON."""
    return json.loads(json.dumps(examine(spec, setting(frame, **given)), allow_nan=False))


def rule(**parts: Any) -> StrategySpec:
    rising = {"op": ">", "left": "rise", "right": 0.0}
    document = {"name": "Rule", "indicators": {"rise": {"kind": "roc", "length": 1}},
                "long_entry": rising, "long_exit": rising | {"op": "<"}}  # fmt: skip
    given = {name: part for name, part in (document | parts).items() if part is not None}
    return parse_spec(given)


def test_tuning_permuting_and_resampling_draw_from_seeds_of_their_own():
    made, parts = setting(SKILL), (TUNING, PERMUTING, RESAMPLING)
    assert len({made.rng(ONE_BAR, part).random() for part in parts}) == 3


def test_a_planted_edge_shows_in_every_figure():
    document = found()
    walked = document["segments"]["walk_forward"]
    assert walked["sharpe_ratio"] > 1.5
    assert walked["psr"] > 0.95
    assert walked["permutation_p"] < 0.02
    assert walked["efficiency"] > 0.4
    assert 0 < walked["double_cost_sharpe"] < walked["sharpe_ratio"]
    assert walked["enough_evidence"] == 1.0
    assert document["segments"]["before_holdout"]["plateau"] > 0.7
    assert document["segments"]["before_holdout"]["look_ahead"] == 0
    interval = document["answers"]["sharpe_interval"]["details"]
    assert 0 < interval["low"] < walked["sharpe_ratio"] < interval["high"]
    assert document["rolling"]["sharpe_ratio"] > 1.5


def test_random_walks_show_no_skill():
    passed = []
    for seed in range(5):
        walked = found(frame=made_up(1_000, seed=seed))["segments"]["walk_forward"]
        passed.append(walked["psr"] >= 0.95 and walked["permutation_p"] < 0.05)
    assert not any(passed)


def test_the_same_seed_gives_the_same_bytes_and_another_other_draws():
    spec = template("rsi_reversion").make()
    first, again, other = (
        json.dumps(examine(spec, setting(SKILL, seed=seed))) for seed in (1, 1, 2)
    )
    assert first == again != other


def test_what_is_said_of_each_figure():
    document = found()
    segments, answers = document["segments"], document["answers"]
    for name in ("permutation_p", "efficiency", "double_cost_sharpe", "enough_evidence"):
        assert answers[f"walk_forward.{name}"]["value"] == segments["walk_forward"][name]
    for name in ("plateau", "look_ahead"):
        assert answers[f"before_holdout.{name}"]["value"] == segments["before_holdout"][name]
    fall = segments["walk_forward"]["max_drawdown"]
    assert answers["drawdown_interval"]["value"] == pytest.approx(fall)
    ratio, bars, _, _ = segments["walk_forward"]["moments"]
    assert ratio * 252**0.5 == pytest.approx(segments["walk_forward"]["sharpe_ratio"])
    assert bars == 600


def test_the_folds_lie_behind_each_other():
    folds = found()["folds"]
    assert [one["way"] for one in folds] == ["anchored"] * 6 + ["rolling"] * 6
    assert folds[0]["after"][0] == 400
    assert [one["after"][1] for one in folds[:5]] == [one["after"][0] for one in folds[1:6]]
    assert all(one["before"][1] < one["after"][0] for one in folds)


def test_every_set_that_was_played_is_a_trial_once():
    spec = stopped()
    trials = found(spec)["trials"]
    sets = [tuple(one["parameters"].items()) for one in trials]
    assert len(sets) == len(set(sets)) == 5
    assert {one["source"] for one in trials} == {"walk_forward"}
    document = found(template("macd_trend").make(), made_up(1_400, seed=2))
    assert {one["source"] for one in document["trials"]} == {"walk_forward", "neighbour"}


def test_a_trials_figures_are_those_of_train():
    own = next(one for one in found()["trials"] if one["parameters"] == ONE_BAR.values)
    alone = found(frame=SKILL, train_bars=300)["trials"]
    assert own["total_trades"] > next(
        one["total_trades"] for one in alone if one["parameters"] == ONE_BAR.values
    )


def test_without_parameters_it_walks_forward_as_it_is():
    document = found(rule())
    assert document["segments"]["walk_forward"]["sharpe_ratio"] > 1
    assert document["answers"]["before_holdout.plateau"]["reason"] == "no_neighbours"
    assert [one["parameters"] for one in document["trials"]] == [{}]
    assert {json.dumps(one["parameters"]) for one in document["folds"]} == {"{}"}


def test_too_few_bars_for_folds_are_told():
    document = found(template("sma_long").make(), made_up(300))
    walked = document["segments"]["walk_forward"]
    assert set(walked.values()) == {None}
    answers = {document["answers"][name]["reason"] for name in document["answers"]
               if not name.startswith("before_holdout")}  # fmt: skip
    assert answers == {"too_short"}
    assert document["answers"]["walk_forward.permutation_p"]["details"]["needed"] > 300
    assert (document["rolling"], document["folds"]) == ({}, [])
    assert document["segments"]["before_holdout"]["look_ahead"] == 0
    assert document["trials"]


def test_a_rule_that_never_trades():
    never = rule(long_entry={"op": ">", "left": "rise", "right": 9.0})
    document = found(never)
    walked = document["segments"]["walk_forward"]
    assert walked["total_trades"] == 0
    assert (walked["sharpe_ratio"], walked["psr"], walked["moments"]) == (None, None, None)
    expected = {"permutation_p": "no_trades", "double_cost_sharpe": "no_trades",
                "enough_evidence": "few_trades", "efficiency": "in_sample_loss"}  # fmt: skip
    for name, reason in expected.items():
        assert document["answers"][f"walk_forward.{name}"]["reason"] == reason


def test_prices_that_never_move():
    always = rule(long_entry={"op": ">", "left": "close", "right": 1.0}, stops={"time_stop": 5})
    free = found(always, constant(400), commission=0.0)["segments"]["walk_forward"]
    assert (free["psr"], free["efficiency"], free["double_cost_sharpe"]) == (None, None, None)
    costly = found(always, constant(400))
    assert costly["segments"]["walk_forward"]["psr"] < 0.01
    # Always in the market: there is nowhere else to stand.
    assert costly["answers"]["walk_forward.permutation_p"]["reason"] == "no_room"


def test_all_money_is_lost():
    risen = {"op": ">", "left": "rise", "right": 0.0}
    ruin = rule(direction="short", long_entry=None, long_exit=None, short_entry=risen,
                short_exit=risen | {"op": "<"})  # fmt: skip
    frame = made_up(600, seed=1)
    prices = frame[["Open", "High", "Low", "Close"]] * 1.04 ** np.arange(600)[:, None]
    walked = found(ruin, frame.assign(**prices), cash=1e12)["segments"]["walk_forward"]
    assert walked["total_return"] == -1.0
    assert walked["psr"] < 0.05
    assert walked["efficiency"] is None
    assert walked["double_cost_sharpe"] < 0


def test_what_cannot_be_computed_or_played_is_refused():
    with pytest.raises(RuleError):
        found(template("obv_trend").make(), SKILL.drop(columns="Volume"))
    with pytest.raises(RuleError):
        found(template("sma_long").make(), made_up(60))
    with pytest.raises(BacktestError):
        found(frame=SKILL.assign(Close=0.0))
    with pytest.raises(NotExact):
        found(frame=SKILL, cash=1e18)


def test_a_spec_that_is_judged_as_written_is_tuned_in_no_fold():
    tuned, written = found(), found(as_written=True)
    assert [one["parameters"] for one in written["folds"]] == [ONE_BAR.values] * len(tuned["folds"])
    own = [one for one in written["trials"] if one["source"] == "walk_forward"]
    assert [one["parameters"] for one in own] == [ONE_BAR.values]
    assert len(written["trials"]) < len(tuned["trials"])


def test_all_bars_that_it_can_look_back_from_are_out_of_its_sample():
    written = found(as_written=True)
    assert written["folds"][0]["after"][0] < 10
    assert written["segments"]["walk_forward"]["moments"][1] > 980
    answer = written["answers"]["walk_forward.efficiency"]
    assert (answer["value"], answer["reason"]) == (None, "not_tuned")
