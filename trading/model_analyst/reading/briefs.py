"""What each reader is asked, from its files under trading/prompts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from config.llm.prompts import Prompt, Prompts
from trading.model_analyst.reading.sentences import words_for

FOLDER = Path(__file__).parents[2] / "prompts"
PROMPTS = Prompts(FOLDER)
RESEARCHER, SYNTHESIZER, LEADER = AGENTS = ("researcher", "synthesizer", "leader")
Data = dict[str, Any]
Document = Mapping[str, Any]

_WITH_DATA = (
    "name", "status", "value", "unit", "n_obs", "signal", "confidence", "statistic", "p_value",
    "p_adjusted", "significant", "edge", "interpretation",
)  # fmt: skip
_EDGE = ("kind", "significant", "direction", "p_value", "p_adjusted", "break_even_cost")
_EDGES = 6  # the most telling ones


def of_agent(findings: Sequence[Document]) -> Data:
    """What an agent reads: its findings, those without data by name and status alone."""
    return {"findings": [_finding(one) for one in findings]}


def of_domain(sheet: Document, readings: Mapping[str, Document]) -> Data:
    """What a synthesizer reads: the fact sheet, and what the domain's agents read."""
    names = ("coverage", "signal", "confidence", "key_points", "contradictions")
    return {"sheet": {name: sheet[name] for name in names}, "readings": _said(readings)}


def of_all(objective: str, lead: Document, readings: Mapping[str, Document]) -> Data:
    """What the leader reads: what all tests come to, and what the domains' readings say."""
    edges = [{name: edge[name] for name in _EDGE} for edge in lead["edges"][:_EDGES]]
    synthesis = {name: lead[name] for name in ("synthesis", "confidence", "any_significant")}
    return {
        "objective": objective,
        "synthesis": {**synthesis, "edges": edges},
        "readings": _said(readings),
    }


def prompt(name: str, language: str, data: Data, about: str = "") -> Prompt:
    """The prompt `name` on some data; `about` names the agent or the domain it is for."""
    if name == "leader":
        return PROMPTS.render(name, language, data=data)
    kind = "agent" if name == "research_agent" else "domain"
    said = words_for(language).text(f"{kind}s.{about}")
    return PROMPTS.render(name, language, data=data, values={kind: said})


def _finding(one: Document) -> Data:
    if one["status"] not in ("OK", "PROXY"):
        return {name: one[name] for name in ("name", "status", "interpretation")}
    return {name: one[name] for name in _WITH_DATA}


def _said(readings: Mapping[str, Document]) -> Data:
    """The words of each reading that there is."""
    return {
        name: [*(point["text"] for point in one["points"]), *filter(None, [one["text"]]),
               one["caution"]]
        for name, one in readings.items()
        if not one["degraded"]
    }  # fmt: skip
