"""How far a development has come: what the live part of its page shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Max, QuerySet, Sum
from django.db.models.fields.json import KT

from config.runs.models import Run, Step
from trading.models import Iteration, Strategy
from trading.services.submit import KIND

RESEARCH = "research_swarm"
_AGENT = "agent "


class StepTally(NamedTuple):
    """The finished steps of a node in one iteration; `newest` is the id of the last one."""

    node: str
    iteration: int
    steps: int
    seconds: float
    newest: int


@dataclass(frozen=True)
class Course:
    """Runs, steps and rounds. What concerns research is of its newest round."""

    strategy: Strategy
    run: Run | None  # the newest one
    starts_with: str  # the action that it was started to carry out, when the development goes on
    tallies: Sequence[StepTally]
    research: int  # the number of the newest round of research, 0 before the first
    agents: dict[str, float]  # those that are done, with their seconds
    led: bool  # whether it is summed up
    statuses: Sequence[tuple[str, str]]  # agent and status, of each kind of finding
    iterations: Sequence[Iteration]
    variants: dict[int, int]  # how many each iteration has
    sheets: int
    errors: int


def course(strategy: Strategy) -> Course:
    """How far it has come."""
    newest = Run.objects.filter(kind=KIND, subject_id=strategy.pk).order_by("-pk")
    run = newest.annotate(starts_with=KT("params__state__next_action")).defer("params").first()
    tallies = _tallies(strategy)
    research = max((row.iteration for row in tallies if row.node == RESEARCH), default=0)
    done = dict(
        steps_of(strategy).filter(node=RESEARCH, iteration=research).values_list("item", "seconds")
    )
    statuses = strategy.findings.filter(research_iteration=research).order_by()
    return Course(
        strategy=strategy,
        run=run,
        starts_with=getattr(run, "starts_with", None) or "",
        tallies=tallies,
        research=research,
        agents={
            item.removeprefix(_AGENT): seconds
            for item, seconds in done.items()
            if item.startswith(_AGENT)
        },
        led="leader" in done,
        statuses=list(statuses.values_list("agent", "status").distinct()),
        iterations=_iterations(strategy),
        variants=_variants(strategy),
        sheets=strategy.fact_sheets.count(),
        errors=strategy.errors.count(),
    )


def _iterations(strategy: Strategy) -> list[Iteration]:
    rows = strategy.iterations.select_related("best_variant").order_by("number")
    return list(rows.prefetch_related("best_variant__gates", "best_variant__backtests", "verdicts"))


def steps_of(strategy: Strategy) -> QuerySet[Step]:
    """The steps of all its runs."""
    return Step.objects.filter(run__kind=KIND, run__subject_id=strategy.pk).order_by()


def _tallies(strategy: Strategy) -> list[StepTally]:
    rows = steps_of(strategy).values("node", "iteration")
    counted = rows.annotate(steps=Count("pk"), seconds=Sum("seconds"), newest=Max("pk"))
    return [StepTally(**row) for row in counted.order_by("newest")]


def _variants(strategy: Strategy) -> dict[int, int]:
    rows = strategy.variants.order_by().values("iteration").annotate(number=Count("pk"))
    return dict(rows.values_list("iteration", "number"))
