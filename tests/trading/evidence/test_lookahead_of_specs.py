"""No honest spec is ever flagged; an indicator that peeks is."""

from __future__ import annotations

import dataclasses

import numpy as np
import pandas as pd
import pytest

from tests.trading.strategies.bars import goog, made_up
from tests.trading.strategies.random_spec import random_spec
from trading.evidence.lookahead import spec_look_ahead
from trading.strategies.errors import RuleError
from trading.strategies.indicators import KINDS
from trading.strategies.parse import parse_spec


def flagged(seeds: range, frame: pd.DataFrame) -> list[int]:
    """The seeds whose random spec is flagged."""
    found = []
    for seed in seeds:
        spec = random_spec(np.random.default_rng(seed))
        answer = spec_look_ahead(spec, frame, np.random.default_rng(seed), cuts=30)
        assert answer.known, (seed, answer)
        if answer.value:
            found.append(seed)
    return found


def test_no_honest_spec_of_forty_is_flagged() -> None:
    assert flagged(range(40), made_up(330)) == []


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1_000, 1_500, 100))
def test_no_honest_spec_of_five_hundred_is_flagged(first: int) -> None:
    assert flagged(range(first, first + 100), goog().iloc[:400]) == []


def test_an_indicator_that_peeks_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = KINDS["sma"].function

    def centred(source: np.ndarray, length: int) -> np.ndarray:
        early = honest(source, length=length)[length // 2 :]
        return np.concatenate([early, np.full(length // 2, np.nan)])

    spec = parse_spec(
        {
            "name": "Above the mean",
            "indicators": {"mean": {"kind": "sma", "length": 10}},
            "long_entry": {"op": ">", "left": "close", "right": "mean"},
            "long_exit": {"op": "<", "left": "close", "right": "mean"},
        }
    )
    assert spec_look_ahead(spec, made_up(200), np.random.default_rng(0)).value == 0
    monkeypatch.setitem(KINDS, "sma", dataclasses.replace(KINDS["sma"], function=centred))
    assert spec_look_ahead(spec, made_up(200), np.random.default_rng(0)).value


def test_a_spec_that_cannot_run_on_these_bars_is_told() -> None:
    spec = random_spec(np.random.default_rng(1))
    with pytest.raises(RuleError):
        spec_look_ahead(spec, made_up(spec.lookback() + 1), np.random.default_rng(0))
