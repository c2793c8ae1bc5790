"""How many runs a person may start."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class RunQuota(models.Model):
    """A person's own limit, instead of the one in the settings."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        on_delete=models.CASCADE,
        related_name="run_quota",
    )
    runs_per_day = models.PositiveIntegerField(
        _("runs a day"), help_text=_("How many runs within 24 hours; 0 allows none.")
    )

    class Meta:
        verbose_name = _("run quota")
        verbose_name_plural = _("run quotas")
        ordering = ["user"]

    def __str__(self) -> str:
        return f"{self.user}: {self.runs_per_day}"
