"""A refinement whose worker is killed, again and again, leaves what an undisturbed one leaves."""

from __future__ import annotations

import os
import signal
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from config.runs.models import Run
from config.runs.services import enqueue_run
from hypotheses.models import (
    AspectScore,
    Clarification,
    Decision,
    Element,
    Gap,
    GapEvent,
    Hypothesis,
    Improvement,
    Note,
    Review,
    Version,
    Veto,
)
from hypotheses.services.submit import submit_hypothesis
from tests.hypotheses.helpers import last_run, refined
from tests.processes import Site, wait_for

pytestmark = pytest.mark.slow
# Vague and hopeless: it takes the longest way, over three versions to a forced decision.
IDEA = "X afeta Y de alguma forma"
STEPS = [
    "orchestrator 0", "structurer 0", "methodologist 0", "structurer 1", "methodologist 1",
    "structurer 2", "methodologist 2", "methodologist_force_decision 2",
]  # fmt: skip
# Where each run is killed: inside steps of each kind, and between steps, before the end included.
INSIDE = ["orchestrator 0", "structurer 1", "methodologist 2", "methodologist_force_decision 2"]
BETWEEN = ["orchestrator 0", "methodologist 0", "structurer 2", "methodologist_force_decision 2"]


class Gated:
    """A refinement that waits at its gates for the test to kill it."""

    def __init__(self, folder: Path, place: str, gates: list[str]) -> None:
        folder.mkdir()
        self.folder, self.place = folder, place
        submission = submit_hypothesis(text=IDEA, wake=False)
        submission.run.delete()
        self.hypothesis = submission.hypothesis
        self.run = enqueue_run(
            kind="gated_refinement",
            subject_id=self.hypothesis.pk,
            params={"folder": str(folder), place: gates},
        )

    def calls(self) -> Counter[str]:
        file = self.folder / "calls"
        return Counter(file.read_text().splitlines() if file.exists() else [])

    def waits_at(self, gate: str) -> bool:
        if self.place == "inside":
            return self.calls()[f"begin {gate}"] == 1
        return any(str(step) == gate for step in self.run.steps.all())

    def kill(self, gate: str) -> None:
        """Kill its worker at the gate, then open it for the next worker."""
        wait_for(lambda: self.waits_at(gate), f"{self.place} {gate}")
        worker = Run.objects.get(pk=self.run.pk).worker
        os.kill(int(worker.rpartition(":")[2]), signal.SIGKILL)
        (self.folder / gate).touch()

    def ended(self) -> Run:
        wait_for(lambda: Run.objects.get(pk=self.run.pk).is_finished, "the run to end")
        return Run.objects.get(pk=self.run.pk)


def rows(hypothesis: Hypothesis, run: Run) -> dict[str, list[Any]]:
    """All that a refinement left, in order, without ids and clocks."""
    of = {"hypothesis": hypothesis}
    of_version = {"version__hypothesis": hypothesis}
    of_review = {"review__version__hypothesis": hypothesis}
    found = {
        "hypothesis": Hypothesis.objects.filter(pk=hypothesis.pk).values_list("language", "kind"),
        "versions": Version.objects.filter(**of).values_list("number", "question", "origin"),
        "elements": Element.objects.filter(**of_version).values_list(
            "version__number", "aspect", "kind", "text", "origin"
        ),
        "notes": Note.objects.filter(**of_version).values_list("version__number", "kind", "text"),
        "reviews": Review.objects.filter(**of_version).values_list(
            "version__number", "judge", "status", "forced", "justification"
        ),
        "scores": AspectScore.objects.filter(**of_review).values_list(
            "review__version__number", "review__forced", "aspect", "score", "evidence", "code"
        ),
        "improvements": Improvement.objects.filter(**of_review).values_list(
            "review__version__number", "review__forced", "aspect", "gap", "suggestion"
        ),
        "vetoes": Veto.objects.filter(**of_review).values_list("code", "quote"),
        "gaps": Gap.objects.filter(**of).values_list(
            "aspect", "code", "gap", "state", "mark", "opened_in", "closed_in", "closed_by"
        ),
        "gap events": GapEvent.objects.filter(gap__hypothesis=hypothesis).values_list(
            "gap__aspect", "version__number", "state", "words"
        ),
        "questions": Clarification.objects.filter(**of).values_list(
            "version__number", "aspect", "question"
        ),
        "decisions": Decision.objects.filter(**of).values_list(
            "version__number", "source", "before", "after", "reason", "current"
        ),
        "steps": run.steps.values_list("node", "iteration", "item", "output"),
    }
    return {name: list(queried.order_by("pk")) for name, queried in found.items()}


def test_killed_inside_and_between_steps_it_leaves_the_rows_of_an_undisturbed_run(
    site: Site, tmp_path: Path
) -> None:
    undisturbed = refined(IDEA)
    expected = rows(undisturbed, last_run(undisturbed))
    assert [f"{node} {iteration}" for node, iteration, *_ in expected["steps"]] == STEPS
    inside = Gated(tmp_path / "inside", "inside", INSIDE)
    between = Gated(tmp_path / "between", "after", BETWEEN)

    site.start("work", CRIVO_TEST_RUN_MAX_CRASHES="20")
    for inner, outer in zip(INSIDE, BETWEEN, strict=True):
        inside.kill(inner)
        between.kill(outer)

    for killed in (inside, between):
        run = killed.ended()
        assert (run.status, run.crashes, run.fence) == ("done", 4, 5)
        assert rows(killed.hypothesis, run) == expected
    assert inside.calls() == Counter(
        {f"{edge} {step}": 1 for edge in ("begin", "end") for step in STEPS}
    ) + Counter(f"begin {step}" for step in INSIDE)
    assert set(between.calls().values()) == {1}
    assert sum(between.calls().values()) == 2 * len(STEPS)
