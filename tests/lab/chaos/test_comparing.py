"""What chaos finds different: it must see a row too many, too few, or changed."""

from __future__ import annotations

from typing import Any

import pytest

from config.runs.models import Event, Run, Step
from hypotheses.models import AspectScore, Element, Hypothesis, Improvement, Version
from tests.hypotheses.helpers import FORCED, last_run, refined
from tests.lab.chaos.comparing import compare
from tests.lab.chaos.refinements import IDEAS, SCENARIO
from tests.lab.chaos.rows import rows_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def run() -> Run:
    return last_run(refined(FORCED["en"]))


def found(run: Run) -> dict[str, Any]:
    return {str(run.pk): rows_of(Run.objects.get(pk=run.pk), SCENARIO)}


def test_every_row_of_the_subject_is_looked_at(run: Run) -> None:
    rows = found(run)[str(run.pk)]
    assert len(rows["runs.step"]) == Step.objects.count()
    assert len(rows["hypotheses.aspectscore"]) == AspectScore.objects.count() > 4
    assert {"hypotheses.gapevent", "hypotheses.decision", "runs.run"} < set(rows)


def test_a_run_is_like_itself_whatever_its_log_and_clocks_say(run: Run) -> None:
    expected = found(run)
    Event.objects.create(run=run, kind="crashed")
    Run.objects.filter(pk=run.pk).update(fence=9, crashes=8, worker="other:1")
    assert compare(expected, found(run)) == []


def test_a_row_that_is_missing(run: Run) -> None:
    expected = found(run)
    Improvement.objects.filter(review__version__hypothesis=run.subject_id).first().delete()  # type: ignore[union-attr]
    (difference,) = compare(expected, found(run))
    assert difference[:5] == (run.pk, "hypotheses.improvement", 1, 0, 0)


def test_a_row_that_is_there_twice(run: Run) -> None:
    expected = found(run)
    row = Improvement.objects.filter(review__version__hypothesis=run.subject_id).first()
    assert row is not None
    row.pk = None
    row.save(force_insert=True)
    (difference,) = compare(expected, found(run))
    assert difference[:5] == (run.pk, "hypotheses.improvement", 0, 1, 0)
    assert row.gap[:40] in difference.examples[0]


def test_a_row_that_is_changed_and_what_refers_to_it(run: Run) -> None:
    expected = found(run)
    version = Version.objects.filter(hypothesis=run.subject_id, number=1).get()
    Version.objects.filter(pk=version.pk).update(question="Another?")
    differences = {each.model: each for each in compare(expected, found(run))}
    changed = differences["hypotheses.version"]
    assert (changed.missing, changed.duplicate, changed.other) == (1, 0, 1)
    assert "Another?" in changed.examples[0]
    assert changed.examples[0].startswith("~ question: ")
    elements = Element.objects.filter(version=version).count()
    assert differences["hypotheses.element"].other == elements > 0


def test_a_run_that_is_not_there_at_all(run: Run) -> None:
    expected = found(run)
    assert sum(each.missing for each in compare(expected, {})) == sum(
        len(rows) for rows in expected[str(run.pk)].values()
    )


def test_the_ideas_are_no_duplicates_of_each_other() -> None:
    SCENARIO.submit()
    assert Hypothesis.objects.count() == len(IDEAS)
    assert not Hypothesis.objects.exclude(near_duplicate_of=None).exists()
