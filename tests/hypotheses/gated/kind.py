"""The real refinement, with gates at its steps so that a test can kill it there.

Its parameters: `folder` (where `calls` collects one line at each computation's begin and end),
`inside` and `after` (names of steps, such as `structurer 1`): there it waits until the folder
holds a file of that name.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

from config.runs.ledger import Ledger
from config.runs.models import Run
from config.runs.port import Compute, Record, StepKey, Steps, computed
from config.runs.registry import Job, RunKind
from hypotheses.services import execute


class GatedSteps:
    """The run's ledger, held up at the gates."""

    def __init__(self, steps: Steps, params: dict[str, Any]) -> None:
        self.steps = steps
        self.folder = Path(params["folder"])
        self.inside, self.after = params.get("inside", []), params.get("after", [])

    async def aonce(self, key: StepKey, compute: Compute, record: Record | None = None) -> Any:
        async def slow() -> Any:
            self._note(f"begin {key}")
            await self._opened(str(key), self.inside)
            output = await computed(compute)
            self._note(f"end {key}")
            return output

        output = await self.steps.aonce(key, slow, record)
        await self._opened(str(key), self.after)
        return output

    def _note(self, line: str) -> None:
        with (self.folder / "calls").open("a") as file:
            file.write(line + "\n")

    async def _opened(self, name: str, gated: list[str]) -> None:
        while name in gated and not (self.folder / name).exists():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


def prepare(run: Run, ledger: Ledger) -> Job:
    job = execute.prepare(run, ledger)
    return replace(job, context=replace(job.context, steps=GatedSteps(ledger, run.params)))


KIND = RunKind("gated_refinement", prepare, execute.finish)
