"""Results of a variant by segment: backtests, gates, trials and their rules, evidence."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from trading.domain.gates import is_unknown
from trading.models.iteration import Variant
from trading.models.openings import HoldoutOpening
from trading.models.strategy import Strategy


class SegmentName(models.TextChoices):
    """What a backtest plays."""

    TRAIN = "train", _("train")
    VALIDATION = "validation", _("validation")
    HOLDOUT = "holdout", _("sealed holdout")


class GateSegment(models.TextChoices):
    """What a gate judges."""

    TRAIN = "train", _("train")
    VALIDATION = "validation", _("validation")
    WALK_FORWARD = "walk_forward", _("walk-forward")
    BEFORE_HOLDOUT = "before_holdout", _("before the holdout")
    TRIALS = "trials", _("all trials")


class TrialRules(models.Model):
    """The spec whose parameters a strategy's trials of one `rules_hash` set, kept once.

    The values of the parameters in it are of no account: a trial brings its own.
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
    """A parameter set evaluated on real prices: what the best of many tries is judged against."""

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
        verbose_name_plural = _("error log")
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
