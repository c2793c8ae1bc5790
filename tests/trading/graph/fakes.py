"""Ports in memory for the graph that develops strategies: what each round plays is written down."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from config.runs.port import MemorySteps
from trading.analyst import sentences
from trading.domain.limits import Limits
from trading.evidence.sharpe import Moments, probabilistic_sharpe_ratio
from trading.graph import Context, create_workflow_graph, initial_state
from trading.graph.context import NoReadings
from trading.strategies.spec import StrategySpec

Document = dict[str, Any]
AGENTS = tuple(
    f"{domain} {number}"
    for domain in ("technical", "fundamental", "sentiment")
    for number in range(1, 6)
)
GRAPH = create_workflow_graph()

PASSING: Document = {
    "sharpe_ratio": 1.4,
    "max_drawdown": -0.1,
    "win_rate": 0.6,
    "profit_factor": 2.0,
    "total_trades": 40,
}
CLOSE: Document = PASSING | {"sharpe_ratio": 0.9}
"""Near the gates: a matter of parameters."""
DEEP: Document = PASSING | {"max_drawdown": -0.3}
"""Passes but for its drawdown: a flaw of the design."""


def plays(
    train: float | None = 1.5, error: str = "", kind: str = "trend", trades: int = 90,
    **validation: Any,
) -> Document:  # fmt: skip
    """What a variant will do, on figures that pass but for those given."""
    moments = None if train is None else Moments(train / 252**0.5, 2_520, 0.0, 3.0)
    segments = {
        "train": {
            "sharpe_ratio": train,
            "total_trades": trades,
            "psr": probabilistic_sharpe_ratio(moments),
            "moments": list(moments) if moments else None,
        },
        "validation": PASSING | validation,
    }
    return {"kind": kind, "error": error, "segments": {} if error else segments}


def swings(rounds: int) -> list[list[Document]]:
    """Rounds whose score goes up and down: neither limits of patience nor success end them."""
    return [[plays(**(CLOSE | ({} if n % 2 else {"win_rate": 0.0})))] for n in range(rounds)]


class Script:
    """A strategist whose rounds are written down; the last one is repeated for ever."""

    def __init__(self, *rounds: Sequence[Document], trials: int = 0) -> None:
        self.rounds = rounds
        self.trials = trials
        self.briefs: list[Document] = []

    async def propose(self, brief: Document, bench: Any) -> Document:
        self.briefs.append(brief)
        number = brief["iteration"]
        played = self.rounds[min(number, len(self.rounds)) - 1]
        return {
            "variants": [_variant(f"{number}.{i}", one) for i, one in enumerate(played)],
            "rationale": f"round {number}",
            "expected_performance": {"sharpe_ratio": 0.5},
            "trials": [{"parameters": {"n": n}} for n in range(self.trials)],
        }

    def explain(self, code: str, values: Mapping[str, Any], language: str) -> str:
        return sentences.say(code, values, language)


def _variant(name: str, played: Document) -> Document:
    handed_in = {"as_written": True} if played.get("as_written") else {}
    return handed_in | {
        "name": name,
        "approach": played["kind"],
        "template": f"{played['kind']} {name}",
        "spec_hash": f"hash of {name}",
        "rules_hash": f"rules of {name}",
        "parameters": {"length": 20},
        "parameters_changed": {"length": [10, 20]},
        "plays": played,
    }


class Researcher(NoReadings):
    """Fifteen agents; `slow` ones answer after the others, `silent` ones have no data."""

    agents = AGENTS
    domains = ("technical", "fundamental", "sentiment")

    def __init__(
        self, edges: Sequence[Document] = (), slow: Sequence[str] = (), silent: Sequence[str] = ()
    ) -> None:
        self.edges, self.slow, self.silent = list(edges), slow, silent
        self.at_work = self.most_at_work = 0
        self.asked: list[tuple[int, Any]] = []

    def focus(self, research_iteration: int, failure: Mapping[str, Any] | None) -> Document:
        self.asked.append((research_iteration, failure))
        return {"round": research_iteration}

    async def examine(self, agent: str, focus: Document, language: str) -> list[Document]:
        self.at_work += 1
        self.most_at_work = max(self.most_at_work, self.at_work)
        for _ in range(50 if agent in self.slow else 5):
            await asyncio.sleep(0)  # lets the others begin
        self.at_work -= 1
        domain = agent.split(maxsplit=1)[0]
        if agent in self.silent:
            return [{"agent": agent, "domain": domain, "status": "NO_DATA", "signal": None,
                     "confidence": None}]  # fmt: skip
        return [{"agent": agent, "domain": domain, "status": "OK", "name": name, "signal": 0.5,
                 "confidence": 0.5} for name in ("first", "second")]  # fmt: skip

    async def synthesize(
        self, domain: str, findings: Sequence[Document], language: str
    ) -> Document:
        seen = {row["agent"] for row in findings if row["status"] == "OK"}
        return {"domain": domain, "coverage": {"with_data": len(seen), "of": 5},
                "agents": [row["agent"] for row in findings]}  # fmt: skip

    async def lead(
        self,
        objective: str,
        sheets: Mapping[str, Document],
        findings: Sequence[Document],
        language: str,
        research_iteration: int,
    ) -> Document:
        return {"synthesis": f"round {research_iteration} of {len(findings)} findings",
                "confidence": 0.5, "edges": self.edges, "sheets": list(sheets)}  # fmt: skip


class Bench:
    """Plays what the variants say; engines differ on those named."""

    def __init__(self, differ: Sequence[str] = ()) -> None:
        self.differ = differ
        self.rechecked: list[str] = []
        self.examined: list[tuple[str, int]] = []
        self.at_work = self.most_at_work = 0

    async def backtest(self, variant: Document) -> Document:
        self.at_work += 1
        self.most_at_work = max(self.most_at_work, self.at_work)
        await asyncio.sleep(0.001)
        self.at_work -= 1
        played = variant["plays"]
        return {"engine": "kernel", "error": played["error"], "attempts": [],
                "segments": played["segments"]}  # fmt: skip

    async def search(
        self, spec: StrategySpec, sets: Sequence[Mapping[str, float]]
    ) -> list[Document]:
        return []

    async def tune(self, spec: StrategySpec, seed: Sequence[int]) -> Document:
        return {"parameters": dict(spec.values), "rows": []}

    async def recheck(self, variant: Document) -> Document:
        self.rechecked.append(variant["name"])
        agrees = variant["name"] not in self.differ
        return {"agrees": agrees, "difference": "" if agrees else "equity differs by 3 cents",
                "compared": True}  # fmt: skip

    async def examine(self, variant: Document, seed: int) -> Document:
        self.examined.append((variant["name"], seed))
        evidence: Document = variant["plays"].get("evidence", {})
        return {"error": "", "attempts": [], "segments": {}, "answers": {}, "rolling": {},
                "folds": [], "trials": []} | evidence  # fmt: skip


class Holdout:
    """Holds or does not, and remembers who opened it."""

    def __init__(self, *, holds: bool = True) -> None:
        self.holds = holds
        self.opened: list[tuple[str, int]] = []

    async def open(self, variant: Document, iteration: int) -> Document:
        self.opened.append((variant["name"], iteration))
        return {"metrics": {"sharpe_ratio": 1.1 if self.holds else -0.2},
                "psr": 0.93 if self.holds else 0.3, "holds": self.holds, "engine": "reference",
                "openings_before": 0, "opening": 1}  # fmt: skip


def context(*rounds: Sequence[Document], **ports: Any) -> Context:
    """The ports, with those given in place of the quiet ones."""
    defaults: dict[str, Any] = {
        "researcher": Researcher(),
        "strategist": Script(*rounds),
        "bench": Bench(),
        "holdout": Holdout(),
        "steps": MemorySteps(),
        "clock": lambda: "2026-03-01T12:00:00+00:00",
        "train_bars": 2_520,
    }
    return Context(**(defaults | ports))


def develop(ports: Context, state: Mapping[str, Any] | None = None, **limits: int) -> Document:
    """The graph's final state."""
    return states(ports, state, **limits)[-1]


def states(
    ports: Context, state: Mapping[str, Any] | None = None, graph: Any = GRAPH, **limits: int
) -> list[Document]:
    """The state before the first node and after each."""
    start = state or initial_state(ticker="AAPL", limits=Limits(**limits))

    async def drive() -> list[Document]:
        return [dict(values) async for values in graph.astream(start, context=ports,
                                                               stream_mode="values")]  # fmt: skip

    return asyncio.run(drive())
