"""Which findings speak for a kind of strategy, after the correction over all tests of a round."""

from __future__ import annotations

import hashlib
import json
from typing import Any, NamedTuple

from trading.models import Domain, Strategy

Key = tuple[int, str, str, str]


class TestedEdge(NamedTuple):
    """A test of an edge: its kind, and its p-value among all tests of its round."""

    kind: str
    p_adjusted: float
    significant: bool


def tested_edges(strategy: Strategy) -> dict[Key, TestedEdge]:
    """Every test of an edge, by the round, agent, figure and parameters of its finding."""
    sheets = strategy.fact_sheets.filter(domain=Domain.OVERALL)
    found = {}
    for number, content in sheets.values_list("research_iteration", "content"):
        for edge in content.get("edges", []):
            for test in edge["evidence"]:
                key = key_of(number, test["agent"], test["name"], test["params"])
                found[key] = TestedEdge(edge["kind"], test["p_adjusted"], test["significant"])
    return found


def key_of(research_iteration: int, agent: str, name: str, params: Any) -> Key:
    """What tells one test from another."""
    return research_iteration, agent, name, short_hash(params)


def short_hash(document: Any) -> str:
    """Of plain JSON: enough to tell the parameters of one figure apart."""
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()[:8]
