"""The leader's synthesis."""

from __future__ import annotations

import json
import math

import pytest

from tests.trading.research.support import ar1, frame_of, garch, material, noise, swarm
from tests.trading.research.test_synthesis import empty
from trading.research.synthesis import lead, synthesize

TRAIN = 1_800  # of 3,000 bars


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(
    ("phi", "kind"), [(0.35, "single_bar_momentum"), (-0.35, "single_bar_reversal")]
)
def test_a_planted_edge_comes_out_first(phi: float, kind: str, seed: int):
    out = swarm(material(frame_of(ar1(3_000, phi, seed)[:TRAIN])))["lead"]
    first = out["edges"][0]
    assert (first["kind"], first["significant"], first["direction"]) == (kind, True, "both")
    assert out["any_significant"]
    assert out["confidence"] > 0.75
    # phi sd sqrt(2/pi) a bar, over 2 acos(phi) / pi sides
    theory = abs(phi) * 0.012 * math.sqrt(2 / math.pi) / (2 * math.acos(phi) / math.pi)
    assert first["break_even_cost"] == pytest.approx(theory, rel=0.25)


def test_random_walks_have_no_significant_edge():
    """Two in thirty may (5 % each round); the share over 200 walks is in docs/research.md."""
    found = []
    for seed in range(30):
        returns = noise(900, seed) if seed % 2 else garch(900, seed)
        found.append(swarm(material(frame_of(returns, seed)))["lead"]["any_significant"])
    assert sum(found) <= 4


def test_nothing_found_is_said_and_the_nearest_named():
    out = swarm(material(frame_of(noise(600, 3))))["lead"]
    assert not out["any_significant"]
    assert out["edges"]
    assert "None stands out after correction" in out["synthesis"]
    assert out["confidence"] < 0.3


def test_in_portuguese():
    given = material(frame_of(ar1(1_500, 0.35)))
    text = swarm(given, language="pt")["lead"]["synthesis"]
    assert "Os dados favorecem momentum de uma barra (comprado e vendido" in text
    assert "p ajustado < 0,001" in text


def test_the_objective_is_quoted_as_it_is():
    out = lead("low {drawdown}\n please", [], [], "en")
    assert "“low {drawdown} please”" in out["synthesis"]


def test_without_any_test_nothing_is_claimed():
    findings = [empty("trend")]
    sheets = [synthesize("technical", findings, "en")]
    out = lead("x", sheets, findings, "en")
    assert (out["confidence"], out["edges"], out["any_significant"]) == (0.0, [], False)
    assert "Nothing could be tested." in out["synthesis"]


def test_more_agents_with_data_make_more_confident():
    out = swarm(material(frame_of(ar1(1_500, 0.35))))
    assert out["lead"]["confidence"] == pytest.approx(0.7 + 0.3 * 5 / 15, abs=1e-6)


def test_the_outcome_is_plain_json():
    json.dumps(swarm(material(frame_of(noise(400)))), allow_nan=False)
