"""Decisions on a strategy, and the verdicts of judges on a round."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from config.desk.models import DeskDecision
from trading.models.iteration import Iteration, Variant
from trading.models.strategy import Strategy
from trading.querysets import VerdictQuerySet


class RoundVerdict(models.Model):
    """One judge on one question about a round. What is done next follows from the numbers' own.

    Rows are there only where a model was asked; `degraded` marks the numbers' when none answered.
    """

    class Subject(models.TextChoices):
        FAILURE = "failure", _("class of failure")
        TRAJECTORY = "trajectory", _("trajectory")

    iteration = models.ForeignKey(
        Iteration, verbose_name=_("iteration"), on_delete=models.CASCADE, related_name="verdicts"
    )
    subject = models.CharField(_("question"), max_length=10, choices=Subject)
    judge = models.CharField(_("judge"), max_length=80)
    verdict = models.CharField(_("verdict"), max_length=30)
    text = models.TextField(_("in words"), blank=True)
    degraded = models.BooleanField(
        _("degraded"), default=False, help_text=_("No model gave a usable answer.")
    )

    objects = VerdictQuerySet.as_manager()

    class Meta:
        verbose_name = _("verdict on a round")
        verbose_name_plural = _("verdicts on rounds")
        ordering = ["iteration", "subject", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["iteration", "subject", "judge"], name="one_verdict_a_judge"
            )
        ]

    def __str__(self) -> str:
        return f"{self.judge}: {self.verdict}"


class Decision(DeskDecision):
    """A verdict on a development: by its gates, forced at its limit, or a person's.

    `variant` is what was accepted: for the gates' success the one that passed, for a person's
    acceptance the one that the person chose.
    """

    class Outcome(models.TextChoices):
        SUCCESS = "SUCCESS", _("success")
        ABANDONED = "ABANDONED", _("abandoned")
        MAX_ITERATIONS = "MAX_ITERATIONS", _("limit reached")
        ACCEPTED = "ACCEPTED", _("accepted")
        SENT_BACK = "SENT_BACK", _("sent back")
        EXTENDED = "EXTENDED", _("limits extended")

    strategy = models.ForeignKey(
        Strategy, verbose_name=_("strategy"), on_delete=models.CASCADE, related_name="decisions"
    )
    variant = models.ForeignKey(
        Variant,
        verbose_name=_("variant"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="decisions",
    )
    before = models.CharField(_("before"), max_length=20, choices=Outcome, blank=True)
    after = models.CharField(_("after"), max_length=20, choices=Outcome)

    class Meta(DeskDecision.Meta):
        verbose_name = _("decision on a strategy")
        verbose_name_plural = _("decisions on strategies")
        constraints = [
            models.UniqueConstraint(
                fields=["strategy"],
                condition=Q(current=True),
                name="strategy_one_decision_in_force",
            ),
            models.CheckConstraint(
                name="strategy_decision_known",
                condition=Q(
                    after__in=[
                        "SUCCESS",
                        "ABANDONED",
                        "MAX_ITERATIONS",
                        "ACCEPTED",
                        "SENT_BACK",
                        "EXTENDED",
                    ]
                ),
            ),
        ]

    def __str__(self) -> str:
        before = self.get_before_display() or "-"
        return f"{before} → {self.get_after_display()} ({self.get_source_display()})"
