"""A fold is tuned on its past: what comes after it changes nothing there."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import numpy as np
import pytest

from tests.trading.evidence.walk_forward.settings import ONE_BAR, poisoned, setting, stopped
from tests.trading.strategies.bars import made_up
from trading.evidence.answer import Answer
from trading.evidence.folds import Way
from trading.evidence.walk_forward.forward import WAYS, Forward, both_ways
from trading.evidence.walk_forward.past import Past, is_better, past_of, tune
from trading.strategies.parse import parse_spec
from trading.strategies.search import SETS, grid, in_order, unaware
from trading.strategies.spec import StrategySpec
from trading.strategies.templates import template

FRAME = made_up(700, seed=3, phi=0.2)
MACD = template("macd_trend").make()


def walked(spec: StrategySpec, frame=FRAME, **given) -> Mapping[Way, Forward]:
    found = both_ways(spec, setting(frame, **given))
    assert not isinstance(found, Answer)
    return found


@pytest.mark.parametrize("spec", [ONE_BAR, stopped(), template("rsi_reversion").make()],
                         ids=lambda one: one.name)  # fmt: skip
@pytest.mark.parametrize("number", [0, 3])
def test_bars_after_a_folds_past_leave_its_parameters_alone(spec: StrategySpec, number: int):
    plain = walked(spec)
    end = plain["anchored"].folds[number].fold.before[1]
    other = walked(spec, poisoned(FRAME, end))
    for way in WAYS:
        for one, two in list(zip(plain[way].folds, other[way].folds, strict=True))[: number + 1]:
            assert (one.parameters, one.rows) == (two.parameters, two.rows)
            np.testing.assert_array_equal(one.inside, two.inside)
    # It would have been told: what is tuned on the poison is another thing.
    assert plain["anchored"].folds[-1].rows != other["anchored"].folds[-1].rows


@pytest.mark.parametrize("spec", [ONE_BAR, stopped()], ids=lambda one: one.name)
def test_the_values_a_spec_comes_with_are_not_known_to_its_folds(spec: StrategySpec):
    """They were chosen on bars that lie after the pasts of the folds."""
    others = [one.at(one.steps) for one in spec.parameters.values()]
    other = spec.with_parameters(**dict(zip(spec.parameters, others, strict=True)))
    if not in_order(spec, other.values):
        other = spec.with_parameters(**list(itertools.islice(grid(spec), 3))[-1])
    assert other.values != spec.values
    plain, moved = walked(spec), walked(other)
    for way in WAYS:
        for one, two in zip(plain[way].folds, moved[way].folds, strict=True):
            assert (one.parameters, one.rows) == (two.parameters, two.rows)


def test_the_past_has_no_other_bars():
    with pytest.raises(ValueError, match="ends at 300"):
        Past(ONE_BAR, past_of(setting(FRAME), 301), (0, 300), setting(FRAME))


def test_bars_before_a_rolling_past_are_not_among_its_figures():
    first = walked(ONE_BAR)["rolling"].folds[-1]
    begin = first.fold.before[0]
    assert begin > 0
    assert len(first.inside) == first.fold.before[1] - begin - 1


def test_the_first_returns_in_sample_are_those_of_the_first_decision():
    spec = template("sma_long").make()
    wide = setting(made_up(1_200, seed=1))
    past = Past(spec, past_of(wide, 500), (0, 500), wide)
    slow, fast = past.returns({"fast": 5, "slow": 200}), past.returns({"fast": 5, "slow": 20})
    assert len(fast) - len(slow) == 180


@pytest.mark.parametrize("begin", [0, 40, 120])
def test_returns_in_sample_begin_on_the_first_bar_that_could_have_earned(begin: int):
    """Always in, the last bar's close included: all bars held are there, and none before them."""
    wide = setting(made_up(300, seed=1), commission=0.0)
    past = Past(always_in(60), past_of(wide, 200), (begin, 200), wide)
    found = past.returns({"length": 60})
    # The mean of 60 bars is there on bar 59; bar 60 decides, and 61 is the first that is held.
    assert len(found) == 200 - max(61, begin + 1)
    assert found.all()


