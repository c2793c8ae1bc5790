"""A run that does nothing: what is measured is over when it is claimed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from config.runs.ledger import Ledger
from config.runs.models import Run
from config.runs.registry import Job, RunKind

KIND = "nothing"


class _NoGraph:
    """A graph without a node."""

    async def astream(self, *_args: Any, **_options: Any) -> AsyncIterator[tuple[str, Any]]:
        nothing: tuple[tuple[str, Any], ...] = ()
        for each in nothing:
            yield each


def prepare(_run: Run, _ledger: Ledger) -> Job:
    return Job(_NoGraph(), {})


NOTHING = RunKind(KIND, prepare)
