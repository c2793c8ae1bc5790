"""Kinds of strategy that the findings speak for, and findings that contradict each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict

from trading.research.inference import LEVEL, benjamini_hochberg, tested
from trading.research.sentences import Text, as_document, say
from trading.research.types import WITH_DATA, FindingDocument, Language

KINDS = (
    "trend",
    "momentum",
    "mean_reversion",
    "breakout",
    "volatility",
    "volume",
    "seasonality",
    "single_bar_momentum",
    "single_bar_reversal",
)
FOLLOWING = frozenset({"trend", "momentum", "breakout", "single_bar_momentum"})
FADING = frozenset({"mean_reversion", "single_bar_reversal"})


class EdgeTest(TypedDict):
    """One test behind an edge."""

    agent: str
    name: str
    statistic: float | None
    p_value: float
    p_adjusted: float  # Benjamini-Hochberg over the swarm's tests of tradable edges
    significant: bool
    gain_per_bar: float | None  # log return a bar the position adds over holding as much throughout
    break_even_cost: float | None  # commission a side (fraction) that takes the gain away
    params: dict[str, Any]


class Edge(TypedDict):
    """A kind of strategy with its evidence, the strongest first; the figures are the strongest's.

    `direction`: the sides that paid: long, short or both. `sign`: -1 if the lower state of the
    leading rule paid (fade it). `score`: 0..1, `inference.evidence.tested` of p_adjusted.
    """

    kind: str
    significant: bool
    direction: str
    sign: int
    score: float
    p_value: float
    p_adjusted: float
    break_even_cost: float | None
    params: dict[str, Any]
    evidence: list[EdgeTest]


def level_of(research_round: int) -> float:
    """The level of a round: .05, .025, .0125 ...: all rounds together stay below .10."""
    return LEVEL / 2.0 ** (max(research_round, 1) - 1)


def rank_edges(findings: Sequence[FindingDocument], research_round: int = 1) -> list[Edge]:
    """Edges by kind, the best supported first; deterministic in the findings' content."""
    tests = [one for one in findings if one["edge"] and one["p_value"] is not None]
    tests = [one for one in tests if one["status"] in WITH_DATA]
    adjusted = benjamini_hochberg([one["p_value"] or 0.0 for one in tests])
    level = level_of(research_round)
    by_kind: dict[str, list[EdgeTest]] = {}
    for finding, p_adjusted in zip(tests, adjusted, strict=True):
        kind = finding["edge"] or ""
        by_kind.setdefault(kind, []).append(_evidence(finding, p_adjusted, level))
    edges = [_edge(kind, sorted(rows, key=_strongest)) for kind, rows in by_kind.items()]
    return sorted(edges, key=lambda edge: (*_strongest(edge["evidence"][0]), edge["kind"]))


def _evidence(finding: FindingDocument, p_adjusted: float, level: float) -> EdgeTest:
    return {
        "agent": finding["agent"],
        "name": finding["name"],
        "statistic": finding["statistic"],
        "p_value": finding["p_value"] or 0.0,
        "p_adjusted": p_adjusted,
        "significant": p_adjusted <= level,
        "gain_per_bar": finding["params"].get("gain_per_bar"),
        "break_even_cost": finding["params"].get("break_even_cost"),
        "params": finding["params"],
    }


def _strongest(evidence: EdgeTest) -> tuple[float, float, float, str, str]:
    """Order of strength; p-values that have become 0 are told apart by their statistic."""
    size = -abs(evidence["statistic"] or 0.0)
    return (
        evidence["p_adjusted"], evidence["p_value"], size, evidence["agent"], evidence["name"],
    )  # fmt: skip


def _edge(kind: str, evidence: list[EdgeTest]) -> Edge:
    first = evidence[0]
    return {
        "kind": kind,
        "significant": first["significant"],
        "direction": str(first["params"].get("direction", "both")),
        "sign": int(first["params"].get("sign", 1)),
        "score": tested(first["p_adjusted"]),
        "p_value": first["p_value"],
        "p_adjusted": first["p_adjusted"],
        "break_even_cost": first["break_even_cost"],
        "params": first["params"],
        "evidence": evidence,
    }


# Findings that cannot both be followed.

CONFIDENT = 0.4  # about p = .05 after correction


class Contradiction(TypedDict):
    """Two camps, each by the references of its findings, and the sentence that names them."""

    one: list[str]
    other: list[str]
    text: str
    sentence: dict[str, Any]


def reference(finding: FindingDocument) -> str:
    """agent/name: unique in a run of the swarm."""
    return f"{finding['agent']}/{finding['name']}"


def contradictions(findings: Sequence[FindingDocument], language: Language) -> list[Contradiction]:
    """Significant tests that follow moves beside ones that fade them, and opposite directions."""
    sure = [one for one in findings if (one["confidence"] or 0.0) >= CONFIDENT]
    following = [one for one in sure if one["edge"] in FOLLOWING and one["significant"]]
    fading = [one for one in sure if one["edge"] in FADING and one["significant"]]
    up = [one for one in sure if (one["signal"] or 0.0) > 0.0]
    down = [one for one in sure if (one["signal"] or 0.0) < 0.0]
    found = []
    for key, one, other in (("kinds", following, fading), ("signals", up, down)):
        if one and other:
            found.append(_named(key, one, other, language))
    return found


def _named(
    key: str, one: Sequence[FindingDocument], other: Sequence[FindingDocument], language: Language
) -> Contradiction:
    first, second = [reference(f) for f in one], [reference(f) for f in other]
    text = Text(f"contradictions.{key}", {"one": ", ".join(first), "other": ", ".join(second)})
    return {
        "one": first,
        "other": second,
        "text": say(text, language),
        "sentence": as_document(text),
    }
