"""The research graph with fifteen agents that ask a model: how much longer than the longest chain.

The server is one of ours on the loopback, in a process of its own, that answers after 100 ms.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, NamedTuple, cast

from asgiref.sync import async_to_sync

from config.llm.addresses import Rules
from config.llm.local import beside
from config.llm.model_asker import ModelAsker
from config.llm.provider import Budget, Provider
from config.runs.calls import RowStore
from config.runs.lease import claim
from config.runs.ledger import Ledger
from config.runs.models import LlmCall, Run, Step
from tests.lab.benchmarks.asking import Asking
from tests.lab.benchmarks.errors import BenchmarkError
from tests.lab.benchmarks.figures import Figure
from tests.lab.benchmarks.research import timed
from tests.lab.benchmarks.waiting import WAIT, Known, known_of
from trading.graph import Context
from trading.models import Finding
from trading.recorder import StrategyRecorder
from trading.services.researchers import Swarm
from trading.services.submit import start_development
from trading.storage import load

RATIO = 1.10
ROUNDS = 40
PARALLEL = 16
_BUDGET = Budget(1_000, 10_000_000, Decimal(100))
_nonces = itertools.count(1)

Chain = tuple[Sequence[str], Sequence[str]]
"""The agents and domains that take part."""


class Took(NamedTuple):
    """The seconds of one research, and those of the longest chain of its own steps."""

    seconds: float
    steps: float


def measure(*, small: bool = False) -> Sequence[Figure]:
    """Research on AAPL with a call for each agent, synthesizer and the leader, all stored.

    The critical path is the longest chain of calls, in two senses. Alone: the agent that finds
    most, the synthesizer of its domain and the leader, through the same graph, ledger and client,
    nothing beside them; the two take turns, the best of each counts: what else the machine does
    only adds. Of its own steps: what the slowest agent, the slowest synthesizer and the leader
    took in the quickest of the whole researches, until each could be stored. Writes to the
    database.
    """
    first = start_development(ticker="AAPL", wake=False)
    swarm = Swarm(load(first.strategy.dataset))
    known = async_to_sync(known_of)(swarm)
    longest = max(known.findings, key=lambda agent: len(known.findings[agent]))
    chain: Chain = [longest], [known.findings[longest][0]["domain"]]
    whole: Chain = swarm.agents, swarm.domains
    walls: list[Took] = []
    paths: list[Took] = []
    with beside("tests.lab.benchmarks.slow_server", str(WAIT)) as url:
        for part in (whole, chain):  # not counted: what is done once is done here
            research(swarm, known, part, url)
        for _ in range(1 if small else ROUNDS):
            paths.append(research(swarm, known, chain, url))
            walls.append(research(swarm, known, whole, url))
    more = len(swarm.agents) + len(swarm.domains) - 2  # calls beside those of the critical path
    wall, path = min(walls), min(paths).seconds
    return [
        Figure("ratio", wall.seconds / path, "x", RATIO, at_most=True),
        Figure("own_ratio", wall.seconds / wall.steps, "x", RATIO, at_most=True),
        Figure("milliseconds", wall.seconds * 1e3, "ms"),
        Figure("critical_path", path * 1e3, "ms"),
        Figure("own_path", wall.steps * 1e3, "ms"),
        Figure("a_call", (wall.seconds - path) / more * 1e3, "ms"),
        Figure("calls", len(swarm.agents) + len(swarm.domains) + 1),
    ]


def research(swarm: Swarm, known: Known, part: Chain, url: str) -> Took:
    """What one research took, through the ledger. Raises BenchmarkError if rows lack."""
    strategy, run = start_development(ticker="AAPL", wake=False)
    lease = claim(run.pk, "benchmark")
    if lease is None:
        raise BenchmarkError("differ", name="research", reason="lease")
    nobody = cast("Any", None)
    asker = _asker(url, RowStore(lease, _BUDGET))
    context = Context(
        researcher=Asking(swarm, known, *part, asker=asker, nonce=f"question {next(_nonces)}"),
        strategist=nobody,
        bench=nobody,
        holdout=nobody,
        steps=Ledger(lease),
        recorder=StrategyRecorder(strategy.pk, run.pk),
    )
    seconds = async_to_sync(_asked)(context, asker)
    _check(run, strategy.pk, known, part)
    return Took(seconds, _longest(run))


def _asker(url: str, store: RowStore) -> ModelAsker:
    provider = Provider(
        "slow", url, "slow", price_in=Decimal(1), price_out=Decimal(2), parallel=PARALLEL
    )
    return ModelAsker([provider], store, rules=Rules(private=("127.0.0.1",)))


async def _asked(context: Context, asker: ModelAsker) -> float:
    async with asker:
        return await timed(context)


def _longest(run: Run) -> float:
    """The seconds of the longest chain of a run's own steps: a synthesizer follows all agents."""
    slowest: dict[str, float] = {}
    for item, seconds in Step.objects.filter(run=run).values_list("item", "seconds"):
        kind = item.partition(" ")[0]
        slowest[kind] = max(seconds, slowest.get(kind, 0.0))
    return sum(slowest.values())


def _check(run: Run, strategy_id: int, known: Known, part: Chain) -> None:
    """That nothing lacks: each step, finding and call of it is a row."""
    agents, domains = part
    steps = len(agents) + len(domains) + 1
    found = sum(len(known.findings[agent]) for agent in agents)
    stored = (
        Step.objects.filter(run=run).count(),
        LlmCall.objects.filter(run=run, outcome="ok", tokens_in=400).count(),
        Finding.objects.filter(strategy_id=strategy_id).count(),
    )
    if stored != (steps, steps, found):
        raise BenchmarkError("differ", name="research", reason=f"stored: {stored}")
