"""Files that wait for their owner to look at a preview."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from trading.querysets import OwnedQuerySet


class Upload(models.Model):
    """A file of prices or other rows as it came, until its owner imports or drops it."""

    ticker = models.CharField(_("ticker"), max_length=20)
    kind = models.CharField(_("kind"), max_length=12, help_text=_("prices, or what accompanies."))
    content = models.BinaryField(_("content"))
    options = models.JSONField(_("options"), default=dict)
    source = models.CharField(_("source"), max_length=200, blank=True)
    licence = models.CharField(_("licence"), max_length=500, blank=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("owner"),
        on_delete=models.CASCADE,
        related_name="uploads",
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    objects = OwnedQuerySet.as_manager()

    class Meta:
        verbose_name = _("upload")
        verbose_name_plural = _("uploads")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.ticker} {self.kind}"
