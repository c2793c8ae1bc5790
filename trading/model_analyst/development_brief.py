"""What models are given about a development: documents of plain JSON, limited in size and
rounded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import Field

from config.llm.answers import StrictAnswer
from trading.domain.gates import NOT_REACHED
from trading.domain.types import Convergence, FailureClass

Document = dict[str, Any]

FINDINGS = 30
"""The most findings of some fifty with data: significant ones first, then the most certain. The
rest adds nothing."""
LESSONS = 12
"""Rounds of history: models do not use more than this."""
SPECS = 2
"""Whole specs of the round before: what is worth changing is in the best two."""
DIGITS = 4
"""Significant digits: further ones of a Sharpe ratio mean nothing, and cost tokens."""

_FINDING = ("value", "unit", "p_value", "significant", "interpretation")
_EDGE = ("kind", "significant", "direction", "p_adjusted", "score")
_FIGURES = (
    "sharpe_ratio", "annual_return", "volatility", "max_drawdown", "win_rate", "profit_factor",
    "total_trades", "psr", "psr_above_luck",
)  # fmt: skip
_ROUND = ("iteration", "action_taken", "kinds", "best_variant", "best_score", "best_sharpe",
          "failure_class")  # fmt: skip


def research(brief: Mapping[str, Any]) -> Document:
    """Edges and findings, the most important first; and the models' readings of them."""
    found = [row for row in brief["research_findings"] if row["status"] in ("OK", "PROXY")]
    found.sort(key=lambda row: (not row.get("significant"), -(row.get("confidence") or 0.0)))
    summary: Document = short(
        {
            "confidence": brief["research_confidence"],
            "synthesis": brief.get("research_synthesis", ""),
            "edges": [_edge(edge) for edge in brief["research_edges"]],
            "findings": [_finding(row) for row in found[:FINDINGS]],
            **_readings(brief.get("research_readings") or {}),
        }
    )
    return summary


def _readings(read: Mapping[str, Any]) -> Document:
    """The models' readings of the research: per domain and of the whole."""
    whole = {"all": read["lead"]} if read.get("lead") else {}
    texts = {name: one["text"] for name, one in {**read.get("sheets", {}), **whole}.items()}
    given = {name: text for name, text in texts.items() if text}
    return {"read_by_models": given} if given else {}


def _edge(edge: Mapping[str, Any]) -> Document:
    evidence = [f"{row['agent']}/{row['name']}" for row in edge["evidence"]]
    params = {k: v for k, v in edge["params"].items() if k in ("length", "lookback", "horizon")}
    shown = {name: edge.get(name) for name in _EDGE}
    return shown | {"findings": evidence, "params": params}


def _finding(row: Mapping[str, Any]) -> Document:
    shown = {name: row.get(name) for name in _FINDING if row.get(name) not in (None, "", False)}
    return {"finding": f"{row['agent']}/{row['name']}"} | shown


def lessons(brief: Mapping[str, Any]) -> list[Document]:
    """What earlier developments left."""
    recalled = brief["memory"]["lessons"][:LESSONS]
    return [{"kind": row.get("approach", ""), "lesson": row.get("text", "")} for row in recalled]


def before(brief: Mapping[str, Any]) -> Document:
    """The round before: its variants, why it failed, and the trajectory."""
    gates = brief["quality_gate_results"]
    best = sorted(range(len(gates)), key=lambda i: (-gates[i]["score"], i))[:SPECS]
    designs = variants(brief)
    for index in best:
        if index < len(designs):
            designs[index]["spec"] = brief["strategy_variants"][index]["spec"]
    analysis, path = brief["failure_analysis"] or {}, brief["trajectory_analysis"] or {}
    whole: Document = short(
        {
            "variants": designs,
            "failure": {
                "class": analysis.get("failure_class"),
                "cause": analysis.get("root_cause"),
                "advice": analysis.get("specific_actions"),
                "times": analysis.get("times"),
                "said_by_judges": [row["text"] for row in analysis.get("judges", [])],
            },
            "trajectory": path.get("convergence_status"),
        }
    )
    return whole


def variants(brief: Mapping[str, Any]) -> list[Document]:
    """A round's variants with figures on train and validation, and the gates that they missed."""
    results = brief["backtest_results"]
    gates = {row["variant_index"]: row for row in brief["quality_gate_results"]}
    return [
        _variant(index, variant, results[index], gates.get(index))
        for index, variant in enumerate(brief["strategy_variants"])
        if index < len(results)
    ]


def _variant(
    index: int, variant: Mapping[str, Any], result: Mapping[str, Any], gate: Any
) -> Document:
    summary: Document = {
        "index": index,
        "name": variant["name"],
        "kind": variant["approach"],
        "parameters": variant["parameters"],
        "error": result["error"] or None,
        **{name: _figures(result["segments"].get(name, {})) for name in ("train", "validation")},
    }
    if gate is not None:
        summary["gate_score"] = gate["score"]
        judged = [row for row in gate["criteria"] if row.get("reason") != NOT_REACHED]
        summary["gates_missed"] = [_gate(row) for row in judged if not row["passed"]]
        if not gate.get("recheck", {"agrees": True})["agrees"]:
            summary["error"] = gate["recheck"]["difference"]
    return summary


def _gate(row: Mapping[str, Any]) -> Document:
    columns = ("name", "segment", "operator", "threshold", "value", "required")
    return {name: row[name] for name in columns}


def _figures(segment: Mapping[str, Any]) -> Document:
    return {name: segment[name] for name in _FIGURES if segment.get(name) is not None}


def history(rounds: Sequence[Mapping[str, Any]]) -> list[Document]:
    """The rounds so far, a line each."""
    rows: list[Document] = short([{name: row.get(name) for name in _ROUND} for row in rounds])
    return rows


def short(value: Any) -> Any:
    """A document with its numbers rounded to DIGITS significant ones."""
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    if isinstance(value, Mapping):
        return {key: short(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [short(each) for each in value]
    return value


# The models' answers about a round. Specs are checked by their own rules.


class DesignAnswer(StrictAnswer):
    """One strategy. Reasons first, the spec last."""

    idea: str = Field(description="why it should work, in two or three sentences")
    findings: list[str] = Field(description="names of the findings it rests on")
    builds_on: int | None = Field(description="index of the variant it changes, or null")
    spec: dict[str, Any]


class DesignsAnswer(StrictAnswer):
    """The strategist's."""

    rationale: str = Field(description="why these together, in two or three sentences")
    designs: list[DesignAnswer]


class FailureAnswer(StrictAnswer):
    """The failure analyst's; the class last."""

    explanation: str
    failure_class: FailureClass


class TrajectoryAnswer(StrictAnswer):
    """The trajectory analyst's; the status last."""

    explanation: str
    convergence: Convergence
