"""What a run did: its finished steps, and its events in order."""

from __future__ import annotations

from typing import Any

from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from .run import Run


class Step(models.Model):
    """A finished step: written once, read again when the run is replayed."""

    run = models.ForeignKey(
        Run, verbose_name=_("run"), on_delete=models.CASCADE, related_name="steps"
    )
    node = models.CharField(_("node"), max_length=80)
    iteration = models.PositiveIntegerField(_("iteration"), default=0)
    item = models.CharField(_("item"), max_length=200, blank=True, default="")
    output = models.JSONField(_("output"), null=True)
    fence = models.PositiveIntegerField(_("fence"))
    finished_at = models.DateTimeField(_("finished at"), auto_now_add=True)
    seconds = models.FloatField(_("seconds"), validators=[MinValueValidator(0)])

    class Meta:
        verbose_name = _("step")
        verbose_name_plural = _("steps")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["run", "node", "iteration", "item"], name="step_happens_once"
            ),
        ]

    def __str__(self) -> str:
        return " ".join(filter(None, [self.node, str(self.iteration), self.item]))


class Event(models.Model):
    """What happened to a run, in order. Append-only."""

    class Kind(models.TextChoices):
        STARTED = "started", _("started")
        RESUMED = "resumed", _("resumed")
        STEP = "step", _("step")
        MESSAGE = "message", _("message")
        FINISHED = "finished", _("finished")
        FAILED = "failed", _("failed")
        CANCELLING = "cancelling", _("cancellation asked")
        CANCELLED = "cancelled", _("cancelled")
        INTERRUPTED = "interrupted", _("interrupted")
        CRASHED = "crashed", _("crashed")
        RETRIED = "retried", _("retried")

    run = models.ForeignKey(
        Run, verbose_name=_("run"), on_delete=models.CASCADE, related_name="events"
    )
    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    node = models.CharField(_("node"), max_length=80, blank=True)
    data = models.JSONField(_("data"), default=dict, blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["id"]
        indexes = [models.Index(fields=["created_at"], name="event_created")]

    def __str__(self) -> str:
        return " ".join(filter(None, [self.get_kind_display(), self.node]))

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the event. Raises TypeError for one that is stored already."""
        if not self._state.adding:
            raise TypeError("events are append-only")
        super().save(*args, **kwargs)
