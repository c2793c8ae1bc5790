"""Querysets of developments' rows, named for the question that they answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, Self

from django.apps import apps
from django.db import models
from django.db.models import Case, Count, Exists, F, OuterRef, Q, Subquery, Sum, Value, When
from django.db.models.functions import Cast, Coalesce, NullIf

from config.desk.roles import is_reviewer
from config.text_index import TextIndex

if TYPE_CHECKING:
    from trading.models import (  # noqa: F401  # named in the generics below
        AuxiliaryDataset,
        Dataset,
        HoldoutOpening,
        Lesson,
        RoundVerdict,
        Strategy,
        Variant,
    )


OUTCOMES = ("SUCCESS", "ABANDONED", "MAX_ITERATIONS", "ACCEPTED")
"""Decisions that end a development; the others continue it."""

LARGE = ("state", "profile")
"""Columns of a strategy that no list shows: hundreds of kilobytes a row."""
LARGE_OF_STRATEGY = tuple(f"strategy__{field}" for field in LARGE)

STRATEGIES = TextIndex("trading_strategy", ("ticker", "objective", "final_message", "final_words"))
FINDINGS = TextIndex("trading_finding", ("interpretation", "words"))
LESSONS = TextIndex("trading_lesson", ("words",))
INDEXES = (STRATEGIES, FINDINGS, LESSONS)
"""The columns in which words are searched."""

_DUST = 1e-9  # rounding of summed scores


class DatasetQuerySet(models.QuerySet["Dataset"]):
    def of(self, ticker: str) -> Self:
        """A ticker's versions, the newest first."""
        return self.filter(ticker=ticker).order_by("-version")

    def newest(self) -> Self:
        """The newest version of each ticker."""
        later = self.model.objects.filter(
            ticker=OuterRef("ticker"), version__gt=OuterRef("version")
        )
        return self.filter(~Exists(later))


class AuxiliaryQuerySet(models.QuerySet["AuxiliaryDataset"]):
    def of(self, ticker: str) -> Self:
        """A ticker's versions of all kinds, the newest of each kind first."""
        return self.filter(ticker=ticker).order_by("kind", "-version")

    def newest(self) -> Self:
        """The newest version of each ticker and kind."""
        later = self.model.objects.filter(
            ticker=OuterRef("ticker"), kind=OuterRef("kind"), version__gt=OuterRef("version")
        )
        return self.filter(~Exists(later))


