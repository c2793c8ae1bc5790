"""What developments left behind for later ones."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from .iteration import Variant
from .research import Finding
from .strategy import Strategy


class Lesson(models.Model):
    """What one development taught, in a sentence. Holds no figure of a holdout."""

    class Kind(models.TextChoices):
        FINDING = "finding", _("finding")
        STRATEGY = "strategy", _("strategy")
        LESSON = "lesson", _("lesson")

    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    ticker = models.CharField(_("ticker"), max_length=20, db_index=True)
    frequency = models.CharField(_("frequency"), max_length=10)
    approach = models.CharField(_("approach"), max_length=40, blank=True)
    code = models.CharField(_("code"), max_length=40, blank=True)
    values = models.JSONField(_("values"), default=dict)
    text = models.TextField(_("text"))
    language = models.CharField(_("language"), max_length=2)
    strategy = models.ForeignKey(
        Strategy, verbose_name=_("strategy"), on_delete=models.CASCADE, related_name="lessons"
    )
    variant = models.ForeignKey(
        Variant,
        verbose_name=_("variant"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="lessons",
    )
    findings = models.ManyToManyField(
        Finding, verbose_name=_("findings"), blank=True, related_name="lessons"
    )
    pinned = models.BooleanField(_("pinned"), default=False)
    retired_at = models.DateTimeField(_("retired at"), null=True, blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("lesson")
        verbose_name_plural = _("lessons")
        ordering = ["id"]

    def __str__(self) -> str:
        return self.text[:80]


class MemorySnapshot(models.Model):
    """What a run recalled, frozen: part of its input, by its hash."""

    sha256 = models.CharField(_("hash"), max_length=64, unique=True)
    content = models.JSONField(_("content"))
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("memory snapshot")
        verbose_name_plural = _("memory snapshots")

    def __str__(self) -> str:
        return self.sha256[:12]
