"""What is still missing: gaps across versions, and the questions only the author can answer."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .hypothesis import Hypothesis
from .version import AspectChoices, Version


class Gap(models.Model):
    """A gap as it stands now; its events tell how it came there."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")
        REOPENED = "reopened", _("reopened")
        WAIVED = "waived", _("waived")

    class Mark(models.TextChoices):
        REGRESSION = "regression", _("regression")
        MISSED_EARLIER = "missed_earlier", _("missed earlier")

    hypothesis = models.ForeignKey(
        Hypothesis, verbose_name=_("hypothesis"), on_delete=models.CASCADE, related_name="gaps"
    )
    slot = models.CharField(_("slot"), max_length=12)
    aspect = models.CharField(_("aspect"), max_length=12, choices=AspectChoices)
    code = models.CharField(_("gap code"), max_length=20)
    gap = models.TextField(_("gap"))
    suggestion = models.TextField(_("suggestion"))
    state = models.CharField(_("state"), max_length=8, choices=State)
    mark = models.CharField(_("mark"), max_length=14, choices=Mark, blank=True)
    opened_in = models.PositiveSmallIntegerField(_("opened in"))
    closed_in = models.PositiveSmallIntegerField(_("closed in"), null=True, blank=True)
    closed_by = models.TextField(_("closed by"), blank=True)
    conditional = models.BooleanField(
        _("conditional"), default=False, help_text=_("Closed by a proposal nobody has confirmed.")
    )

    class Meta:
        verbose_name = _("gap")
        verbose_name_plural = _("gaps")
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["hypothesis", "slot"], name="gap_slot_once")]

    def __str__(self) -> str:
        return f"{self.get_aspect_display()} ({self.get_state_display()})"


class GapEvent(models.Model):
    """A change in a gap's state. Append-only."""

    gap = models.ForeignKey(
        Gap, verbose_name=_("gap"), on_delete=models.CASCADE, related_name="events"
    )
    version = models.ForeignKey(
        Version, verbose_name=_("version"), on_delete=models.CASCADE, related_name="gap_events"
    )
    state = models.CharField(_("state"), max_length=8, choices=Gap.State)
    words = models.TextField(_("words"), blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("gap event")
        verbose_name_plural = _("gap events")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"V{self.version.number}: {self.get_state_display()}"


class Clarification(models.Model):
    """A question that only the author can answer, and the answer."""

    hypothesis = models.ForeignKey(
        Hypothesis,
        verbose_name=_("hypothesis"),
        on_delete=models.CASCADE,
        related_name="clarifications",
    )
    version = models.ForeignKey(
        Version, verbose_name=_("version"), on_delete=models.CASCADE, related_name="clarifications"
    )
    slot = models.CharField(_("slot"), max_length=12)
    aspect = models.CharField(_("aspect"), max_length=12, choices=AspectChoices)
    question = models.TextField(_("question"))
    answer = models.TextField(_("answer"), blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("answered by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    answered_at = models.DateTimeField(_("answered at"), null=True, blank=True)

    class Meta:
        verbose_name = _("clarification")
        verbose_name_plural = _("clarifications")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["version", "slot"], name="clarification_slot_once")
        ]

    def __str__(self) -> str:
        return f"{self.get_aspect_display()}: {self.question[:60]}"
