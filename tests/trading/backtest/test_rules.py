"""The rules of filling, by hand, on both engines: what each bar does to an order."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from tests.trading.backtest.prices import frame_of, signals
from trading.backtest.run import Result, Trade, run_backtest

Engine = Literal["kernel", "reference"]
Bar = tuple[float, float, float, float]

FLAT: Bar = (100, 101, 99, 100)


@pytest.fixture(params=["kernel", "reference"])
def engine(request: pytest.FixtureRequest) -> Engine:
    return request.param  # type: ignore[no-any-return]


def play(engine: Engine, bars: list[Bar], **given: object) -> Result:
    """Cash for ten shares at 100 and no commission, unless given."""
    options: dict[str, Any] = {"cash": 1_005.0, "commission": 0.0}
    for name in ("commission", "cash", "trade_from", "calculation"):
        if name in given:
            options[name] = given.pop(name)
    return run_backtest(frame_of(bars), signals(len(bars), **given), engine=engine, **options)


def only(result: Result) -> Trade:
    assert len(result.trades) == 1
    return result.trades[0]


def test_a_decision_at_the_close_is_filled_at_the_next_open(engine: Engine) -> None:
    bars = [FLAT, FLAT, (102, 103, 101, 102), FLAT, (105, 106, 104, 105), FLAT]
    trade = only(play(engine, bars, long_entry=[1], long_exit=[3]))
    assert (trade.entry_bar, trade.entry_price, trade.size) == (2, 102, 9)
    assert (trade.exit_bar, trade.exit_price, trade.reason) == (4, 105, "signal")
    assert trade.pnl == 27


def test_commission_is_paid_on_both_sides(engine: Engine) -> None:
    bars = [FLAT, FLAT, FLAT, FLAT, (110, 111, 109, 110), FLAT]
    result = play(engine, bars, long_entry=[1], long_exit=[3], commission=0.01)
    trade = only(result)
    assert trade.size == 9  # 9 * (100 + 1) is the most that 1,005 pay for
    assert trade.commission == pytest.approx(9 * 1 + 9 * 1.1)
    assert trade.pnl == pytest.approx(90 - 18.9)
    assert result.metrics.final_equity == pytest.approx(1_076.1)
    assert result.metrics.costs_paid == pytest.approx(18.9)


def test_an_entry_the_other_way_closes_and_opens_at_the_same_open(engine: Engine) -> None:
    bars = [FLAT, FLAT, FLAT, FLAT, (110, 111, 109, 110), (100, 101, 99, 100), FLAT]
    first, second = play(engine, bars, long_entry=[1], short_entry=[3]).trades
    assert (first.exit_bar, first.exit_price, first.reason) == (4, 110, "signal")
    assert (second.entry_bar, second.entry_price, second.size) == (4, 110, -10)
    assert second.reason == "open_at_the_end"
    assert second.pnl == 100


def test_an_entry_its_own_way_says_nothing_new(engine: Engine) -> None:
    assert only(play(engine, [FLAT] * 6, long_entry=[1, 2, 3])).entry_bar == 2


def test_leaving_and_entering_the_same_way_at_once_leaves(engine: Engine) -> None:
    trade = only(play(engine, [FLAT] * 6, long_entry=[1, 3], long_exit=[3]))
    assert trade.exit_bar == 4


def test_what_is_open_at_the_end_is_valued_at_the_last_close(engine: Engine) -> None:
    bars = [FLAT, FLAT, FLAT, (105, 120, 60, 70)]
    result = play(engine, bars, long_entry=[1], commission=0.01)
    trade = only(result)
    assert (trade.exit_bar, trade.exit_price, trade.reason) == (3, 70, "open_at_the_end")
    assert trade.commission == 9  # of the entry: nothing was left
    assert trade.pnl == 9 * -30 - 9
    assert result.equity[-1] == result.metrics.final_equity == 1_005 - 9 - 270
    assert result.metrics.max_drawdown == pytest.approx(726 / 1_005 - 1)


def test_the_first_calculation_closes_it_at_the_last_open(engine: Engine) -> None:
    bars = [FLAT, FLAT, FLAT, (105, 120, 104, 119)]
    result = play(engine, bars, long_entry=[1], calculation=1)
    assert (only(result).exit_bar, only(result).exit_price, only(result).reason) == (3, 105, "end")
    assert result.equity[-1] == 1_055


def test_a_short_is_liquidated_where_its_bar_takes_all_there_is(engine: Engine) -> None:
    bars = [FLAT, FLAT, FLAT, (110, 400, 100, 105), FLAT, FLAT]
    result = play(engine, bars, short_entry=[1])
    trade = only(result)
    assert (trade.exit_bar, trade.exit_price, trade.reason) == (3, 200.5, "ruin")
    assert result.equity.tolist() == [1_005, 1_005, 1_005, 0, 0, 0]


def test_a_short_whose_bar_opens_beyond_ruin_is_liquidated_at_that_open(engine: Engine) -> None:
    bars = [FLAT, FLAT, FLAT, (300, 400, 100, 105), FLAT]
    trade = only(play(engine, bars, short_entry=[1]))
    assert (trade.exit_bar, trade.exit_price, trade.reason) == (3, 300, "ruin")


def test_a_stop_before_ruin_is_a_stop(engine: Engine) -> None:
    bars = [FLAT, FLAT, FLAT, (110, 400, 100, 105), FLAT]
    result = play(engine, bars, short_entry=[1], stop_loss=0.5)
    assert (only(result).exit_price, only(result).reason) == (150, "stop_loss")
    assert result.equity[-1] == 505


def test_ruin_on_the_bar_of_the_entry_and_before_a_target(engine: Engine) -> None:
    bars = [FLAT, FLAT, (100, 201, 40, 60), FLAT]
    trade = only(play(engine, bars, short_entry=[1], take_profit=0.5))
    assert (trade.exit_bar, trade.exit_price, trade.reason) == (2, 200.5, "ruin")


def test_the_first_calculation_looks_for_ruin_at_closes(engine: Engine) -> None:
    bars = [FLAT, FLAT, FLAT, (110, 400, 100, 105), FLAT, FLAT]
    trade = only(play(engine, bars, short_entry=[1], calculation=1))
    assert trade.reason == "end"


def test_the_last_bar_decides_nothing(engine: Engine) -> None:
    assert play(engine, [FLAT] * 4, long_entry=[3]).trades == ()


def test_a_stop_is_relative_to_the_close_that_decided(engine: Engine) -> None:
    bars = [FLAT, FLAT, (98, 99, 96, 97), (97, 98, 94, 95), FLAT]
    trade = only(play(engine, bars, long_entry=[1], stop_loss=0.05))
    assert (trade.exit_bar, trade.exit_price, trade.reason) == (3, 95, "stop_loss")


def test_a_stop_is_filled_on_the_bar_of_the_entry(engine: Engine) -> None:
    bars = [FLAT, FLAT, (100, 101, 90, 100), FLAT]
    trade = only(play(engine, bars, long_entry=[1], stop_loss=0.05))
    assert (trade.entry_bar, trade.exit_bar, trade.exit_price) == (2, 2, 95)


def test_a_bar_that_opens_beyond_the_stop_fills_at_its_open(engine: Engine) -> None:
    bars = [FLAT, FLAT, FLAT, (90, 91, 89, 90), FLAT]
    trade = only(play(engine, bars, long_entry=[1], stop_loss=0.05))
    assert (trade.exit_bar, trade.exit_price) == (3, 90)


def test_an_entry_that_opens_beyond_its_stop_leaves_at_once(engine: Engine) -> None:
    bars = [FLAT, FLAT, (90, 91, 89, 90), FLAT]
    trade = only(play(engine, bars, long_entry=[1], stop_loss=0.05))
    assert (trade.entry_bar, trade.exit_bar, trade.pnl) == (2, 2, 0)


def test_a_target_that_is_gapped_over_fills_at_the_better_open(engine: Engine) -> None:
    bars = [FLAT, FLAT, FLAT, (108, 109, 107, 108), FLAT]
    trade = only(play(engine, bars, long_entry=[1], take_profit=0.05))
    assert (trade.exit_bar, trade.exit_price, trade.reason) == (3, 108, "take_profit")


def test_stop_and_target_in_one_bar_is_the_stop(engine: Engine) -> None:
    bars = [FLAT, FLAT, FLAT, (100, 120, 80, 100), FLAT]
    trade = only(play(engine, bars, long_entry=[1], stop_loss=0.05, take_profit=0.05))
    assert (trade.exit_price, trade.reason) == (95, "stop_loss")


@pytest.mark.parametrize("side", ["long_entry", "short_entry"])
@pytest.mark.parametrize(
    ("high", "low", "reason"),
    [
        (104, 95, "low"),
        (104, 96, "open_at_the_end"),
        (105, 96, "high"),
        (105, 95, "stop_loss"),
    ],
)
def test_a_bar_that_just_touches_stop_or_target_fills_there_the_stop_first(
    engine: Engine, side: str, high: float, low: float, reason: str
) -> None:
    near = {"long_entry": {"low": "stop_loss", "high": "take_profit"},
            "short_entry": {"low": "take_profit", "high": "stop_loss"}}[side]  # fmt: skip
    bars = [FLAT, FLAT, FLAT, (100, high, low, 100), FLAT]
    trade = only(play(engine, bars, **{side: [1]}, stop_loss=0.05, take_profit=0.05))
    assert trade.reason == near.get(reason, reason)
    if trade.reason != "open_at_the_end":
        lower = (trade.reason == "stop_loss") == (side == "long_entry")
        assert (trade.exit_bar, trade.exit_price) == (3, 95 if lower else 105)


def test_of_a_fixed_and_a_trailing_stop_at_one_price_the_fixed_one_takes_it(
    engine: Engine,
) -> None:
    bars = [FLAT, FLAT, FLAT, (100, 101, 89, 95), FLAT]
    trade = only(play(engine, bars, long_entry=[1], stop_loss=0.05, trailing_stop=0.05))
    assert (trade.exit_price, trade.reason) == (95, "stop_loss")


def test_a_short_stop_lies_above(engine: Engine) -> None:
    bars = [FLAT, FLAT, FLAT, (100, 106, 99, 100), FLAT]
    trade = only(play(engine, bars, short_entry=[1], stop_loss=0.05))
    assert (trade.size, trade.exit_price, trade.reason) == (-10, 105, "stop_loss")


def test_a_short_target_below_zero_is_none(engine: Engine) -> None:
    trade = only(play(engine, [FLAT] * 5, short_entry=[1], take_profit=1.5))
    assert trade.reason == "open_at_the_end"


def test_a_trailing_stop_follows_the_best_close(engine: Engine) -> None:
    bars = [
        FLAT,
        FLAT,
        FLAT,
        (110, 140, 110, 120),
        (120, 121, 115, 118),
        (118, 119, 107, 110),
        FLAT,
    ]
    trade = only(play(engine, bars, long_entry=[1], trailing_stop=0.1))
    assert (trade.exit_bar, trade.exit_price, trade.reason) == (5, 108, "trailing_stop")


def test_the_nearer_of_two_stops_holds(engine: Engine) -> None:
    bars = [FLAT, FLAT, FLAT, (100, 101, 89, 95), FLAT]
    trade = only(play(engine, bars, long_entry=[1], stop_loss=0.05, trailing_stop=0.1))
    assert (trade.exit_price, trade.reason) == (95, "stop_loss")


def test_a_time_stop_holds_so_many_bars(engine: Engine) -> None:
    trade = only(play(engine, [FLAT] * 8, long_entry=[1], time_stop=3))
    assert (trade.entry_bar, trade.exit_bar, trade.reason) == (2, 5, "time_stop")


def test_a_share_dearer_than_the_cash_is_not_bought_and_told(engine: Engine) -> None:
    result = play(engine, [FLAT] * 6, long_entry=[1, 2], cash=50.0)
    assert result.trades == ()
    assert result.dropped == 2
    assert result.metrics.final_equity == 50
    assert result.metrics.win_rate is None
    assert result.metrics.sharpe_ratio is None


def test_an_account_worth_nothing_ends_the_game(engine: Engine) -> None:
    bars = [FLAT, FLAT, FLAT, (210, 230, 205, 220), FLAT, FLAT]
    result = play(engine, bars, short_entry=[1], long_entry=[4])
    assert only(result).reason == "ruin"
    assert list(result.equity[3:]) == [0, 0, 0]
    assert result.metrics.total_return == -1
    assert result.metrics.max_drawdown == -1


def test_nothing_is_decided_before_the_bar_to_trade_from(engine: Engine) -> None:
    trade = only(play(engine, [FLAT] * 9, long_entry=[1, 4], trade_from=4))
    assert trade.entry_bar == 5


def test_nothing_is_decided_until_a_bar_after_the_warm_up(engine: Engine) -> None:
    assert only(play(engine, [FLAT] * 9, long_entry=[3, 4], warmup=3)).entry_bar == 5
