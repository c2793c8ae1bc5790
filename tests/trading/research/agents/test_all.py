"""What holds for each of the fifteen agents."""

from __future__ import annotations

import json
import warnings

import numpy as np
import pandas as pd
import pytest

from tests.trading.research.support import aapl, ask, frame_of, material, noise
from trading.research.agents import AGENTS
from trading.research.swarm import DOMAINS, focus_for

NAMES = [agent.name for agent in AGENTS]
ROUNDS = [1, 2, 3]


def flat(n: int, volume: float = 1_000.0) -> pd.DataFrame:
    index = pd.bdate_range("2000-01-03", periods=n)
    prices = dict.fromkeys(("Open", "High", "Low", "Close"), 10.0)
    return pd.DataFrame({**prices, "Volume": volume}, index=index)


def test_there_are_five_a_domain():
    assert [sum(agent.domain == domain for agent in AGENTS) for domain in DOMAINS] == [5, 5, 5]
    assert len(set(NAMES)) == 15


@pytest.mark.parametrize("name", [agent.name for agent in AGENTS if agent.domain != "technical"])
def test_without_data_there_is_neither_signal_nor_confidence(name: str):
    (only,) = ask(name, material(frame_of(noise(400)))).values()
    assert only["status"] == "NO_DATA"
    assert only["n_obs"] == 0
    for key in ("value", "signal", "confidence", "statistic", "p_value", "edge"):
        assert only[key] is None
    assert only["significant"] is False
    assert only["data_ref"] == {"sha256": "ab" * 32, "columns": [], "from": None, "to": None}


@pytest.mark.parametrize("volume", [0.0, float("nan")])
def test_without_volume_the_volume_agent_has_no_data(volume: float):
    frame = frame_of(noise(400)).assign(Volume=volume)
    (only,) = ask("volume", material(frame)).values()
    assert only["status"] == "NO_DATA"
    assert only["signal"] is None


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("number", ROUNDS)
def test_findings_are_plain_finite_json_and_the_same_each_time(name: str, number: int):
    given, focus = aapl(), focus_for(number)
    first = json.dumps(ask(name, given, focus), allow_nan=False)
    assert first == json.dumps(ask(name, given, focus), allow_nan=False)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("number", ROUNDS)
def test_constant_prices_give_no_claim_and_no_warning(name: str, number: int):
    frame = flat(700)
    given = material(frame, peers={"PEER": frame})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = ask(name, given, focus_for(number))
    assert not any(one["significant"] for one in found.values())
    assert all(one["p_value"] is None for one in found.values())


@pytest.mark.parametrize("name", NAMES[:5])
@pytest.mark.parametrize("bars", [1, 2, 60])
def test_short_data_are_insufficient_and_say_how_many(name: str, bars: int):
    (only,) = ask(name, material(frame_of(noise(bars)))).values()
    assert only["status"] == "INSUFFICIENT"
    assert only["n_obs"] == bars
    assert only["signal"] is None
    assert only["confidence"] is None


@pytest.mark.parametrize("name", NAMES[:5])
def test_barely_enough_data_raise_nothing(name: str):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ask(name, material(frame_of(noise(101))))


@pytest.mark.parametrize("name", NAMES[:5])
def test_a_hundred_thousand_bars_are_no_trouble(name: str):
    found = ask(name, material(frame_of(noise(100_000, sd=0.001), start="1700-01-01")))
    assert all(np.isfinite(one["value"]) for one in found.values() if one["value"] is not None)


@pytest.mark.parametrize("name", NAMES)
def test_every_finding_says_where_it_comes_from(name: str):
    given = aapl()
    for finding in ask(name, given).values():
        reference = finding["data_ref"]
        assert reference["sha256"] == given.sha256
        if finding["status"] != "NO_DATA":
            assert reference["columns"]
            assert reference["to"] == given.end.isoformat()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("number", ROUNDS)
def test_confidence_and_signal_keep_to_their_scales(name: str, number: int):
    for finding in ask(name, aapl(), focus_for(number)).values():
        assert finding["confidence"] is None or 0.0 <= finding["confidence"] <= 1.0
        assert finding["signal"] is None or -1.0 <= finding["signal"] <= 1.0
        if finding["status"] in ("NO_DATA", "STALE", "INSUFFICIENT"):
            assert finding["signal"] is None
            assert finding["confidence"] is None
