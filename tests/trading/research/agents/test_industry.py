"""Peers as a stand-in for the industry."""

from __future__ import annotations

import numpy as np
import pytest

from tests.trading.research.support import ask, frame_of, material, noise
from trading.research.agents.fundamental import peer_returns
from trading.research.bars import Bars


def test_beta_is_found_and_marked_as_a_proxy():
    market = noise(800, 1)
    peers = {"A": frame_of(market)}
    found = ask("industry", material(frame_of(1.5 * market + noise(800, 2, 0.004)), peers=peers))
    assert found["beta"]["value"] == pytest.approx(1.5, abs=0.05)
    assert {one["status"] for one in found.values()} == {"PROXY"}
    assert found["beta"]["confidence"] == pytest.approx(0.5)  # a proxy earns half


def test_relative_strength_is_own_return_over_that_of_the_peers():
    own, peer = np.full(600, 0.001), np.full(600, 0.0004)
    given = material(frame_of(own), peers={"A": frame_of(peer)})
    found = ask("industry", given)["relative_return"]
    assert found["value"] == pytest.approx(100 * np.expm1(252 * 0.0006))


def test_bars_that_peers_lack_are_left_out():
    frame = frame_of(noise(300))
    peer = frame_of(noise(300, 1)).drop(frame.index[100])
    returns = peer_returns(material(frame, peers={"A": peer}), Bars.of(frame, 252.0))
    assert np.flatnonzero(np.isnan(returns)).tolist() == [0, 100, 101]


def test_few_common_bars_are_insufficient():
    frame = frame_of(noise(300))
    (only,) = ask("industry", material(frame, peers={"A": frame.iloc[:50]})).values()
    assert (only["status"], only["n_obs"]) == ("INSUFFICIENT", 49)
