"""The same text comes to the same report, apart from ids and seconds."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hypotheses.models import Hypothesis
from hypotheses.services.report import hypothesis_report
from tests.hypotheses.helpers import COMPLETE, FORCED, REFINED, VETOED, refined
from tests.processes import Site

IDEAS = [*REFINED.values(), *FORCED.values(), *COMPLETE.values(), *VETOED.values()]


def bare(report: dict[str, Any]) -> dict[str, Any]:
    """The report without what tells one refinement from another."""
    del report["id"], report["usage"]["seconds"]
    for question in report["clarifications"]:
        del question["id"]
    return report


@pytest.mark.django_db
@pytest.mark.parametrize("idea", IDEAS)
def test_the_same_idea_comes_to_the_same_report(idea: str) -> None:
    reports = []
    for _ in range(2):
        hypothesis = refined(idea)
        reports.append(bare(hypothesis_report(hypothesis_id=hypothesis.pk)))
        Hypothesis.objects.all().delete()  # else the second is a near-duplicate of the first
    assert reports[0] == reports[1]


@pytest.mark.slow
def test_another_process_with_other_hashes_comes_to_the_same_report(site: Site) -> None:
    here = bare(hypothesis_report(hypothesis_id=refined(FORCED["pt"]).pk))
    Hypothesis.objects.all().delete()
    process = site.start("refine", FORCED["pt"], "--json", PYTHONHASHSEED="1")
    assert process.wait() == 0, process.log
    assert bare(json.loads(process.out)) == here
