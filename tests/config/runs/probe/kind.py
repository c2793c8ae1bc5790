"""The probe's run kind. Further parameters: `broken` (what `prepare` raises) and `end` (the error
that `finish` ends with).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from config.runs.models import Run
from config.runs.port import Steps
from config.runs.registry import Job, Outcome, RunKind
from tests.config.runs.probe.models import Mark


def prepare(run: Run, ledger: Steps) -> Job:
    # here, not above: LangGraph takes two seconds to import, and most commands don't need it
    from tests.config.runs.probe.graph import Context, build

    if "broken" in run.params:
        raise ValueError(run.params["broken"])
    return Job(build(), {"values": []}, Context(run.pk, run.params, ledger))


def finish(run: Run, state: Mapping[str, Any]) -> Outcome:
    if "end" in run.params:
        return Outcome("failed", run.params["end"])
    Mark.objects.create(run_id=run.pk, node="finish", value=sum(state["values"]))
    return Outcome()


KIND = RunKind("probe", prepare, finish)
