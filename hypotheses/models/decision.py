"""The verdicts on a hypothesis, one of them in force."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from config.desk.models import Decision as DeskDecision

from .hypothesis import Hypothesis
from .version import Version


class Decision(DeskDecision):
    """A verdict on a version of a hypothesis: by the agent, forced at the limit, or a person's."""

    class Outcome(models.TextChoices):
        APPROVED = "approved", _("approved")
        REJECTED = "rejected", _("rejected")
        AGAIN = "again", _("one more round")

    hypothesis = models.ForeignKey(
        Hypothesis, verbose_name=_("hypothesis"), on_delete=models.CASCADE, related_name="decisions"
    )
    version = models.ForeignKey(
        Version, verbose_name=_("version"), on_delete=models.CASCADE, related_name="decisions"
    )
    before = models.CharField(_("before"), max_length=20, choices=Outcome, blank=True)
    after = models.CharField(_("after"), max_length=20, choices=Outcome)

    class Meta(DeskDecision.Meta):
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        constraints = [
            models.UniqueConstraint(
                fields=["hypothesis"],
                condition=Q(current=True),
                name="hypothesis_one_decision_in_force",
            ),
            models.CheckConstraint(
                name="hypothesis_decision_known",
                condition=Q(after__in=["approved", "rejected", "again"]),
            ),
        ]

    def __str__(self) -> str:
        before = self.get_before_display() or "-"
        return f"{before} → {self.get_after_display()} ({self.get_source_display()})"
