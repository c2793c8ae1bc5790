"""Developments for the tests of the desk: real ones, run to their end in this process.

About a second each, once the engine is compiled (the first of a session takes some more); the
rows of `tests.trading.helpers` are quicker where figures of one's own will do. A test that uses
them needs the database and nothing else.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from config.runs.execution import execute
from config.runs.models import Event, Run, Step
from tests.trading.helpers import make_developed
from tests.trading.market.files import walk
from tests.trading.services.inline import InlinePool, momentum
from tests.trading.storage.stored import dataset
from trading.domain.limits import Limits
from trading.models import Dataset, Strategy
from trading.research.agents import AGENTS
from trading.services.submit import KIND, Development, start_development

ONE = Limits(max_iterations=1, max_strategy_iterations=1, max_research_iterations=1, variants=3,
             seed=7)  # fmt: skip
ROUNDS = Limits(max_iterations=3, max_strategy_iterations=2, max_research_iterations=2, variants=3,
                seed=7)  # fmt: skip
MANY = Limits(max_iterations=10, max_strategy_iterations=5, max_research_iterations=3, variants=3,
              seed=7)  # fmt: skip


def asked(user: User | None = None, ticker: str = "WALK", **options: Any) -> Development:
    """A development that is asked for and waits in the queue: nothing is done yet.

    WALK is a random walk of 300 bars; other tickers are stored or bundled. `options` are further
    arguments of `start_development`. Its gates ask for no evidence unless others are named.
    """
    if ticker == "WALK" and not Dataset.objects.filter(ticker=ticker).exists():
        dataset(ticker=ticker)
    given = {"limits": ONE, "memory": "none", "profile": "classic", **options}
    return start_development(ticker=ticker, user=user, wake=False, **given)


def carried_out(development: Development) -> Strategy:
    """One that was asked for, brought to its end in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("trading.backtest.pool.Pool", InlinePool)
        run = execute(development.run.pk)
    assert run.status == Run.Status.DONE, run.error
    return Strategy.objects.get(pk=development.strategy.pk)


def developed(user: User | None = None, ticker: str = "WALK", **options: Any) -> Strategy:
    """One of a single round on a random walk: it ends at its limit (MAX_ITERATIONS)."""
    return carried_out(asked(user, ticker, **options))


def succeeded(user: User | None = None, **options: Any) -> Strategy:
    """One on an edge that is really there: SUCCESS, the holdout opened, one round."""
    if not Dataset.objects.filter(ticker="EDGE").exists():
        dataset(momentum(), ticker="EDGE")
    return developed(user, "EDGE", **{"objective": "short-term momentum", **options})


def at_limit(user: User | None = None, **options: Any) -> Strategy:
    """One that ended at its limit after three rounds (MAX_ITERATIONS)."""
    return developed(user, **{"limits": ROUNDS, **options})


def abandoned(user: User | None = None, **options: Any) -> Strategy:
    """One on noise that was given up after several rounds (ABANDONED), with hundreds of trials."""
    if not Dataset.objects.filter(ticker="NOISE").exists():
        dataset(walk(300, seed=15), ticker="NOISE")
    return developed(user, "NOISE", **{"limits": MANY, **options})


def recorded(user: User | None = None, rounds: int = 3, **fields: Any) -> Strategy:
    """The rows of one that ended at its limit, with its run, steps and events; at once."""
    strategy = make_developed(rounds=rounds, owner=user, **fields)
    run = Run.objects.create(kind=KIND, subject_id=strategy.pk, status=Run.Status.DONE,
                             started_at=timezone.now(), finished_at=timezone.now(),
                             code_version="0123456789ab", created_by=user)  # fmt: skip
    swarm = [("research_swarm", 1, f"agent {agent.name}") for agent in AGENTS]
    steps = [*swarm, ("research_swarm", 1, "leader")]
    for number in range(1, rounds + 1):
        steps += [("strategy_dev", number, ""), ("parallel_backtest", number, "variant 0"),
                  ("quality_gate", number, "")]  # fmt: skip
    Step.objects.bulk_create(
        Step(run=run, node=node, iteration=iteration, item=item, output={}, fence=1, seconds=0.5)
        for node, iteration, item in steps
    )
    Event.objects.bulk_create(
        Event(run=run, kind=Event.Kind.STEP, node=node, data={"iteration": iteration, "item": item})
        for node, iteration, item in steps
    )
    return strategy
