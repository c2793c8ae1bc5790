"""The rules behind trials, so that each can be played anew."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from .strategy import Strategy


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
