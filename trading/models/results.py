"""Results of a variant by segment: backtests, gates, trials and their rules, evidence; openings
of a holdout, and the second looks of reviewers."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from config.runs.models import Run
from trading.domain.gates import is_unknown
from trading.models.datasets import Dataset
from trading.models.iteration import Variant
from trading.models.strategy import Strategy
from trading.querysets import OpeningQuerySet


class HoldoutOpening(models.Model):
    """One look at sealed bars. Append-only: what was seen cannot be unseen.

    `key` tells one opening from another: a step that is replayed finds the one it made. `first_at`
    and `last_at` are the times of the first and last sealed bar. `ups` are the sealed closes' ups
    and downs; openings with the same `history` share bars by these, whatever the prices are called.
    """

    key = models.CharField(_("key"), max_length=200, unique=True)
    dataset = models.ForeignKey(
        Dataset, verbose_name=_("dataset"), on_delete=models.PROTECT, related_name="openings"
    )
    sha256 = models.CharField(_("SHA-256"), max_length=64, db_index=True)
    first_at = models.DateTimeField(_("from"))
    last_at = models.DateTimeField(_("to"))
    ups = models.BinaryField(_("ups and downs"), default=b"", editable=False)
    history = models.CharField(_("history"), max_length=64, blank=True, db_index=True)
    purpose = models.CharField(_("purpose"), max_length=200)
    spec_hash = models.CharField(_("hash of the strategy"), max_length=64, blank=True)
    run = models.ForeignKey(
        Run,
        verbose_name=_("run"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    objects = OpeningQuerySet.as_manager()

    class Meta:
        verbose_name = _("holdout opening")
        verbose_name_plural = _("holdout openings")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                name="opening_in_order", condition=Q(last_at__gte=F("first_at"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.dataset}: {self.first_at:%Y-%m-%d} – {self.last_at:%Y-%m-%d}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the opening. Raises TypeError for one that is already stored."""
        if not self._state.adding:
            raise TypeError("openings of a holdout are append-only")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Raises TypeError: the record cannot be deleted."""
        raise TypeError("openings of a holdout are append-only")


class SecondLook(models.Model):
    """What a variant came to on sealed bars that a person opened anew. Append-only.

    It is no verdict: the development's own stays as it is. `metrics` as in a backtest, empty where
    the variant could not be played; then `error` says why.
    """

    opening = models.OneToOneField(
        HoldoutOpening,
        verbose_name=_("holdout opening"),
        on_delete=models.PROTECT,
        related_name="second_look",
    )
    variant = models.ForeignKey(
        Variant, verbose_name=_("variant"), on_delete=models.PROTECT, related_name="second_looks"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    actor = models.CharField(
        _("actor"), max_length=150, blank=True, help_text=_("A person without an account here.")
    )
    reason = models.TextField(_("reason"))
    engine = models.CharField(_("engine"), max_length=12, blank=True)
    error = models.TextField(_("error"), blank=True)
    metrics = models.JSONField(_("all metrics"), default=dict, blank=True)
    created_at = models.DateTimeField(_("made at"), auto_now_add=True)

    class Meta:
        verbose_name = _("second look at a holdout")
        verbose_name_plural = _("second looks at holdouts")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(name="second_look_has_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"{self.variant_id}: {self.reason[:80]}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the look. Raises TypeError for one that is already stored."""
        if not self._state.adding:
            raise TypeError("second looks are append-only")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Raises TypeError: the record cannot be deleted."""
        raise TypeError("second looks are append-only")

    @property
    def who(self) -> str:
        """The account; without one, the person's name; empty for a deleted account."""
        return self.user.get_username() if self.user else self.actor


class SegmentName(models.TextChoices):
    """The segments of a backtest."""

    TRAIN = "train", _("train")
    VALIDATION = "validation", _("validation")
    HOLDOUT = "holdout", _("sealed holdout")


class GateSegment(models.TextChoices):
    """The segments of a gate."""

    TRAIN = "train", _("train")
    VALIDATION = "validation", _("validation")
    WALK_FORWARD = "walk_forward", _("walk-forward")
    BEFORE_HOLDOUT = "before_holdout", _("before the holdout")
    TRIALS = "trials", _("all trials")


