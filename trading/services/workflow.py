"""Developing a strategy from Python: as one call, or node by node."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Any, cast

from django.db import connection

from config.runs.errors import RunError
from config.runs.execution import execute
from config.runs.live_state import ended
from config.runs.models import Run
from trading.domain.limits import Limits
from trading.domain.types import (
    DEFAULT_MAX_ITERATIONS,
    DEFAULT_MAX_RESEARCH_ITERATIONS,
    DEFAULT_MAX_STRATEGY_ITERATIONS,
)
from trading.graph.state import DEFAULT_OBJECTIVE, WorkflowState
from trading.models import Strategy
from trading.services.submit import start_development

Event = dict[str, Any]


class WorkflowFailed(RunError):
    """The run did not come to its end; its text says why."""


async def execute_workflow(
    ticker: str,
    user_objective: str = DEFAULT_OBJECTIVE,
    max_iterations: int = DEFAULT_MAX_ITERATIONS,
    max_strategy_iterations: int = DEFAULT_MAX_STRATEGY_ITERATIONS,
    max_research_iterations: int = DEFAULT_MAX_RESEARCH_ITERATIONS,
    enable_monitoring: bool = True,
    **asked: Any,
) -> WorkflowState:
    """Develop a strategy and return the final state.

    The run and all it produced are rows, as when it is started from the pages. `asked` are further
    arguments of `start_development`; `variants` and `seed` go into its limits.
    Without `enable_monitoring` nothing is told to the tracing service that the settings name; the
    run's own events are rows in any case.
    Raises what `start_development` raises, and WorkflowFailed.
    """
    state: Mapping[str, Any] = {}
    async for event in stream_workflow(
        ticker,
        user_objective,
        max_iterations,
        max_strategy_iterations,
        max_research_iterations,
        enable_monitoring,
        **asked,
    ):
        state = event.get("__end__", state)
    return cast("WorkflowState", dict(state))


async def stream_workflow(
    ticker: str,
    user_objective: str = DEFAULT_OBJECTIVE,
    max_iterations: int = DEFAULT_MAX_ITERATIONS,
    max_strategy_iterations: int = DEFAULT_MAX_STRATEGY_ITERATIONS,
    max_research_iterations: int = DEFAULT_MAX_RESEARCH_ITERATIONS,
    enable_monitoring: bool = True,
    **asked: Any,
) -> AsyncIterator[Event]:
    """The same, as an event `{node: what it gave}` after each node, `{"__end__": state}` last."""
    limits = Limits(
        max_iterations,
        max_strategy_iterations,
        max_research_iterations,
        **{name: asked.pop(name) for name in ("variants", "seed") if name in asked},
    )
    loop = asyncio.get_running_loop()
    events: asyncio.Queue[Event] = asyncio.Queue()

    def tell(node: str, update: Mapping[str, Any]) -> None:
        loop.call_soon_threadsafe(events.put_nowait, {node: dict(update)})

    def work() -> Event:
        try:
            started = start_development(
                ticker=ticker,
                objective=user_objective,
                limits=limits,
                traced=enable_monitoring,
                wake=False,
                **asked,
            )
            run = execute(started.run.pk, on_node=tell)
            if run.status != Run.Status.DONE:
                raise WorkflowFailed(ended(run))
            return {"__end__": Strategy.objects.get(pk=started.strategy.pk).state}
        finally:
            connection.close()

    working = asyncio.create_task(asyncio.to_thread(work))
    while not working.done() or not events.empty():
        waiting = asyncio.create_task(events.get())
        await asyncio.wait({working, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if waiting.done():
            yield waiting.result()
        else:
            waiting.cancel()
    yield await working
