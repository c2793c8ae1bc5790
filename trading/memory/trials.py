"""How many trials a lesson rests on, and which finding, variant and result it comes from."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TypedDict

from django.db.models import Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from config.runs.models import Run
from trading.memory.figures import SEGMENTS
from trading.models import Backtest, Finding, Lesson, SpecBacktest, Strategy, Variant
from trading.querysets import most


class LessonOrigin(TypedDict):
    """The findings and the variant that a lesson rests on, and the variant's backtests.

    `variant` is None, and `backtests` empty, for a lesson that is about the ticker as a whole.
    """

    findings: list[Finding]
    variant: Variant | None
    backtests: list[Backtest]


def lineage(lesson: Lesson) -> LessonOrigin:
    """What a lesson rests on. A backtest of a holdout is not among it."""
    variant = lesson.variant
    rows = variant.backtests.filter(segment__in=SEGMENTS) if variant else ()
    return {
        "findings": list(lesson.findings.order_by("id")),
        "variant": variant,
        "backtests": list(rows),
    }


class TrialNumbers(TypedDict):
    """Parameter sets evaluated on real prices: a strategy's own, and those it builds on."""

    own: int
    inherited: int
    total: int


def trial_count(strategy: Strategy, *, until: datetime | None = None) -> TrialNumbers:
    """The trials behind a strategy: its own as of now, and those inherited.

    It inherits those of `inherited_trials`, and the specs that its owner had played by themselves
    (`played_before`), each once however often.
    """
    own = strategy.trials.count()
    played = played_before(strategy, until).order_by().values("spec_hash").distinct().count()
    inherited = sum(inherited_trials(strategy).values()) + played
    return {"own": own, "inherited": inherited, "total": own + inherited}


def inherited_trials(strategy: Strategy) -> dict[str, int]:
    """How many trials a strategy inherits of which others, by their ids.

    Those of the strategies it recalled, as many as they were when it did, and those of the ones it
    was forked from, as many as they were then; each strategy counts once, however it was reached.
    """
    known = most(strategy.memory.trials if strategy.memory else {}, strategy.inherited)
    known.pop(str(strategy.pk), None)
    return known


def played_before(strategy: Strategy, until: datetime | None = None) -> QuerySet[SpecBacktest]:
    """The backtests by hand that a strategy inherits: of its owner, on its ticker or its prices.

    Without `until` those made before its newest run was asked for: what somebody tries while it is
    at work has no part in it. Those of the command line, which have no owner, belong to the
    developments of the command line.
    """
    runs = Run.objects.filter(kind="development", subject_id=strategy.pk).order_by("-created_at")
    newest = Coalesce(Subquery(runs.values("created_at")[:1]), Value(strategy.created_at))
    same = Q(dataset__ticker=strategy.ticker) | Q(dataset__sha256=strategy.dataset.sha256)
    found: QuerySet[SpecBacktest] = SpecBacktest.objects.filter(
        same, owner=strategy.owner_id, created_at__lt=until or newest
    )
    return found


def tried(strategies: Iterable[int]) -> dict[str, int]:
    """The trials by now of strategies and of all that these build on, by id, in order of id."""
    found: dict[str, int] = Strategy.objects.tried(strategies)
    return found
