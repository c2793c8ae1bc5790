"""Fact sheets."""

from __future__ import annotations

from typing import Any

import pytest

from tests.trading.research.support import ar1, frame_of, material, noise, swarm
from trading.research.synthesis import synthesize
from trading.research.types import FindingDocument


def finding(**changes: Any) -> FindingDocument:
    """A finding of a test, unless changed."""
    made: FindingDocument = {
        "agent": "trend",
        "domain": "technical",
        "status": "OK",
        "name": "made_up",
        "value": 1.0,
        "unit": "",
        "n_obs": 100,
        "signal": 1.0,
        "confidence": 0.8,
        "statistic": 3.0,
        "p_value": 0.01,
        "p_adjusted": 0.01,
        "significant": True,
        "edge": None,
        "sentence": {},
        "interpretation": "Something was seen.",
        "data_ref": {"sha256": "", "columns": [], "from": None, "to": None},
        "params": {},
    }
    made.update(changes)  # type: ignore[typeddict-item]
    return made


def empty(agent: str) -> FindingDocument:
    return finding(
        agent=agent, status="NO_DATA", signal=None, confidence=None, statistic=None, p_value=None,
        p_adjusted=None, significant=False,
    )  # fmt: skip


def test_coverage_counts_agents_with_data():
    given = [
        finding(),
        finding(name="b"),
        finding(agent="volume", status="PROXY"),
        empty("pattern"),
    ]
    coverage = synthesize("technical", given, "en")["coverage"]
    assert (coverage["with_data"], coverage["of"]) == (2, 5)
    statuses = {row["agent"]: row["status"] for row in coverage["agents"]}
    assert statuses == {
        "trend": "OK", "momentum": "NO_DATA", "volatility": "NO_DATA", "volume": "PROXY",
        "pattern": "NO_DATA",
    }  # fmt: skip


def test_without_data_a_sheet_has_neither_signal_nor_confidence():
    sheet = synthesize("technical", [empty("trend")], "pt")
    assert sheet["signal"] is None
    assert sheet["confidence"] is None
    assert sheet["key_points"] == []
    assert sheet["text"] == "Análise técnica: nenhum de 5 agentes tinha dados, portanto nada diz."


def test_the_signal_is_weighted_by_confidence_and_as_strong_as_the_evidence():
    given = [finding(confidence=0.6), finding(name="b", confidence=0.2, signal=-1.0)]
    assert synthesize("technical", given, "en")["signal"] == pytest.approx(0.6 * 0.4 / 0.8)


def test_a_finding_without_data_weighs_nothing():
    given = [finding(), empty("volume")]
    assert synthesize("technical", given, "en")["signal"] == pytest.approx(0.8)


def test_confidence_is_the_best_evidence_times_coverage():
    given = [finding(p_value=0.001), finding(name="b", p_value=0.5)]
    # .001 over two tests is .002; 1 - 2 / (1 + 1 / (-e p ln p))
    assert synthesize("technical", given, "en")["confidence"] == pytest.approx(0.9346 / 5, abs=1e-4)


def test_significant_findings_are_told_first():
    weak = finding(name="weak", significant=False, p_adjusted=0.4, confidence=0.0)
    given = [weak, finding(name="second", p_adjusted=0.02), finding(name="first", p_adjusted=0.001)]
    points = synthesize("technical", given, "en")["key_points"]
    assert [point["ref"] for point in points] == ["trend/first", "trend/second", "trend/weak"]


def test_contradictions_are_named():
    given = [
        finding(name="up", edge="momentum", signal=1.0),
        finding(agent="pattern", name="down", edge="mean_reversion", signal=-1.0),
    ]
    sheet = synthesize("technical", given, "en")
    kinds, signals = sheet["contradictions"]
    assert (kinds["one"], kinds["other"]) == (["trend/up"], ["pattern/down"])
    assert (signals["one"], signals["other"]) == (["trend/up"], ["pattern/down"])
    assert kinds["text"] in sheet["text"]


def test_findings_of_other_domains_are_left_out():
    sheet = synthesize("sentiment", [finding()], "en")
    assert sheet["findings"] == []
    assert sheet["coverage"]["with_data"] == 0


def test_a_sheet_without_discovery_says_so():
    sheet = swarm(material(frame_of(noise(600, 3))))["sheets"][0]
    assert not any(point["significant"] for point in sheet["key_points"])
    assert "None of their tests found more than chance." in sheet["text"]


def test_a_sheet_tells_what_was_found():
    sheet = swarm(material(frame_of(ar1(1_500, 0.35))))["sheets"][0]
    assert "single-bar momentum" in sheet["text"]
    assert (sheet["confidence"] or 0.0) > 0.9
