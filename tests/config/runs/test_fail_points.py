"""A process killed exactly at each named point: another brings the run to the undisturbed end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, get_args

import pytest

from config.runs.models import Run, Step
from config.runs.points import Point
from hypotheses.models import Hypothesis
from hypotheses.services.submit import submit_hypothesis
from tests.dying import killed_at, taken_over
from tests.lab.chaos import developments, refinements
from tests.lab.chaos.rows import CLOCKS, rows_of
from tests.lab.chaos.scenarios import Scenario
from tests.trading.services.inline import FEW, started
from trading.models import Strategy

pytestmark = pytest.mark.django_db(transaction=True)

IDEA = "X afeta Y de alguma forma"
LIMITS = FEW._replace(max_iterations=1)
OF_STEPS: list[Point] = ["call", "called", "store", "commit", "committed"]
OF_ENDS: list[Point] = ["claimed", "finish", "ending", "ended"]
OF_KEEPING: list[Point] = ["keep", "kept"]
OF_CALLS: list[Point] = ["asked", "answered"]  # test_calls_killed.py
MANY: dict[Point, Sequence[int]] = {
    **dict.fromkeys(("call", "called"), (1, 5, 10, 15, 20, 24)),  # a step each
    **dict.fromkeys(("store", "commit", "committed"), (1, 2, 3, 5, 7)),  # several at once
    **dict.fromkeys(OF_KEEPING, (1, 2, 3, 4, 5)),  # a node each
}
"""Which time a development passes a point."""
_undisturbed: dict[str, Any] = {}


def told(run: Run, scenario: Scenario) -> Any:
    """The rows, also without the numbers that two runs of one database do not share."""
    clocks: dict[str, Any] = {**CLOCKS, **scenario.clocks}
    clocks["runs.run"] = (*CLOCKS["runs.run"], "subject_id", "woken_at")
    clocks["hypotheses.version"] = ("run_id",)
    clocks["trading.strategy"] = ("dataset",)
    keys = (*scenario.keys, "workflow_id")
    return rows_of(Run.objects.get(pk=run.pk), replace(scenario, clocks=clocks, keys=keys))


def refinement() -> Run:
    return submit_hypothesis(text=IDEA, wake=False).run


def development() -> Run:
    return started(limits=LIMITS).run


def undisturbed(kind: str) -> Any:
    """The rows of a run left alone; worked out once."""
    if kind not in _undisturbed:
        make, scenario, model = KINDS[kind]
        run = taken_over(make())
        assert run.status == "done", run.error
        _undisturbed[kind] = told(run, scenario)
        model.objects.all().delete()
        Run.objects.all().delete()
    return _undisturbed[kind]


KINDS: dict[str, Any] = {
    "refinement": (refinement, refinements.SCENARIO, Hypothesis),
    "development": (development, developments.SCENARIO, Strategy),
}


def test_every_point_is_tried() -> None:
    assert {*OF_STEPS, *OF_ENDS, *OF_KEEPING, *OF_CALLS} == set(get_args(Point))


@pytest.mark.parametrize("point", [*OF_STEPS, *OF_ENDS])
def test_a_refinement_killed_at_a_point(point: Point) -> None:
    dies("refinement", point, 3 if point in OF_STEPS else 1)


@pytest.mark.parametrize("point", ["commit", "keep", "ending"])
@pytest.mark.usefixtures("inline")
def test_a_development_killed_at_a_point(point: Point) -> None:
    dies("development", point, 1 if point in OF_ENDS else 3)


@pytest.mark.reliability
@pytest.mark.parametrize("passes", range(1, 9))
@pytest.mark.parametrize("point", OF_STEPS)
def test_a_refinement_killed_at_each_point_of_each_step(point: Point, passes: int) -> None:
    dies("refinement", point, passes)


@pytest.mark.reliability
@pytest.mark.parametrize(("point", "passes"), [(p, n) for p, many in MANY.items() for n in many])
@pytest.mark.usefixtures("inline")
def test_a_development_killed_at_each_point_of_many_steps(point: Point, passes: int) -> None:
    dies("development", point, passes)


@pytest.mark.reliability
@pytest.mark.parametrize("point", OF_ENDS)
@pytest.mark.usefixtures("inline")
def test_a_development_killed_at_its_beginning_and_end(point: Point) -> None:
    dies("development", point, 1)


def dies(kind: str, point: Point, passes: int) -> None:
    expected = undisturbed(kind)
    make, scenario, _model = KINDS[kind]
    run = make()
    assert killed_at(run, point, passes), "it never came there"
    stored = dict(Step.objects.filter(run=run).values_list("pk", "fence"))

    ended = taken_over(run)

    assert (ended.status, ended.error) == ("done", "")
    assert ended.fence == (1 if point == "ended" else 2)
    assert told(run, scenario) == expected
    # What was stored before the kill stands: it was not computed, let alone stored, again.
    assert dict(Step.objects.filter(pk__in=stored).values_list("pk", "fence")) == stored
