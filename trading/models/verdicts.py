"""What judges say of a round: the numbers, and a language model beside them."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from trading.querysets import VerdictQuerySet

from .iteration import Iteration


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
