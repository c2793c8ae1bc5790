"""Folds: the past before the future, apart by the look-back, no bar judged twice."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.trading.strategies.bars import made_up
from trading.backtest.relative import returns
from trading.backtest.run import run_backtest
from trading.evidence.answer import Answer
from trading.evidence.folds import LEAST, PURGE, Fold, Way, folds
from trading.strategies.parse import parse_spec
from trading.strategies.signals import compute_signals


def found(bars: int, **options: object) -> list[Fold]:
    answer = folds(bars, **options)  # type: ignore[arg-type]
    assert not isinstance(answer, Answer)
    return answer


def test_anchored() -> None:
    assert found(100, count=3, lookback=5) == [
        Fold((0, 33), (33, 40), (40, 60)),
        Fold((0, 53), (53, 60), (60, 80)),
        Fold((0, 73), (73, 80), (80, 100)),
    ]


def test_rolling() -> None:
    assert found(100, count=3, lookback=5, way="rolling") == [
        Fold((0, 33), (33, 40), (40, 60)),
        Fold((20, 53), (53, 60), (60, 80)),
        Fold((40, 73), (73, 80), (80, 100)),
    ]


def test_the_window_of_a_fold_trades_after_its_warm_up() -> None:
    fold = found(100, count=3, lookback=5)[1]
    assert (fold.window, fold.trade_from) == ((53, 80), 6)


def test_joined_returns_are_one_a_bar_and_the_first_bar_can_be_traded() -> None:
    spec = parse_spec(
        {
            "name": "Always",
            "indicators": {"mean": {"kind": "sma", "length": 10}},
            "long_entry": {"op": ">", "left": "mean", "right": 0},
            "stops": {"time_stop": 400},
        }
    )
    frame = made_up(300)
    joined = []
    for fold in found(300, lookback=spec.lookback()):
        window = frame.iloc[slice(*fold.window)]
        result = run_backtest(window, compute_signals(spec, window), trade_from=fold.trade_from)
        assert result.trades[0].entry_bar == fold.trade_from + 1
        joined.append(returns(result.equity[fold.trade_from :]))
    assert len(np.concatenate(joined)) == 300 - 120


shapes = st.tuples(
    st.integers(0, 3_000),
    st.sampled_from(["anchored", "rolling"]),
    st.integers(0, 300),
    st.integers(1, 12),
    st.floats(0.1, 0.9),
)


@settings(max_examples=150, deadline=None)
@given(shapes)
def test_any_folds(shape: tuple[int, Way, int, int, float]) -> None:
    bars, way, lookback, count, share = shape
    answer = folds(bars, way=way, lookback=lookback, count=count, first_share=share)
    if isinstance(answer, Answer):
        assert answer.reason == "too_short"
        needed = int(answer.details["needed"])
        assert bars < needed
        enough = folds(needed, way=way, lookback=lookback, count=count, first_share=share)
        assert not isinstance(enough, Answer)
        return
    assert len(answer) == count
    assert answer[0].before[0] == 0
    assert answer[-1].after[1] == bars
    for one, other in pairwise(answer):
        assert one.after[1] == other.after[0]
        assert 0 <= (other.after[1] - other.after[0]) - (one.after[1] - one.after[0]) <= 1
    for fold in answer:
        assert fold.before[1] == fold.warm_up[0]
        assert fold.warm_up[1] - fold.warm_up[0] == lookback + PURGE
        assert fold.warm_up[1] == fold.after[0]
        assert fold.after[1] - fold.after[0] >= LEAST
        lengths = {one.before[1] - one.before[0] for one in answer}
        assert min(lengths) >= lookback + LEAST
        assert (len(lengths) == 1) == (way == "rolling" or count == 1)


@pytest.mark.parametrize(
    "options",
    [{"count": 0}, {"lookback": -1}, {"first_share": 0.0}, {"first_share": 1.0}, {"way": "other"}],
)
def test_what_makes_no_sense_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="folds|way"):
        folds(500, **options)  # type: ignore[arg-type]


def test_no_bars_are_too_few() -> None:
    answer = folds(0)
    assert isinstance(answer, Answer)
    assert answer.reason == "too_short"
