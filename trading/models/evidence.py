"""What was found about a variant once it had passed the cheap gates, and what was tried by then."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from .iteration import Variant
from .strategy import Strategy


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