class TrialRules(models.Model):
    """The spec whose parameters a strategy's trials of one `rules_hash` set, stored once.

    The parameters' values in it do not matter: a trial has its own.
    """

    strategy = models.ForeignKey(
        Strategy, verbose_name=_("strategy"), on_delete=models.CASCADE, related_name="trial_rules"
    )
    rules_hash = models.CharField(
        _("rules"), max_length=64, help_text=_("A hash of the rules without their parameters.")
    )
    spec = models.JSONField(_("spec"))

    class Meta:
        verbose_name = _("rules of trials")
        verbose_name_plural = _("rules of trials")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["strategy", "rules_hash"], name="rules_once_a_strategy")
        ]

    def __str__(self) -> str:
        return f"{self.strategy_id}: {self.rules_hash[:12]}"


class Backtest(models.Model):
    """A variant on one segment. Sharpe, return and volatility are annual; None is undefined."""

    variant = models.ForeignKey(
        Variant, verbose_name=_("variant"), on_delete=models.CASCADE, related_name="backtests"
    )
    segment = models.CharField(_("segment"), max_length=10, choices=SegmentName)
    engine = models.CharField(_("engine"), max_length=12, blank=True)
    error = models.TextField(_("error"), blank=True)
    attempts = models.JSONField(_("attempts"), default=list)
    sharpe_ratio = models.FloatField(_("Sharpe ratio"), null=True, blank=True)
    annual_return = models.FloatField(_("annual return"), null=True, blank=True)
    volatility = models.FloatField(_("volatility"), null=True, blank=True)
    total_return = models.FloatField(_("total return"), null=True, blank=True)
    max_drawdown = models.FloatField(_("max. drawdown"), null=True, blank=True)
    win_rate = models.FloatField(_("win rate"), null=True, blank=True)
    profit_factor = models.FloatField(_("profit factor"), null=True, blank=True)
    total_trades = models.PositiveIntegerField(_("trades"), null=True, blank=True)
    final_equity = models.FloatField(_("final equity"), null=True, blank=True)
    metrics = models.JSONField(_("all metrics"), default=dict)
    opening = models.OneToOneField(
        HoldoutOpening,
        verbose_name=_("holdout opening"),
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="backtest",
    )

    class Meta:
        verbose_name = _("backtest")
        verbose_name_plural = _("backtests")
        ordering = ["variant", "id"]
        constraints = [
            models.UniqueConstraint(fields=["variant", "segment"], name="one_backtest_a_segment"),
            models.CheckConstraint(
                name="holdout_is_opened_on_record",
                condition=Q(segment="holdout", opening__isnull=False)
                | (~Q(segment="holdout") & Q(opening__isnull=True)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.variant_id} {self.segment}"


class GateOutcome(models.Model):
    """One gate's verdict on a variant, with the thresholds as they were."""

    variant = models.ForeignKey(
        Variant, verbose_name=_("variant"), on_delete=models.CASCADE, related_name="gates"
    )
    name = models.CharField(_("criterion"), max_length=40)
    segment = models.CharField(_("segment"), max_length=20)
    operator = models.CharField(_("operator"), max_length=2)
    threshold = models.FloatField(_("threshold"))
    soft = models.FloatField(_("soft threshold"))
    weight = models.FloatField(_("weight"))
    required = models.BooleanField(_("required"))
    value = models.FloatField(_("value"), null=True, blank=True)
    score = models.FloatField(_("score"))
    passed = models.BooleanField(_("passed"))
    margin = models.FloatField(_("margin"), null=True, blank=True)
    reason = models.CharField(
        _("reason"), max_length=30, blank=True, help_text=_("Why there is no value.")
    )
    details = models.JSONField(
        _("details"), default=dict, blank=True, help_text=_("The numbers behind the value.")
    )
    applicable = models.BooleanField(
        _("applicable"), default=True, help_text=_("One that does not apply passes, unscored.")
    )

    class Meta:
        verbose_name = _("gate")
        verbose_name_plural = _("gates")
        ordering = ["variant", "id"]
        constraints = [
            models.UniqueConstraint(fields=["variant", "name", "segment"], name="one_gate_a_name")
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.operator} {self.threshold:g}"

    @property
    def unjudged(self) -> bool:
        """Whether it was reached and could not be judged: neither passed nor missed."""
        unknown = self.value is None and self.applicable and not self.passed
        return unknown and is_unknown(self.reason)


class Trial(models.Model):
    """A parameter set evaluated on real prices: the luck of the best is computed from their
    number."""

    class Source(models.TextChoices):
        BACKTEST = "backtest", _("backtest")
        TUNING = "tuning", _("tuning")
        WALK_FORWARD = "walk_forward", _("walk-forward")
        NEIGHBOUR = "neighbour", _("neighbour of a variant")

    strategy = models.ForeignKey(
        Strategy, verbose_name=_("strategy"), on_delete=models.CASCADE, related_name="trials"
    )
    iteration = models.PositiveSmallIntegerField(_("iteration"))
    source = models.CharField(_("source"), max_length=16, choices=Source)
    segment = models.CharField(_("segment"), max_length=10, choices=SegmentName)
    kind = models.CharField(_("approach"), max_length=40)
    rules_hash = models.CharField(
        _("rules"), max_length=64, help_text=_("A hash of the rules without their parameters.")
    )
    parameters = models.JSONField(_("parameters"))
    sharpe_ratio = models.FloatField(_("Sharpe ratio"), null=True, blank=True)
    total_trades = models.PositiveIntegerField(_("trades"), null=True, blank=True)

    class Meta:
        verbose_name = _("trial")
        verbose_name_plural = _("trials")
        ordering = ["id"]
        indexes = [models.Index(fields=["strategy", "iteration"], name="trial_by_iteration")]

    def __str__(self) -> str:
        return f"{self.strategy_id}/{self.iteration} {self.kind}"


class ErrorEntry(models.Model):
    """A line of a development's error log."""

    strategy = models.ForeignKey(
        Strategy, verbose_name=_("strategy"), on_delete=models.CASCADE, related_name="errors"
    )
    iteration = models.PositiveSmallIntegerField(_("iteration"))
    node = models.CharField(_("node"), max_length=40)
    message = models.TextField(_("message"))
    created_at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("error")
        verbose_name_plural = _("logged errors")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.node}: {self.message[:80]}"


class Evidence(models.Model):
    """The examination of a variant: walk-forward, permutation, plateau, look-ahead, intervals.

    What gates judge of it are rows of GateOutcome; the parameter sets that it tried are trials.
    """

    variant = models.OneToOneField(
        Variant, verbose_name=_("variant"), on_delete=models.CASCADE, related_name="evidence"
    )
    error = models.TextField(_("error"), blank=True)
    trials = models.PositiveIntegerField(
        _("trials"), default=0, help_text=_("Parameter sets that the examination tried.")
    )
    document = models.JSONField(_("figures"), default=dict)

    class Meta:
        verbose_name = _("evidence")
        verbose_name_plural = _("evidence")
        ordering = ["variant"]

    def __str__(self) -> str:
        return str(self.variant)


class TrialCount(models.Model):
    """How much had been tried by a round: all evaluations, and how many independent ones that is.

    Rounds that examined no variant have none, but for the last.
    """

    strategy = models.ForeignKey(
        Strategy, verbose_name=_("strategy"), on_delete=models.CASCADE, related_name="trial_counts"
    )
    iteration = models.PositiveSmallIntegerField(_("iteration"))
    raw = models.PositiveIntegerField(
        _("trials"), help_text=_("Every evaluation, those inherited from memory included.")
    )
    distinct = models.PositiveIntegerField(_("distinct"))
    inherited = models.PositiveIntegerField(_("inherited"))
    effective = models.PositiveIntegerField(
        _("effective trials"), help_text=_("Clusters of correlated returns.")
    )
    unplayed = models.PositiveIntegerField(_("not played"))
    overfitting = models.FloatField(_("probability of overfitting"), null=True, blank=True)
    document = models.JSONField(_("figures"), default=dict)

    class Meta:
        verbose_name = _("count of trials")
        verbose_name_plural = _("counts of trials")
        ordering = ["strategy", "iteration"]
        constraints = [
            models.UniqueConstraint(fields=["strategy", "iteration"], name="one_count_a_round")
        ]

    def __str__(self) -> str:
        return f"{self.strategy_id}/{self.iteration}: {self.raw}"
