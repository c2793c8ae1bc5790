"""The trials behind a lesson, and the results of variants on train and validation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypedDict

from django.db.models import Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from config.runs.models import Run
from trading.domain.gates import score_of
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
    """The evidence of a lesson, without any backtest of a holdout."""
    variant = lesson.variant
    rows = variant.backtests.filter(segment__in=SEGMENTS) if variant else ()
    return {
        "findings": list(lesson.findings.order_by("id")),
        "variant": variant,
        "backtests": list(rows),
    }


class TrialNumbers(TypedDict):
    """The number of parameter sets evaluated on real prices: a strategy's own, and those it
    builds on."""

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
    """The number of trials that a strategy inherits from each other one, by id.

    Of strategies that it recalled, the number at that time, and of those it was forked from, the
    number at the fork; each strategy counts once, however it was reached.
    """
    known = most(strategy.memory.trials if strategy.memory else {}, strategy.inherited)
    known.pop(str(strategy.pk), None)
    return known


def played_before(strategy: Strategy, until: datetime | None = None) -> QuerySet[SpecBacktest]:
    """The backtests by hand that a strategy inherits: its owner's, on its ticker or its prices.

    Without `until` those made before its newest run was requested: later ones do not concern it.
    Backtests of the command line, which have no owner, belong to developments of the command line.
    """
    runs = Run.objects.filter(kind="development", subject_id=strategy.pk).order_by("-created_at")
    newest = Coalesce(Subquery(runs.values("created_at")[:1]), Value(strategy.created_at))
    same = Q(dataset__ticker=strategy.ticker) | Q(dataset__sha256=strategy.dataset.sha256)
    found: QuerySet[SpecBacktest] = SpecBacktest.objects.filter(
        same, owner=strategy.owner_id, created_at__lt=until or newest
    )
    return found


def tried(strategies: Iterable[int]) -> dict[str, int]:
    """The present number of trials of strategies and of all that these build on, by id, in order
    of id."""
    found: dict[str, int] = Strategy.objects.tried(strategies)
    return found


# The results of a strategy's variants on train and validation, from the rows.

SEGMENTS = ("train", "validation")
FIGURES = (
    "sharpe_ratio",
    "annual_return",
    "max_drawdown",
    "win_rate",
    "profit_factor",
    "total_trades",
)
_WORST = float("-inf")


@dataclass(frozen=True)
class VariantOutcome:
    """A variant, its figures, its weighted gate score and whether it passed.

    `figures`: `train` and `validation` are its annual Sharpe ratios, as in a diagnosis; the others
    are named for both, such as `validation_max_drawdown`. None is undefined.
    """

    variant: Variant
    figures: Mapping[str, Any]
    score: float
    passed: bool
    judged: bool = True  # whether every required gate could be judged

    def as_values(self) -> dict[str, Any]:
        """Plain JSON for a lesson."""
        return {**self.figures, "score": round(self.score, 6), "template": self.variant.template}

    @property
    def rule(self) -> str:
        """The rule that was tried: the template, or the approach of a spec without one."""
        return self.variant.template or self.variant.approach

    @property
    def rank(self) -> tuple[Any, ...]:
        """The sort key, best first."""
        sharpe = self.figures["validation"]
        return -self.score, -(_WORST if sharpe is None else sharpe), self.variant.pk


def outcomes(strategy: Strategy) -> list[VariantOutcome]:
    """Every variant that was backtested, best first: by gate score, then by validation Sharpe."""
    variants = strategy.variants.prefetch_related("backtests", "gates", "findings")
    found = [_outcome(variant, strategy.profile) for variant in variants]
    return sorted((outcome for outcome in found if outcome), key=lambda outcome: outcome.rank)


def _outcome(variant: Variant, profile: Mapping[str, Any]) -> VariantOutcome | None:
    rows = {row.segment: row for row in variant.backtests.all() if row.segment in SEGMENTS}
    if not rows:
        return None
    figures = {
        segment if name == "sharpe_ratio" else f"{segment}_{name}": _rounded(
            rows.get(segment), name
        )
        for segment in SEGMENTS
        for name in FIGURES
    }
    gates = [gate for gate in variant.gates.all() if gate.segment != "holdout"]
    score = score_of(gates)
    required = all(gate.passed for gate in gates if gate.required)
    passed = bool(gates) and required and score >= profile.get("pass_score", 1.0)
    judged = not any(gate.unjudged for gate in gates if gate.required)
    return VariantOutcome(variant, figures, score, passed, judged)


def _rounded(row: Backtest | None, name: str) -> Any:
    value = getattr(row, name, None)
    return round(value, 6) if isinstance(value, float) else value
