"""What was asked of a language model, and what it cost."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.db.models.functions import Length
from django.db.models.lookups import LessThanOrEqual
from django.utils.translation import gettext_lazy as _

from ..querysets import LlmCallQuerySet
from .run import Run

RAW_LENGTH = 100_000
MENDED_LENGTH = 200


class LlmCall(models.Model):
    """One call to a language model, reserved before it is made."""

    run = models.ForeignKey(
        Run,
        verbose_name=_("run"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="llm_calls",
    )
    node = models.CharField(_("node"), max_length=80, blank=True)
    prompt = models.CharField(_("prompt"), max_length=120)
    prompt_hash = models.CharField(_("prompt hash"), max_length=64)
    model = models.CharField(_("model"), max_length=120)
    tokens_in = models.PositiveIntegerField(_("tokens in"), default=0)
    tokens_out = models.PositiveIntegerField(_("tokens out"), default=0)
    cost_usd = models.DecimalField(_("cost (USD)"), max_digits=12, decimal_places=6, default=0)
    seconds = models.FloatField(_("seconds"), default=0)
    outcome = models.CharField(
        _("outcome"), max_length=20, default="reserved", help_text=_("reserved, ok or the error")
    )
    error = models.CharField(_("error"), max_length=500, blank=True)
    mended = models.CharField(
        _("mended"),
        max_length=MENDED_LENGTH,
        blank=True,
        help_text=_("what had to be mended to read the answer; empty when nothing was"),
    )
    estimated = models.BooleanField(
        _("tokens estimated"),
        default=False,
        help_text=_("the server reported no tokens that can be read"),
    )
    raw = models.TextField(_("raw answer"), max_length=RAW_LENGTH, blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    objects = LlmCallQuerySet.as_manager()

    class Meta:
        verbose_name = _("model call")
        verbose_name_plural = _("model calls")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(name="llm_cost_not_negative", condition=Q(cost_usd__gte=0)),
            models.CheckConstraint(
                name="llm_raw_bounded",
                condition=LessThanOrEqual(Length("raw"), RAW_LENGTH),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.model} {self.prompt} ({self.outcome})"
