"""One backtest of parameters that change: whose signals stand where, and that none look ahead."""

from __future__ import annotations

import numpy as np
import pytest

from tests.trading.evidence.walk_forward.settings import ONE_BAR, poisoned, setting, stopped
from tests.trading.strategies.bars import made_up
from trading.backtest.run import run_backtest
from trading.evidence.answer import Answer
from trading.evidence.walk_forward.forward import Forward, both_ways, composite
from trading.strategies.parse import parse_spec
from trading.strategies.signals import compute_signals
from trading.strategies.spec import StrategySpec
from trading.strategies.table import IndicatorCache

FRAME = made_up(700, seed=3, phi=0.2)
RULES = ("long_entry", "long_exit", "short_entry", "short_exit")


def anchored(spec: StrategySpec, frame=FRAME) -> Forward:
    found = both_ways(spec, setting(frame))
    assert not isinstance(found, Answer)
    return found["anchored"]


def test_each_fold_says_what_its_own_parameters_say():
    forward = anchored(ONE_BAR)
    assert len({tuple(one.parameters.values()) for one in forward.folds}) > 1
    for one in forward.folds:
        spec = ONE_BAR.with_parameters(**one.parameters)
        own, places = compute_signals(spec, FRAME), slice(*(b - 1 for b in one.fold.after))
        for rule in RULES:
            np.testing.assert_array_equal(
                getattr(forward.signals, rule)[places], getattr(own, rule)[places]
            )


def test_nothing_is_said_before_the_first_fold():
    forward = anchored(ONE_BAR)
    first = forward.folds[0].fold.after[0]
    assert not any(getattr(forward.signals, rule)[: first - 1].any() for rule in RULES)
    assert forward.signals.long_entry[first - 1 :].any()


@pytest.mark.parametrize("number", [1, 4])
def test_signals_out_of_sample_do_not_hang_on_later_bars(number: int):
    plain = anchored(stopped())
    end = plain.folds[number].fold.after[1]
    other = anchored(stopped(), poisoned(FRAME, end))
    for rule in RULES:
        one, two = (getattr(forward.signals, rule)[:end] for forward in (plain, other))
        # The close of the fold's last bar decides for the next fold: by parameters tuned before it.
        np.testing.assert_array_equal(one, two)
    begin = plain.folds[0].fold.after[0]
    np.testing.assert_array_equal(plain.returns[: end - begin], other.returns[: end - begin])


def test_a_position_keeps_the_stops_it_was_entered_with():
    frame = made_up(60, seed=1)
    entry = 20
    close = float(frame["Close"].iloc[entry])
    frame.loc[frame.index[entry + 1 :], ["Open", "High", "Low", "Close"]] = close
    frame.loc[frame.index[entry + 6], "Low"] = close * 0.97
    spec = parse_spec({
        "name": "Stops", "indicators": {"rise": {"kind": "roc", "length": 1}},
        "parameters": {"stop": {"type": "float", "value": 0.02, "low": 0.02, "high": 0.1,
                                "step": 0.04}},
        "long_entry": {"op": ">", "left": "rise", "right": -1.0}, "stops": {"stop_loss": "$stop"},
    })  # fmt: skip
    near, far = {"stop": 0.02}, {"stop": 0.1}
    for first, second, reason in ((near, far, "stop_loss"), (far, near, "open_at_the_end")):
        pieces = [(first, (entry, entry + 3)), (second, (entry + 3, 60))]
        signals = composite(spec, IndicatorCache(frame), pieces)
        results = [run_backtest(frame, signals, engine=engine, trade_from=entry)
                   for engine in ("kernel", "reference")]  # fmt: skip
        assert results[0].trades == results[1].trades
        assert results[0].trades[0].reason == reason


def test_it_is_one_account_from_the_first_bar_out_of_sample_on():
    forward = anchored(ONE_BAR)
    begin, end = forward.folds[0].fold.after[0], forward.folds[-1].fold.after[1]
    assert (len(forward.returns), end) == (end - begin, len(FRAME))
    whole = forward.result.equity[-1] / forward.result.equity[begin - 1]
    assert np.prod(1 + forward.returns) == pytest.approx(whole)
    assert sum(len(outside) for _, outside in forward.sides) == len(forward.returns)
    assert forward.result.metrics.total_trades == len(forward.result.trades)