def most(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    """Both; for keys in both, the larger count: counts only grow."""
    return {key: max(one.get(key, 0), other.get(key, 0)) for key in {*one, *other}}


class OpeningQuerySet(models.QuerySet["HoldoutOpening"]):
    def of_market(self, *, sha256: str, ticker: str) -> Self:
        """Openings of any version of the same ticker, of the same content under any name, and of
        what shares its sealed ups and downs."""
        same = Q(sha256=sha256) | Q(dataset__ticker=ticker)
        known = self.model._default_manager.filter(same).exclude(history="")
        return self.filter(same | Q(history__in=known.values("history")))

    def overlapping(self, *, sha256: str, ticker: str, first: datetime, last: datetime) -> Self:
        """Openings of any bar between two times, both included, by whatever run or user.

        Of the same content under any name, and of any version of the same ticker: a cent changed
        in a file makes another hash, not another market.
        """
        same = self.of_market(sha256=sha256, ticker=ticker)
        return same.filter(first_at__lte=last, last_at__gte=first)

    def before(self, opening: HoldoutOpening) -> Self:
        """Earlier openings that saw any of the same bars."""
        dates = Q(first_at__lte=opening.last_at, last_at__gte=opening.first_at)
        content = Q(history=opening.history) & ~Q(history="")
        market = self.of_market(sha256=opening.sha256, ticker=opening.dataset.ticker)
        return market.filter(dates | content, pk__lt=opening.pk)


class StrategyQuerySet(models.QuerySet["Strategy"]):
    """Strategies, and who may see them."""

    def visible_to(self, user: Any) -> Self:
        """What a person may see: their own; reviewers and admins see all; nobody else sees
        anything."""
        if is_reviewer(user):
            return self
        return self.filter(owner=user) if user.is_authenticated else self.none()

    def with_status(self) -> Self:
        """Each with its `decided` outcome and its `source`, and with one `status` of it all.

        The status is `working` while a run is at work; then the decision in force; without one, or
        when it was sent back or extended, how its last run ended: `failed` or `cancelled`. A
        development that ended before decisions were kept stands by its own verdict.
        """
        from config.runs.models import Run

        decisions = apps.get_model("trading", "StrategyDecision")._default_manager
        decision = decisions.filter(strategy=OuterRef("pk"), current=True)
        run = Run.objects.filter(kind="development", subject_id=OuterRef("pk")).order_by("-pk")
        ended = NullIf("final_status", Value(""))
        own = Case(
            When(final_status="MAX_ITERATIONS", then=Value("forced")),
            When(final_status__in=["SUCCESS", "ABANDONED"], then=Value("agent")),
        )
        return self.alias(run_status=Subquery(run.values("status")[:1])).annotate(
            decided=Coalesce(Subquery(decision.values("after")[:1]), ended),
            source=Coalesce(Subquery(decision.values("source")[:1]), own),
            status=Case(
                When(run_status__in=["queued", "running"], then=Value("working")),
                When(decided__in=OUTCOMES, then=F("decided")),
                When(run_status="cancelled", then=Value("cancelled")),
                default=Value("failed"),
            ),
        )

    def tried(self, strategies: Iterable[int]) -> dict[str, int]:
        """The present number of trials of strategies and of all that these build on, by id, in
        order of id."""
        counts: dict[str, int] = {}
        rows = self.filter(pk__in=list(strategies)).order_by("pk").select_related("memory")
        row: Any
        for row in rows.annotate(own=Count("trials")):
            recalled = row.memory.trials if row.memory else {}
            for known in ({str(row.pk): row.own}, recalled, row.inherited):
                counts = most(counts, known)
        return {key: counts[key] for key in sorted(counts, key=int)}

    def with_counts(self) -> Self:
        """Each with `round_count`, `variant_count`, `trial_count`, and `disputes`: the rounds on
        which the judges differ."""
        disputed = apps.get_model("trading", "RoundVerdict")._default_manager.disputed()
        return self.annotate(
            disputes=self._number_of("Iteration", pk__in=disputed),
            round_count=self._number_of("Iteration"),
            variant_count=self._number_of("Variant"),
            trial_count=self._number_of("Trial"),
        )

    def _number_of(self, model: str, **those: Any) -> Coalesce:
        """The number of rows of a model for each, in a subquery: joins would multiply them."""
        rows = apps.get_model("trading", model)._default_manager.filter(strategy=OuterRef("pk"))
        own = rows.filter(**those).order_by().values("strategy")
        counted = own.annotate(number=Count("pk")).values("number")
        return Coalesce(Subquery(counted), 0)


class VariantQuerySet(models.QuerySet["Variant"]):
    """Variants, and which of them ran."""

    def visible_to(self, user: Any) -> Self:
        """Those of the strategies that a person may see."""
        if is_reviewer(user):
            return self
        return self.filter(strategy__owner=user) if user.is_authenticated else self.none()

    def with_verdict(self) -> Self:
        """Each with its `gate_score` (0..1, by weight) and whether it `passed`: every required
        gate, and a score that its strategy's profile asks for. Without gates: None and False."""
        gates = apps.get_model("trading", "GateOutcome")._default_manager
        own = gates.filter(variant=OuterRef("pk"))
        weighted = own.order_by().values("variant")
        score = weighted.annotate(
            score=Sum(F("score") * F("weight")) / NullIf(Sum("weight"), Value(0.0))
        ).values("score")
        pass_score = Cast(F("strategy__profile__pass_score"), models.FloatField())
        return self.annotate(gate_score=Subquery(score)).annotate(
            passed=Case(
                When(Exists(own.filter(required=True, passed=False)), then=Value(False)),
                When(gate_score__gte=pass_score - _DUST, then=Value(True)),
                default=Value(False),
            )
        )

    def with_figures(self) -> Self:
        """Each with its `sharpe_ratio` and `max_drawdown` on validation."""
        played = apps.get_model("trading", "Backtest")._default_manager.filter(
            variant=OuterRef("pk"), segment="validation"
        )
        names = ("sharpe_ratio", "max_drawdown")
        return self.annotate(**{name: Subquery(played.values(name)[:1]) for name in names})

    def acceptable(self) -> Self:
        """Those that were backtested without an error on any segment."""
        ran = apps.get_model("trading", "Backtest")._default_manager.filter(variant=OuterRef("pk"))
        return self.filter(Exists(ran), ~Exists(ran.exclude(error="")))


class VerdictQuerySet(models.QuerySet["RoundVerdict"]):
    """Judges' verdicts on rounds."""

    def disputed(self) -> models.QuerySet[Any, Any]:
        """The iterations (their ids) on which judges of the same question differ."""
        groups = self.order_by().values("iteration", "subject")
        differing = groups.annotate(verdicts=Count("verdict", distinct=True)).filter(verdicts__gt=1)
        return differing.values("iteration")


class OwnedQuerySet(models.QuerySet[Any]):
    """What people made themselves: specs, backtests of them, uploads."""

    def visible_to(self, user: Any) -> Self:
        """What a person may see: their own; reviewers and admins see all; nobody else sees
        anything."""
        if is_reviewer(user):
            return self
        return self.filter(owner=user) if user.is_authenticated else self.none()

    def with_backtests(self) -> Self:
        """Saved specs, each with its `backtest_count`: how often its rules were played."""
        played = apps.get_model("trading", "SpecBacktest")._default_manager
        same = played.filter(spec_hash=OuterRef("spec_hash")).order_by().values("spec_hash")
        counted = same.annotate(number=Count("pk")).values("number")
        return self.annotate(backtest_count=Coalesce(Subquery(counted), 0))


class LessonQuerySet(models.QuerySet["Lesson"]):
    """Lessons, and who may recall them."""

    def visible_to(self, user: Any) -> Self:
        """Those of the strategies that a person may see."""
        if is_reviewer(user):
            return self
        return self.filter(strategy__owner=user) if user.is_authenticated else self.none()

    def in_use(self) -> Self:
        """Those that are neither retired nor archived."""
        return self.filter(retired_at=None, archived_at=None)

    def unused_since(self, moment: datetime) -> Self:
        """Those in use, not pinned, that no development has recalled since."""
        used = Coalesce("last_used_at", "created_at")
        return self.in_use().filter(pinned=False).alias(used=used).filter(used__lt=moment)

    def with_wording(self) -> Self:
        """Each with `edited`, whether a person reworded it, and `sentence`, its finding's words by
        code and values."""
        edits = apps.get_model("trading", "LessonEdit")._default_manager
        findings = apps.get_model("trading", "Finding")._default_manager
        own = findings.filter(lessons=OuterRef("pk")).order_by("pk")
        return self.annotate(
            edited=Exists(edits.filter(lesson=OuterRef("pk"))),
            sentence=Subquery(own.values("sentence")[:1]),
        )
