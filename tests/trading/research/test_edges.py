"""Ranked kinds of strategy."""

from __future__ import annotations

from typing import Any

import pytest

from tests.trading.research.test_synthesis import finding
from trading.research.synthesis import level_of, rank_edges


def evidence(name: str, p_value: float, edge: str | None = "trend", **changes: Any):
    params = {"direction": "long", "sign": 1, "break_even_cost": 0.002, "gain_per_bar": 0.0001}
    return finding(name=name, p_value=p_value, edge=edge, **{"params": params, **changes})


def test_the_correction_is_over_all_tests_of_edges():
    edges = rank_edges(
        [evidence("a", 0.01), evidence("b", 0.03, "volume"), evidence("c", 0.9, "momentum")]
    )
    assert [edge["p_adjusted"] for edge in edges] == pytest.approx([0.03, 0.045, 0.9])
    assert [edge["significant"] for edge in edges] == [True, True, False]


def test_tests_of_no_edge_do_not_count():
    edges = rank_edges(
        [evidence("a", 0.01), evidence("b", 0.5, None), finding(name="c", p_value=None)]
    )
    assert len(edges) == 1
    assert edges[0]["p_adjusted"] == pytest.approx(0.01)


def test_a_finding_without_data_is_no_evidence():
    assert rank_edges([evidence("a", 0.01, status="INSUFFICIENT")]) == []


def test_the_strongest_test_leads_its_kind():
    (edge,) = rank_edges([evidence("weak", 0.2), evidence("strong", 0.01)])
    assert [row["name"] for row in edge["evidence"]] == ["strong", "weak"]
    assert (edge["direction"], edge["sign"], edge["break_even_cost"]) == ("long", 1, 0.002)


def test_p_values_that_became_zero_are_told_apart_by_their_statistic():
    given = [
        evidence("a", 0.0, "trend", statistic=40.0),
        evidence("b", 0.0, "single_bar_momentum", statistic=-60.0),
    ]
    assert rank_edges(given)[0]["kind"] == "single_bar_momentum"


def test_the_order_of_findings_does_not_matter():
    given = [evidence("a", 0.02), evidence("b", 0.02, "volume"), evidence("c", 0.02, "momentum")]
    assert rank_edges(given) == rank_edges(given[::-1])


def test_later_rounds_are_held_to_a_stricter_level():
    assert [level_of(number) for number in (1, 2, 3)] == [0.05, 0.025, 0.0125]
    given = [evidence("a", 0.03)]
    assert rank_edges(given, 1)[0]["significant"]
    assert not rank_edges(given, 2)[0]["significant"]
