"""Edges over rounds of research: what was significant once is not forgotten."""

from __future__ import annotations

from typing import Any

from trading.graph.nodes import with_earlier


def edge(kind: str, significant: bool, score: float = 0.5) -> dict[str, Any]:
    return {"kind": kind, "significant": significant, "score": score}


def test_an_earlier_edge_is_kept_when_a_round_does_not_find_it() -> None:
    found = with_earlier([edge("trend", False)], [edge("volatility", True)])
    assert [one["kind"] for one in found] == ["volatility", "trend"]


def test_what_is_found_again_stands_as_it_is_now() -> None:
    found = with_earlier([edge("trend", True, 0.9)], [edge("trend", True, 0.2)])
    assert found == [edge("trend", True, 0.9)]


def test_an_edge_that_weakened_is_told_as_it_was_when_it_was_significant() -> None:
    found = with_earlier([edge("trend", False, 0.1)], [edge("trend", True, 0.8)])
    assert found == [edge("trend", True, 0.8)]


def test_what_never_was_significant_is_not_carried_on() -> None:
    assert with_earlier([], [edge("trend", False)]) == []


def test_significant_edges_stand_first() -> None:
    found = with_earlier([edge("trend", False), edge("volume", True)], [edge("breakout", True)])
    assert [one["kind"] for one in found] == ["breakout", "volume", "trend"]
