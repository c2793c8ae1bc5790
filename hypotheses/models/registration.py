"""A hypothesis as it was frozen before what tests it was run."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .hypothesis import Hypothesis
from .review import Decision
from .version import Version


class Preregistration(models.Model):
    """An approved hypothesis, frozen: append-only. The first is what is compared with, those after
    it are its amendments."""

    hypothesis = models.ForeignKey(
        Hypothesis,
        verbose_name=_("hypothesis"),
        on_delete=models.CASCADE,
        related_name="preregistrations",
    )
    version = models.ForeignKey(
        Version, verbose_name=_("version"), on_delete=models.CASCADE, related_name="+"
    )
    decision = models.ForeignKey(
        Decision, verbose_name=_("decision"), on_delete=models.CASCADE, related_name="+"
    )
    number = models.PositiveSmallIntegerField(_("number"))
    content = models.JSONField(_("content"), help_text=_("What was frozen; the hash is over it."))
    sha256 = models.CharField(_("SHA-256"), max_length=64)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("frozen by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    # No auto_now_add: the hash is over this very moment.
    created_at = models.DateTimeField(_("frozen at"))

    class Meta:
        verbose_name = _("pre-registration")
        verbose_name_plural = _("pre-registrations")
        ordering = ["hypothesis", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["hypothesis", "number"], name="preregistration_number_once"
            ),
            models.CheckConstraint(name="preregistration_from_1", condition=Q(number__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.hypothesis_id}.{self.number}: {self.sha256[:12]}"
