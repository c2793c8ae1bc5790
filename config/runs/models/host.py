"""The hosts that work."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class WorkerHost(models.Model):
    """A machine with a supervised worker; its row is renewed with each sweep."""

    name = models.CharField(_("host"), max_length=100, unique=True)
    supervisor = models.PositiveIntegerField(_("process"))
    workers = models.PositiveSmallIntegerField(_("workers"))
    seen_at = models.DateTimeField(_("last seen"))

    class Meta:
        verbose_name = _("worker host")
        verbose_name_plural = _("worker hosts")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
