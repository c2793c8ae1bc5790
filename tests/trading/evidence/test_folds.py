"""Folds: the past before the future, apart by the look-back, no bar judged twice."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trading.evidence.answer import Answer
from trading.evidence.folds import LEAST, Fold, Way, folds


def found(bars: int, **options: object) -> list[Fold]:
    answer = folds(bars, **options)  # type: ignore[arg-type]
    assert not isinstance(answer, Answer)
    return answer


def test_anchored() -> None:
    assert found(100, count=3, lookback=5) == [
        Fold((0, 35), (35, 40), (40, 60)),
        Fold((0, 55), (55, 60), (60, 80)),
        Fold((0, 75), (75, 80), (80, 100)),
    ]


def test_rolling() -> None:
    assert found(100, count=3, lookback=5, way="rolling") == [
        Fold((0, 35), (35, 40), (40, 60)),
        Fold((20, 55), (55, 60), (60, 80)),
        Fold((40, 75), (75, 80), (80, 100)),
    ]


def test_the_window_of_a_fold_trades_after_its_warm_up() -> None:
    fold = found(100, count=3, lookback=5)[1]
    assert (fold.window, fold.trade_from) == ((55, 80), 5)


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
        assert fold.warm_up[1] - fold.warm_up[0] == lookback
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