def test_a_set_that_is_refused_returns_nothing_on_every_bar():
    wide = setting(made_up(300, seed=1))
    past = Past(always_in(60), past_of(wide, 50), (10, 50), wide)
    assert past.rows([{"length": 60}])[0]["sharpe_ratio"] is None
    assert past.returns({"length": 60}).tolist() == [0.0] * 39


def always_in(length: int) -> StrategySpec:
    """In as soon as it may decide, and never out."""
    bounds = {"type": "int", "value": length, "low": 5, "high": 100, "step": 5}
    return parse_spec({
        "name": "Always in", "parameters": {"length": bounds},
        "indicators": {"mean": {"kind": "sma", "length": "$length"}},
        "long_entry": {"op": ">", "left": "mean", "right": 0.0},
        "long_exit": {"op": "<", "left": "mean", "right": 0.0},
    })  # fmt: skip


def test_each_fold_draws_the_same_sets():
    folds = walked(MACD, made_up(1_400, seed=2))["anchored"].folds
    drawn = {tuple(tuple(row["parameters"].items()) for row in one.rows[: SETS // 2])
             for one in folds}  # fmt: skip
    assert len(drawn) == 1


def test_another_seed_draws_others():
    one, two = (walked(MACD, made_up(1_400, seed=2), seed=seed) for seed in (1, 2))
    rows = [ways["anchored"].folds[0].rows for ways in (one, two)]
    assert [row["parameters"] for row in rows[0]] != [row["parameters"] for row in rows[1]]


class TestIsBetter:
    def test_by_a_standard_error_of_the_difference(self):
        """Of noise with a common part: the difference of the ratios is .1, its error .02 or .2."""
        rng = np.random.default_rng(4)
        common, own = rng.normal(size=2_500), rng.normal(size=(2, 2_500))
        alike = common + 0.1 * own
        apart = 0.1 * common + own
        for pair, found in ((alike, True), (apart, False)):
            first, second = (one - one.mean() for one in pair)
            gain = 0.01 * first.std()
            assert is_better(first + gain, second) is found
            assert not is_better(second, first + gain)

    def test_what_never_moves_is_better_than_nothing(self):
        still, moving = np.zeros(50), np.random.default_rng(1).normal(size=50)
        assert not is_better(still, moving)
        assert is_better(moving, still)

    def test_the_last_bars_of_both_are_compared(self):
        returns = np.random.default_rng(2).normal(size=80)
        longer = np.concatenate([np.full(200, 5.0), returns])
        assert not is_better(longer, returns + 0.2)


def test_the_middle_is_kept_where_nothing_is_better_and_before_the_fourth_calculation_is_not():
    noise = made_up(700, seed=3, phi=0.0)
    middle = unaware(MACD).values
    kept, moved = (
        [one.parameters for one in walked(MACD, noise, calculation=version)["anchored"].folds]
        for version in (4, 3)
    )
    assert kept.count(middle) > moved.count(middle)


def test_train_alone_is_tuned_on():
    own = setting(FRAME, calculation=4)
    found = tune(MACD, own, (1,))
    assert found == tune(MACD, setting(poisoned(FRAME, own.train_bars), calculation=4), (1,))
    assert len(found["rows"]) == SETS
    assert found["parameters"] in [*(row["parameters"] for row in found["rows"]), MACD.values]
    assert found != tune(MACD, own, (2,))


def test_what_too_few_bars_refuse_is_no_try():
    short = setting(made_up(120, seed=1), calculation=4)
    found = tune(template("zscore_reversion").make(), short, (1,))
    lengths = [row["parameters"]["length"] for row in found["rows"]]
    assert lengths
    assert max(lengths) < short.train_bars
