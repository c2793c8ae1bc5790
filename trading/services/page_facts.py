"""The facts of a development for its page or report, in a fixed number of queries."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db.models import Count, Max, QuerySet, Sum
from django.db.models.fields.json import KT

from config.runs.models import Run, Step
from hypotheses.domain.registration import Deviation
from hypotheses.models import Hypothesis, Preregistration
from hypotheses.services.preregister import deviation_row, deviations_at, registration_row
from trading.domain.gates import ranked_rounds
from trading.memory import trial_count
from trading.memory.trials import TrialNumbers
from trading.models import (
    AuxiliaryDataset,
    ErrorEntry,
    FactSheet,
    Finding,
    HoldoutOpening,
    Iteration,
    Lesson,
    LessonEdit,
    Reading,
    Strategy,
    Variant,
)
from trading.services.hypothesis_draft import objective_of
from trading.services.subject import occasion
from trading.services.submit import KIND


@dataclass(frozen=True)
class Registered:
    """The first pre-registration, whether it was made `before` the development, and how the
    hypothesis and the objective deviated from it at that time."""

    row: Preregistration
    before: bool
    deviations: list[Deviation]


def registered(strategy: Strategy) -> Registered | None:
    """The pre-registration of a development; None without a hypothesis that was pre-registered."""
    if strategy.hypothesis_id is None:
        return None
    rows = Preregistration.objects.filter(hypothesis=strategy.hypothesis_id)
    series = list(rows.order_by("number"))
    if not series:
        return None
    first, began = series[0], strategy.created_at
    found = deviations_at(series, began)
    now = next((each.after for each in found if each.part == "question"), "")
    found += _objective(first, now, strategy)
    return Registered(first, first.created_at <= began, found)


def _objective(first: Preregistration, now: str, strategy: Strategy) -> list[Deviation]:
    """The objective where it was not drafted from the question, either as frozen or as it is
    `now`: a person may have changed it before the start."""
    text = " ".join(strategy.objective.split())
    frozen = objective_of(first.content["version"]["question"])
    if text in (frozen, objective_of(now)):
        return []
    return [Deviation("objective", frozen, text, strategy.created_at)]


def preregistration_of(strategy: Strategy, reader: User | None) -> dict[str, Any] | None:
    """The same as plain JSON, for whoever may see the hypothesis (None: who holds the database)."""
    compared = registered(strategy)
    if compared is None:
        return None
    seen = Hypothesis.objects.visible_to(reader) if reader else Hypothesis.objects.all()
    if not seen.filter(pk=compared.row.hypothesis_id).exists():
        return None
    return {
        **registration_row(compared.row),
        "before_start": compared.before,
        "deviations": [deviation_row(each) for each in compared.deviations],
    }


__all__ = [
    "CountedOpening",
    "Course",
    "Rest",
    "RoundResearch",
    "StepTally",
    "course",
    "judged_variants",
    "research_of",
    "rest_of",
]


# The progress of a development, for the live part of its page.

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
    run: Run | None  # the newest run
    starts_with: str  # the action that it was started for, when the development continues
    tallies: Sequence[StepTally]
    research: int  # the number of the newest round of research, 0 before the first
    agents: dict[str, float]  # the finished ones, with their seconds
    led: bool  # whether the synthesis is done
    statuses: Sequence[tuple[str, str]]  # agent and status of each finding
    iterations: Sequence[Iteration]
    variants: dict[int, int]  # the number of variants of each iteration
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


# What of a development changes at most once a round: runs, trials, openings, errors.

LEDGER = "trial_ledger"
"""The places in a development's state."""


class CountedOpening(NamedTuple):
    """An opening of the holdout, and the number of earlier ones of any of its bars."""

    opening: HoldoutOpening
    before: int


@dataclass(frozen=True)
class Rest:
    """`lessons` are the ids of recalled lessons that still exist, by place in the snapshot."""

    runs: Sequence[Run]
    auxiliary: Sequence[AuxiliaryDataset]
    trials: TrialNumbers
    ledger: Mapping[str, Any] | None
    openings: Sequence[CountedOpening]
    openings_of_ticker: int
    errors: Sequence[ErrorEntry]
    lessons: Mapping[int, int]


def rest_of(strategy: Strategy, user: Any) -> Rest:
    """The remaining rows; of lessons those that `user` may see."""
    runs = Run.objects.filter(kind=KIND, subject_id=strategy.pk).with_usage().defer("params")
    of_ticker = _of_ticker(strategy)
    return Rest(
        runs=list(runs.select_related("created_by").order_by("pk")),
        auxiliary=list(strategy.auxiliary.defer("content")),
        trials=trial_count(strategy),
        ledger=newest_tally(strategy),
        openings=_opened(strategy, of_ticker),
        openings_of_ticker=len(of_ticker),
        errors=list(strategy.errors.order_by("id")),
        lessons=recalled_lessons(strategy, user),
    )


def newest_tally(strategy: Strategy) -> Mapping[str, Any] | None:
    """The trial ledger as of the gates' last call; the state itself is large."""
    ledgers = Strategy.objects.filter(pk=strategy.pk).values_list(f"state__{LEDGER}", flat=True)
    found: Mapping[str, Any] | None = ledgers.first()
    return found


