"""The research graph with fifteen agents that wait: how much longer it takes than they do."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, cast

from asgiref.sync import async_to_sync

from config.runs.lease import claim
from config.runs.ledger import Ledger
from config.runs.models import Step
from tests.lab.benchmarks.errors import BenchmarkError
from tests.lab.benchmarks.figures import Figure
from tests.lab.benchmarks.waiting import LANGUAGE, WAIT, Waiting, known_of
from trading.graph import Context
from trading.graph.nodes import create_swarm_graph
from trading.graph.state import DEFAULT_OBJECTIVE
from trading.models import Finding
from trading.recorder import StrategyRecorder
from trading.services.researchers import Swarm
from trading.services.submit import start_development
from trading.storage import load

RATIO = 1.15
ROUNDS = 15


def measure(*, small: bool = False) -> Sequence[Figure]:
    """Research on AAPL with a wait for each agent, every step and its rows stored.

    The critical path is the longest chain of steps, alone: the agent that finds most, the
    synthesizer of its domain and the leader, through the same graph and the same ledger. The two
    take turns, the best of each counts: what else the machine does only adds. Writes to the
    database.
    """
    first = start_development(ticker="AAPL", wake=False)
    swarm = Swarm(load(first.strategy.dataset))
    known = async_to_sync(known_of)(swarm)
    longest = max(known.findings, key=lambda agent: len(known.findings[agent]))
    domain = known.findings[longest][0]["domain"]
    whole = Waiting(swarm, known, swarm.agents, swarm.domains)
    chain = Waiting(swarm, known, [longest], [domain])
    research(whole)  # not counted: what is done once is done here
    walls, paths = [], []
    for _ in range(1 if small else ROUNDS):
        paths.append(research(chain))
        walls.append(research(whole))
    return [
        Figure("ratio", min(walls) / min(paths), "x", RATIO, at_most=True),
        Figure("milliseconds", min(walls) * 1e3, "ms"),
        Figure("critical_path", min(paths) * 1e3, "ms"),
        Figure("waiting_and_computing", async_to_sync(_computed)(whole) * 1e3, "ms"),
        Figure("findings", len(known.all)),
    ]


async def _computed(researcher: Waiting) -> float:
    """The seconds of the critical path without graph and ledger: what is waited and computed."""
    slowest = 0.0
    for domain in researcher.domains:
        begun = time.perf_counter()
        await researcher.synthesize(domain, [], LANGUAGE)
        slowest = max(slowest, time.perf_counter() - begun)
    begun = time.perf_counter()
    await researcher.lead(DEFAULT_OBJECTIVE, {}, [], LANGUAGE, 1)
    return WAIT + slowest + time.perf_counter() - begun


def research(researcher: Waiting) -> float:
    """The seconds of one research, through the ledger. Raises BenchmarkError if rows lack."""
    strategy, run = start_development(ticker="AAPL", wake=False)
    lease = claim(run.pk, "benchmark")
    if lease is None:
        raise BenchmarkError("differ", name="research", reason="lease")
    nobody = cast("Any", None)
    context = Context(
        researcher=researcher,
        strategist=nobody,
        bench=nobody,
        holdout=nobody,
        steps=Ledger(lease),
        recorder=StrategyRecorder(strategy.pk, run.pk),
    )
    seconds = async_to_sync(timed)(context)
    stored = (
        Step.objects.filter(run=run).count(),
        Finding.objects.filter(strategy=strategy).count(),
    )
    found = sum(len(researcher.known.findings[agent]) for agent in researcher.agents)
    if stored != (len(researcher.agents) + len(researcher.domains) + 1, found):
        raise BenchmarkError("differ", name="research", reason=f"stored: {stored}")
    return seconds


async def timed(context: Context) -> float:
    """The seconds of one research by a context's researcher."""
    asked = {
        "objective": DEFAULT_OBJECTIVE,
        "language": LANGUAGE,
        "research_iteration": 1,
        "iteration": 1,
        "before": {},
        "focus": context.researcher.focus(1, None),
        "reports": [],
        "sheets": [],
    }
    graph = create_swarm_graph()
    begun = time.perf_counter()
    await graph.ainvoke(asked, context=context)
    return time.perf_counter() - begun
