"""One idea's whole way, through the real worker: from submission to a person's last word."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from config.runs.models import Run
from hypotheses.models import Hypothesis
from hypotheses.services.answers import answer_clarifications
from hypotheses.services.report import hypothesis_report
from hypotheses.services.review import override_decision
from hypotheses.services.submit import submit_hypothesis
from tests.processes import Site, wait_for


def executed(run: Run) -> Run:
    """The run, once the worker is done with it."""
    wait_for(lambda: Run.objects.get(pk=run.pk).is_finished, "the worker to execute the run")
    return Run.objects.get(pk=run.pk)


@pytest.mark.slow
def test_from_a_loose_idea_to_a_person_s_decision(site: Site) -> None:
    author = User.objects.create_user("ana")
    reviewer = User.objects.create_user("bea")
    site.start("work")

    submission = submit_hypothesis(text="Como X impacta Y em adultos 18-40 anos?", user=author)
    assert executed(submission.run).status == "done"
    number = submission.hypothesis.pk
    report = hypothesis_report(hypothesis_id=number)
    assert (report["language"], report["status"], report["forced"]) == ("pt", "rejected", True)
    assert {gap["aspect"] for gap in report["open_gaps"]} == {"variables", "metrics", "testability"}
    asked = {ask["slot"] for ask in report["clarifications"] if ask["version"] == 3}
    assert asked == {"exposure", "outcome"}  # two at a time, the most decisive first
    answers = {"variables": "O café reduz o tempo de sono em adultos de 18 a 40 anos"}
    run = answer_clarifications(hypothesis_id=number, answers=answers, user=author)
    assert executed(run).status == "done"
    report = hypothesis_report(hypothesis_id=number)
    assert (report["status"], report["forced"], report["open_gaps"]) == ("approved", False, [])
    final = report["versions"][-1]
    assert final["number"] == 4
    assert "tempo de sono" in final["question"]

    seen = Hypothesis.objects.get(pk=number).decisions.get(current=True)
    override_decision(
        hypothesis_id=number, outcome="rejected", reason="já foi mostrado por outros",
        user=reviewer, expected=seen.pk,
    )  # fmt: skip
    report = hypothesis_report(hypothesis_id=number)
    assert report["status"] == "rejected"
    assert [(d["source"], d["before"], d["after"]) for d in report["decisions"]] == [
        ("forced", None, "rejected"),
        ("agent", "rejected", "approved"),
        ("human", "approved", "rejected"),
    ]
    assert report["decisions"][-1]["reason"] == "já foi mostrado por outros"
    assert [run.crashes for run in Run.objects.all()] == [0, 0]
