"""The research leader: what the three sheets say together, and which kinds of strategy follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict

from trading.research.contradictions import Contradiction, contradictions
from trading.research.edges import Edge, rank_edges
from trading.research.inference.significance import tested
from trading.research.sentences import Quantity, Text, Words, as_document, say
from trading.research.synthesis import SheetDocument
from trading.research.types import WITH_DATA, FindingDocument, Language

BASE = 0.7  # share of confidence that does not hang on how many agents had data


class Lead(TypedDict):
    """The outcome of a round of research."""

    synthesis: str
    sentences: list[dict[str, Any]]
    """The synthesis by its codes."""
    confidence: float
    edges: list[Edge]
    any_significant: bool
    contradictions: list[Contradiction]


def lead(
    objective: str,
    sheets: Sequence[SheetDocument],
    findings: Sequence[FindingDocument],
    language: Language,
    research_round: int = 1,
) -> Lead:
    """The synthesis for `objective`.

    Edges: Benjamini-Hochberg over all tests of the swarm that speak for a tradable edge, at the
    level of the round. Confidence: tested(smallest adjusted p) * (.7 + .3 * share of the agents
    that had data); 0 where nothing was tested.
    """
    edges = rank_edges(findings, research_round)
    seen = sum(sheet["coverage"]["with_data"] for sheet in sheets)
    agents = sum(sheet["coverage"]["of"] for sheet in sheets)
    evidence = tested(edges[0]["p_adjusted"]) if edges else 0.0
    completeness = BASE + (1.0 - BASE) * (seen / agents if agents else 0.0)
    usable = [one for one in findings if one["status"] in WITH_DATA]
    conflicts = contradictions(usable, language)
    tests = sum(len(edge["evidence"]) for edge in edges)
    head: Words = {
        "objective": " ".join(objective.split()),
        "n": Quantity(seen, "integer"),
        "of": Quantity(agents, "integer"),
        "tests": Quantity(tests, "integer"),
    }
    texts = [Text("leader.head", head), *_edges(edges)]
    told = [say(text, language) for text in texts] + [one["text"] for one in conflicts]
    codes = [as_document(text) for text in texts] + [one["sentence"] for one in conflicts]
    return {
        "synthesis": " ".join(told),
        "sentences": codes,
        "confidence": evidence * completeness,
        "edges": edges,
        "any_significant": any(edge["significant"] for edge in edges),
        "contradictions": conflicts,
    }


def _edges(edges: Sequence[Edge]) -> list[Text]:
    significant = [edge for edge in edges if edge["significant"]]
    if significant:
        return [_sentence("leader.edge", edge) for edge in significant]
    if edges:
        return [_sentence("leader.nothing", edges[0])]
    return [Text("leader.no_tests")]


def _sentence(key: str, edge: Edge) -> Text:
    cost = edge["break_even_cost"]
    words: Words = {
        "kind": Text(f"kinds.{edge['kind']}"),
        "direction": Text(f"directions.{edge['direction']}"),
        "p": Quantity(edge["p_adjusted"], "p"),
        "tests": Quantity(len(edge["evidence"]), "integer"),
        "names": ", ".join(f"{one['agent']}/{one['name']}" for one in edge["evidence"][:3]),
        "cost": Text("leader.cost", {"cost": Quantity(cost, "percent")}) if cost else "",
    }
    return Text(key, words)
