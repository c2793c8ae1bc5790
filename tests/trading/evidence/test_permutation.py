"""The entry permutation test: it knows timing from luck, and keeps exposure and costs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd
import pytest

from tests.trading.backtest.prices import bundled, random_signals, signals
from tests.trading.evidence.walk_forward.settings import constant
from tests.trading.strategies.bars import made_up
from trading.backtest.checks import bars_of
from trading.backtest.run import run_backtest
from trading.domain.broker import CASH, Broker
from trading.domain.calculation import AS_WRITTEN, COUNTED_ALIKE
from trading.domain.gates import PROFILES
from trading.evidence.answer import Answer
from trading.evidence.kernels import play
from trading.evidence.permutation import (
    MANY,
    MOST,
    PERMUTATIONS,
    THRESHOLD,
    Spells,
    entry_permutation,
    spells_of,
    told_apart,
)
from trading.strategies.signals import Signals


def judged(frame: pd.DataFrame, given: Signals, seed: int = 0, **options: Any) -> Answer:
    trades = run_backtest(frame, given).trades
    return entry_permutation(frame, given, trades, np.random.default_rng(seed), **options)


def spells(frame: pd.DataFrame, given: Signals) -> Spells:
    trades = run_backtest(frame, given).trades
    return spells_of(trades, given.size, begin=2, bars=len(frame))


def knowing(frame: pd.DataFrame, hold: int = 5) -> Signals:
    """Buys before the rises: knows what no one can."""
    later = frame["Close"].shift(-hold) / frame["Close"] - 1
    entries = np.flatnonzero((later > 0.04) & (np.arange(len(frame)) > 5))
    return signals(len(frame), long_entry=entries, time_stop=hold)


def test_whoever_knows_the_rises_is_never_matched() -> None:
    assert judged(made_up(800), knowing(made_up(800))).value == 1 / 1001


def test_random_entries_have_p_values_spread_evenly() -> None:
    rng = np.random.default_rng(4)
    found = []
    for seed in range(60):
        frame = made_up(300, seed=seed)
        given = signals(300, long_entry=rng.choice(290, 25, replace=False), time_stop=4)
        found.append(judged(frame, given, seed, permutations=99).value)
    values = np.array(found)
    assert np.mean(values) == pytest.approx(0.5, abs=0.13)
    assert np.mean(values <= 0.1) == pytest.approx(0.1, abs=0.1)


def test_without_stops_its_own_ratio_is_the_backtests() -> None:
    rng = np.random.default_rng(8)
    frame = bundled("IBM").iloc[:700]
    seen = 0
    for _ in range(25):
        given = random_signals(700, rng)
        plain = Signals(*(getattr(given, name) for name in ("long_entry", "long_exit",
                        "short_entry", "short_exit", "size", "warmup")))  # fmt: skip
        result = run_backtest(frame, plain, bars_per_year=1.0)
        found = judged(frame, plain, permutations=9)
        entered_last = any(trade.entry_bar == 699 for trade in result.trades)
        if found.known and not entered_last:
            assert found.details["observed"] == pytest.approx(result.metrics.sharpe_ratio)
            seen += 1
    assert seen >= 5


def test_arrangements_keep_exposure_sides_and_distance() -> None:
    rng = np.random.default_rng(3)
    frame = bundled("MSFT").iloc[:500]
    for _ in range(30):
        found = spells(frame, random_signals(500, rng))
        if not len(found):
            continue
        entries, exits, sizes = found.shuffled(rng, 20)
        assert found.free >= 0
        assert (entries[:, 0] >= found.begin).all()
        assert (exits <= found.end).all()
        assert (entries[:, 1:] - exits[:, :-1] >= found.apart).all()
        assert ((exits - entries).sum(axis=1) == found.lengths.sum()).all()
        for side in (-1, 1):
            where = found.sides == side
            assert (np.sort((exits - entries)[:, where]) == np.sort(found.lengths[where])).all()
            assert np.allclose(np.sort(sizes[:, where]), np.sort(found.sizes[where]))


@pytest.mark.parametrize("broker", [CASH, Broker(spread=0.002, margin=0.5, borrow=0.0002)])
def test_an_arrangement_is_played_as_backtesting_plays_it(broker: Broker) -> None:
    rng = np.random.default_rng(6)
    frame = bundled("IBM").iloc[:300]
    days = rng.choice(280, 40, replace=False)
    given = signals(300, long_entry=days[:20], short_entry=days[20:], time_stop=5)
    found = spells(frame, given)
    entries, exits, sizes = found.shuffled(rng, 3)
    bars, ratios = bars_of(frame), np.empty(3)
    prices = (bars.open, bars.high, bars.low, bars.close)
    play(*prices, entries, exits, found.sides, sizes, 1, 0, 10_000.0, 0.001,
         broker.spread, broker.leverage, broker.borrow, 2, ratios)  # fmt: skip
    for row in range(3):
        sides = {side: np.flatnonzero(found.sides == side) for side in (1, -1)}
        told = signals(
            300,
            long_entry=entries[row, sides[1]] - 1,
            long_exit=exits[row, sides[1]] - 1,
            short_entry=entries[row, sides[-1]] - 1,
            short_exit=exits[row, sides[-1]] - 1,
        )
        result = run_backtest(frame, told, engine="reference", bars_per_year=1.0, broker=broker)
        assert len(result.trades) == len(found)
        assert ratios[row] == pytest.approx(result.metrics.sharpe_ratio, rel=1e-9)


def test_arrangements_are_counted() -> None:
    def count(lengths: list[int], sides: list[int], end: int) -> float:
        k = len(lengths)
        entries = np.cumsum([0, *lengths[:-1]])
        return Spells(0, end, entries, np.array(lengths), np.array(sides), np.ones(k)).arrangements

    assert count([4], [1], 10) == 7  # one position of 4 in 10 bars
    assert count([4, 4], [1, -1], 10) == math.comb(4, 2)
    assert count([4, 3], [1, 1], 10) == 2 * math.comb(4, 2)  # a bar between, and two orders
    assert count([4], [1], 4) == 1
    assert count([1] * 300, [1] * 300, 2_000) == MANY


def test_a_position_stopped_within_a_bar_keeps_that_bar() -> None:
    frame = made_up(60)
    given = signals(60, long_entry=[10], stop_loss=0.005)
    trade = run_backtest(frame, given).trades[0]
    found = spells(frame, given)
    assert trade.reason == "stop_loss"
    assert found.entries[0] + found.lengths[0] == trade.exit_bar + 1


def test_always_in_the_market_says_nothing() -> None:
    found = judged(made_up(300), signals(300, long_entry=[1]))
    assert found.reason == "no_room"
    assert found.details["arrangements"] < found.details["needed"]


def test_without_a_trade_says_nothing() -> None:
    assert judged(made_up(100), signals(100)).reason == "no_trades"


def test_one_trade_has_an_answer() -> None:
    value = judged(made_up(400), signals(400, long_entry=[100], time_stop=20)).value
    assert value is not None
    assert 0 < value <= 1


def test_a_set_that_only_loses_is_not_better_than_chance() -> None:
    frame = made_up(800)
    told = knowing(frame)
    wrong = signals(800, short_entry=np.flatnonzero(told.long_entry), time_stop=5)
    assert judged(frame, wrong).value == 1.0


@pytest.mark.parametrize("commission", [0.0, 0.001])
def test_an_arrangement_that_does_as_well_counts_against_the_strategy(commission: float) -> None:
    """Where prices never move, no entry is better than another."""
    frame = constant(300)
    given = signals(300, long_entry=range(20, 280, 13), time_stop=4)
    trades = run_backtest(frame, given, commission=commission).trades
    rng = np.random.default_rng(0)
    found = entry_permutation(frame, given, trades, rng, commission=commission)
    assert found.value == 1.0


def test_a_seed_gives_the_same_again() -> None:
    frame = made_up(300)
    given = signals(300, long_entry=range(20, 280, 13), time_stop=4)
    assert judged(frame, given, 5) == judged(frame, given, 5)


def chance(seed: int, calculation: int) -> Answer:
    """Of entries drawn at random on a walk."""
    rng = np.random.default_rng(seed)
    given = signals(300, long_entry=rng.choice(290, 25, replace=False), time_stop=4)
    return judged(made_up(300, seed=seed), given, seed, calculation=calculation)


def test_it_draws_on_only_where_it_is_too_near_to_its_threshold() -> None:
    seeds = range(100, 160)
    before = {seed: chance(seed, AS_WRITTEN) for seed in seeds}
    now = {seed: chance(seed, COUNTED_ALIKE) for seed in seeds}
    near = {seed for seed, one in before.items() if not apart(one)}
    assert near == {114, 145, 148, 150}
    assert {seed for seed in seeds if before[seed] != now[seed]} == near
    for seed in near:
        drawn = now[seed].details["permutations"]
        assert PERMUTATIONS < drawn <= MOST
        assert apart(now[seed])


def apart(found: Answer) -> bool:
    drawn = int(found.details["permutations"])
    assert found.value is not None
    return told_apart(round(found.value * (1 + drawn)) - 1, drawn)


@pytest.mark.parametrize(
    ("better", "drawn", "told"),
    [(27, 1_000, True), (28, 1_000, False), (72, 1_000, False), (73, 1_000, True),
     (80, 2_000, False), (60, 2_000, True), (799, MOST, True)],
)  # fmt: skip
def test_what_is_told_apart(better: int, drawn: int, told: bool) -> None:
    assert told_apart(better, drawn) is told


def test_the_threshold_is_that_of_the_gates_that_ship() -> None:
    asked = {
        one.threshold
        for profile in PROFILES.values()
        for one in profile.criteria
        if one.name == "permutation_p"
    }
    assert asked == {THRESHOLD}
