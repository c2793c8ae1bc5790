"""Fact sheets: of one domain, what the three say together, the kinds of strategy that the findings
speak for, and findings that contradict each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypedDict

from trading.research.agents import AGENTS
from trading.research.inference import LEVEL, benjamini_hochberg, tested
from trading.research.sentences import Quantity, Text, Words, as_document, from_document, say
from trading.research.types import WITH_DATA, Domain, FindingDocument, Language, Status

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


KEY_POINTS = 5


class AgentStatus(TypedDict):
    """What one agent could see."""

    agent: str
    status: Status


class Coverage(TypedDict):
    """How many of a domain's agents had data."""

    with_data: int
    of: int
    agents: list[AgentStatus]


class KeyPoint(TypedDict):
    """A finding worth telling, in its own words, and these by their code."""

    ref: str
    text: str
    sentence: dict[str, Any]
    significant: bool


class SheetDocument(TypedDict):
    """A domain in brief; signal and confidence are None where no agent had data."""

    domain: Domain
    coverage: Coverage
    signal: float | None
    confidence: float | None
    key_points: list[KeyPoint]
    contradictions: list[Contradiction]
    findings: list[str]
    text: str
    sentences: list[dict[str, Any]]
    """The text by its codes; an empty one among them stands for words that have none."""


def synthesize(
    domain: Domain, findings: Sequence[FindingDocument], language: Language
) -> SheetDocument:
    """The sheet of `domain` from all findings given (those of other domains are left out).

    Signal: mean of the findings' signals weighted by confidence, times the largest of these
    confidences (weak evidence makes a weak signal). Confidence: the share of agents
    with data times the weight of evidence, the larger of `tested` (smallest p-value after
    Benjamini-Hochberg over the domain) and the best untested confidence.
    """
    own = [one for one in findings if one["domain"] == domain]
    usable = [one for one in own if one["status"] in WITH_DATA]
    coverage = _coverage(domain, own)
    points = key_points(usable)
    conflicts = contradictions(usable, language)
    told = _sentences(domain, coverage, points, conflicts)
    return {
        "domain": domain,
        "coverage": coverage,
        "signal": _signal(usable) if usable else None,
        "confidence": _confidence(usable, coverage) if usable else None,
        "key_points": points,
        "contradictions": conflicts,
        "findings": [reference(one) for one in own],
        "text": " ".join(text or say(from_document(code), language) for text, code in told),
        "sentences": [code for _text, code in told],
    }


def _coverage(domain: Domain, own: Sequence[FindingDocument]) -> Coverage:
    agents: list[AgentStatus] = []
    for agent in AGENTS:
        if agent.domain == domain:
            statuses = [one["status"] for one in own if one["agent"] == agent.name]
            agents.append({"agent": agent.name, "status": _best(statuses)})
    seen = sum(one["status"] in WITH_DATA for one in agents)
    return {"with_data": seen, "of": len(agents), "agents": agents}


def _best(statuses: Sequence[Status]) -> Status:
    order: tuple[Status, ...] = ("OK", "PROXY", "STALE", "INSUFFICIENT", "NO_DATA")
    return next((status for status in order if status in statuses), "NO_DATA")


def _signal(usable: Sequence[FindingDocument]) -> float:
    pairs = [
        (one["confidence"] or 0.0, one["signal"]) for one in usable if one["signal"] is not None
    ]
    weight = sum(confidence for confidence, _ in pairs)
    if not weight > 0.0:
        return 0.0
    mean = sum(confidence * signal for confidence, signal in pairs) / weight
    return mean * max(confidence for confidence, _ in pairs)


def _confidence(usable: Sequence[FindingDocument], coverage: Coverage) -> float:
    proxies = {True: 0.5, False: 1.0}
    tests = [one for one in usable if one["p_value"] is not None]
    adjusted = benjamini_hochberg([one["p_value"] or 0.0 for one in tests])
    weights = [
        tested(p) * proxies[one["status"] == "PROXY"]
        for one, p in zip(tests, adjusted, strict=True)
    ]
    weights += [one["confidence"] or 0.0 for one in usable if one["p_value"] is None]
    return max(weights) * coverage["with_data"] / coverage["of"]


def key_points(usable: Sequence[FindingDocument]) -> list[KeyPoint]:
    """Significant findings first, then by confidence; at most KEY_POINTS."""
    ranked = sorted(
        usable,
        key=lambda one: (
            not one["significant"],
            one["p_adjusted"] if one["significant"] and one["p_adjusted"] is not None else 1.0,
            -abs(one["statistic"] or 0.0) if one["significant"] else 0.0,
            -(one["confidence"] or 0.0),
            one["p_value"] is not None,
            reference(one),
        ),
    )
    return [
        {
            "ref": reference(one),
            "text": one["interpretation"],
            "sentence": one.get("sentence", {}),
            "significant": one["significant"],
        }
        for one in ranked[:KEY_POINTS]
    ]


def _sentences(
    domain: Domain,
    coverage: Coverage,
    points: Sequence[KeyPoint],
    conflicts: Sequence[Contradiction],
) -> list[tuple[str, dict[str, Any]]]:
    """What the sheet says: sentences that are there already, else empty, each with its code."""
    words: Words = {
        "domain": Text(f"domains.{domain}"),
        "n": Quantity(coverage["with_data"], "integer"),
        "of": Quantity(coverage["of"], "integer"),
    }
    if not coverage["with_data"]:
        return [("", as_document(Text("sheet.empty", words)))]
    told = [(point["text"], point["sentence"]) for point in points if point["significant"]]
    nothing = [("", as_document(Text("sheet.nothing", words)))]
    return [
        ("", as_document(Text("sheet.coverage", words))),
        *(told or nothing),
        *((one["text"], one["sentence"]) for one in conflicts),
    ]


# The research leader: what the three sheets say together, and which kinds of strategy follow.

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
