"""A development whose worker is killed, again and again, leaves what an undisturbed one leaves."""

from __future__ import annotations

import os
import signal
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from config.runs.models import Run
from config.runs.services import enqueue_run
from tests.processes import Site, wait_for
from tests.trading.services.inline import FEW, developed, started
from tests.trading.services.test_execute import timeless
from trading.models import Backtest, GateOutcome, Strategy

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("inline")]
LIMITS = FEW._replace(max_iterations=2)
INSIDE = ["research_swarm 1 agent momentum", "quality_gate 1"]
BETWEEN = ["parallel_backtest 1 variant 1"]
IN_ORDER = [INSIDE[0], *BETWEEN, INSIDE[1]]


class Gated:
    """A development that waits at its gates for the test to kill it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.strategy = started(limits=LIMITS).strategy
        Run.objects.filter(subject_id=self.strategy.pk).delete()
        self.run = enqueue_run(
            kind="gated_development",
            subject_id=self.strategy.pk,
            params={"folder": str(folder), "inside": INSIDE, "after": BETWEEN},
        )
        self.finished: dict[str, int] = {}

    def begun(self) -> Counter[str]:
        file = self.folder / "calls"
        lines = file.read_text().splitlines() if file.exists() else []
        return Counter(line.removeprefix("begin ") for line in lines if line.startswith("begin "))

    def stored(self) -> set[str]:
        return {str(step) for step in self.run.steps.all()}

    def kill(self, gate: str) -> None:
        """Kill its worker at the gate, note what was finished, open the gate for the next one."""
        at = self.begun if gate in INSIDE else self.stored
        wait_for(lambda: gate in at(), gate)
        worker = Run.objects.get(pk=self.run.pk).worker
        os.kill(int(worker.rpartition(":")[2]), signal.SIGKILL)
        begun = self.begun()
        self.finished |= {step: begun[step] for step in self.stored()}
        (self.folder / gate).touch()

    def ended(self) -> Run:
        wait_for(lambda: Run.objects.get(pk=self.run.pk).is_finished, "the run to end")
        return Run.objects.get(pk=self.run.pk)


def rows(strategy: Strategy) -> dict[str, list[Any]]:
    """All that a development left, in order, without ids and clocks."""
    of = {"variant__strategy": strategy}
    found = {
        "findings": strategy.findings.values_list("research_iteration", "agent", "name", "value"),
        "sheets": strategy.fact_sheets.values_list("research_iteration", "domain", "text"),
        "variants": strategy.variants.values_list("iteration", "index", "name", "spec_hash"),
        "backtests": Backtest.objects.filter(**of).values_list(
            "variant__iteration", "variant__index", "segment", "engine", "sharpe_ratio"
        ),
        "gates": GateOutcome.objects.filter(**of).values_list(
            "variant__iteration", "variant__index", "name", "score", "passed"
        ),
        "trials": strategy.trials.values_list("iteration", "source", "kind", "sharpe_ratio"),
        "iterations": strategy.iterations.values_list("number", "action", "next_action"),
        "errors": strategy.errors.values_list("iteration", "node", "message"),
        "decisions": strategy.decisions.values_list("source", "before", "after", "current"),
    }
    return {name: sorted(queried, key=repr) for name, queried in found.items()}


def test_killed_inside_and_between_steps_it_leaves_the_rows_of_an_undisturbed_run(
    site: Site, tmp_path: Path
) -> None:
    undisturbed = developed(limits=LIMITS)
    folder = tmp_path / "gates"
    folder.mkdir()
    killed = Gated(folder)

    site.start("work", CRIVO_TEST_RUN_MAX_CRASHES="20")
    for gate in IN_ORDER:
        killed.kill(gate)
    run = killed.ended()

    assert (run.status, run.crashes, run.error) == ("done", len(IN_ORDER), "")
    strategy = Strategy.objects.get(pk=killed.strategy.pk)
    assert rows(strategy) == rows(undisturbed)
    assert timeless(strategy.state) == timeless(undisturbed.state)
    begun = killed.begun()
    assert killed.finished
    assert {step: begun[step] for step in killed.finished} == killed.finished
    assert all(begun[gate] == 2 for gate in INSIDE)