def _of_ticker(strategy: Strategy) -> list[HoldoutOpening]:
    """Every opening of its ticker's sealed bars, or of the same bars under another name."""
    rows = HoldoutOpening.objects.of_market(sha256=strategy.dataset.sha256, ticker=strategy.ticker)
    named = ("user", "backtest__variant", "second_look__variant", "second_look__user")
    return list(rows.order_by("pk").select_related(*named))


def _opened(strategy: Strategy, rows: Sequence[HoldoutOpening]) -> list[CountedOpening]:
    """Its own openings, each with the number of earlier ones that saw any of the same bars."""
    return [
        CountedOpening(row, sum(_overlap(row, other) for other in rows if other.pk < row.pk))
        for row in rows
        if _is_of(row, strategy)
    ]


def _is_of(row: HoldoutOpening, strategy: Strategy) -> bool:
    """Whether a development made it: by its key, as its backtest may have failed."""
    played = getattr(row, "backtest", None)
    own = played is not None and played.variant.strategy_id == strategy.pk
    return own or row.key.startswith(occasion(strategy))


def _overlap(one: HoldoutOpening, other: HoldoutOpening) -> bool:
    same = bool(one.history) and one.history == other.history
    return same or (other.first_at <= one.last_at and other.last_at >= one.first_at)


Told = tuple[Any, ...]
"""The key of a lesson: a snapshot holds no ids of lessons."""


def recalled_lessons(strategy: Strategy, user: Any) -> dict[int, int]:
    """The ids of those that `user` may see, by their place in the snapshot.

    A lesson is identified by its strategy, its kind and its words (those before a rewording among
    them); one that was recalled in another language by its code and figures.
    """
    content = strategy.memory.content if strategy.memory else []
    if not content:
        return {}
    origins = {lesson["strategy"] for lesson in content}
    rows = list(Lesson.objects.visible_to(user).filter(strategy__in=origins).defer("words"))
    known = _by_words(rows) | _by_figures(rows)
    found = {}
    for place, lesson in enumerate(content):
        key = (lesson["strategy"], lesson["kind"])
        pk = known.get((*key, lesson["text"]))
        pk = pk or known.get(
            (*key, lesson["code"], lesson["approach"], _canonical(lesson["values"]))
        )
        if pk:
            found[place] = pk
    return found


def _by_words(rows: list[Lesson]) -> dict[Told, int]:
    origin = {row.pk: (row.strategy_id, row.kind) for row in rows}
    edits = LessonEdit.objects.filter(lesson__in=list(origin)).values_list("lesson", "before")
    before = {(*origin[lesson], text): lesson for lesson, text in edits}
    return before | {(row.strategy_id, row.kind, row.text): row.pk for row in rows}


def _by_figures(rows: list[Lesson]) -> dict[Told, int]:
    return {
        (row.strategy_id, row.kind, row.code, row.approach, _canonical(row.values)): row.pk
        for row in rows
    }


def _canonical(values: Any) -> str:
    return json.dumps(values, sort_keys=True)


FEW = 3


def judged_variants(strategy: Strategy, iterations: Sequence[Iteration]) -> list[Variant]:
    """The best variants by gate score, at most FEW, and those that were decided on or played on
    the holdout; best first, with gates and backtests."""
    best = [row.best_variant_id for row in ranked_rounds(iterations)]
    order = list(dict.fromkeys(best))[:FEW]
    decisions = strategy.decisions.filter(withdrawn_at=None).exclude(variant=None)
    decided = decisions.values_list("variant", flat=True)
    played = strategy.variants.filter(backtests__segment="holdout").values_list("pk", flat=True)
    every = dict.fromkeys([*order, *decided, *played])
    wanted = [pk for pk in every if pk is not None]
    rows = strategy.variants.filter(pk__in=wanted).prefetch_related("gates", "backtests")
    place = {pk: at for at, pk in enumerate(wanted)}
    return sorted(rows, key=lambda row: place[row.pk])


@dataclass(frozen=True)
class RoundResearch:
    """The findings of one round of research, and the fact sheets of all."""

    number: int
    findings: Sequence[Finding]
    sheets: Sequence[FactSheet]
    adjusted: Mapping[tuple[str, str], float | None]
    """The p-values after correction over the tests of an agent, by agent and figure: rows of
    findings do not hold them, the steps that made these do."""
    readings: Sequence[Reading]


def research_of(strategy: Strategy, number: int = 0) -> RoundResearch:
    """A round of research; the newest one without a number, or with an unknown one."""
    sheets = list(strategy.fact_sheets.order_by("research_iteration", "id"))
    rounds = {sheet.research_iteration for sheet in sheets}
    shown = number if number in rounds else max(rounds, default=1)
    findings = strategy.findings.filter(research_iteration=shown).defer("params").order_by("id")
    outputs = (
        steps_of(strategy)
        .filter(node=RESEARCH, iteration=shown, item__startswith="agent ")
        .values_list("output", flat=True)
    )
    adjusted = {
        (row["agent"], row["name"]): row.get("p_adjusted")
        for output in outputs
        for row in (output or {}).get("findings", [])
    }
    readings = list(strategy.readings.filter(research_iteration=shown).order_by("id"))
    return RoundResearch(shown, list(findings), sheets, adjusted, readings)
