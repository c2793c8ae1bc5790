"""A small graph with steps that a test can slow down, hold up or break.

Its parameters: `folder` (where `calls` collects one line a computation), `sleep` {node: seconds},
`hold` and `hold_after` {node: file to wait for, inside the step and after it}, `fail` {node:
message}.
"""

from __future__ import annotations

import asyncio
import operator
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypedDict

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime

from config.runs.port import StepKey, Steps
from tests.config.runs.probe.models import Mark

NODES = ("alpha", "beta", "gamma", "delta")


class State(TypedDict, total=False):
    values: Annotated[list[int], operator.add]


@dataclass(frozen=True)
class Context:
    run_id: int
    params: Mapping[str, Any]
    steps: Steps

    def note(self, line: str) -> None:
        with (Path(self.params["folder"]) / "calls").open("a") as file:
            file.write(line + "\n")

    def record(self, node: str) -> Any:
        return lambda output: Mark.objects.create(
            run_id=self.run_id, node=node, value=output["value"]
        )


def make_node(name: str, number: int) -> Any:
    async def node(state: State, runtime: Runtime[Context]) -> dict[str, Any]:
        context = runtime.context

        async def compute() -> dict[str, int]:
            context.note(f"begin {name}")
            if name in context.params.get("fail", {}):
                raise ValueError(context.params["fail"][name])
            await asyncio.sleep(context.params.get("sleep", {}).get(name, 0))
            await opened(context.params.get("hold", {}).get(name))
            context.note(f"end {name}")
            return {"value": sum(state.get("values", [])) + number}

        output = await context.steps.aonce(StepKey(name), compute, context.record(name))
        await opened(context.params.get("hold_after", {}).get(name))
        return {"values": [output["value"]]}

    return node


async def opened(gate: str | None) -> None:
    """Wait until the file exists: another process makes it."""
    while gate and not os.path.exists(gate):  # noqa: ASYNC110, ASYNC240, PTH110
        await asyncio.sleep(0.02)


def build() -> Any:
    graph = StateGraph(State, context_schema=Context)
    for number, (before, name) in enumerate(zip((START, *NODES), NODES, strict=False), 1):
        graph.add_node(name, make_node(name, number))
        graph.add_edge(before, name)
    graph.add_edge(NODES[-1], END)
    return graph.compile()
