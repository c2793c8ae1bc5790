"""Second looks at a sealed holdout: a reviewer's, after a development has ended."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .iteration import Variant
from .openings import HoldoutOpening


class SecondLook(models.Model):
    """What a variant came to on sealed bars that a person opened anew. Append-only.

    It is no verdict: the development's own stays as it is. `metrics` as in a backtest, empty where
    the variant could not be played; then `error` says why.
    """

    opening = models.OneToOneField(
        HoldoutOpening,
        verbose_name=_("holdout opening"),
        on_delete=models.PROTECT,
        related_name="second_look",
    )
    variant = models.ForeignKey(
        Variant, verbose_name=_("variant"), on_delete=models.PROTECT, related_name="second_looks"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    actor = models.CharField(
        _("actor"), max_length=150, blank=True, help_text=_("A person without an account here.")
    )
    reason = models.TextField(_("reason"))
    engine = models.CharField(_("engine"), max_length=12, blank=True)
    error = models.TextField(_("error"), blank=True)
    metrics = models.JSONField(_("all metrics"), default=dict, blank=True)
    created_at = models.DateTimeField(_("made at"), auto_now_add=True)

    class Meta:
        verbose_name = _("second look at a holdout")
        verbose_name_plural = _("second looks at holdouts")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(name="second_look_has_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"{self.variant_id}: {self.reason[:80]}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the look. Raises TypeError for one that is stored already."""
        if not self._state.adding:
            raise TypeError("second looks are append-only")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Raises TypeError: the record stays."""
        raise TypeError("second looks are append-only")

    @property
    def who(self) -> str:
        """The account, or the person without one; empty for an account that is gone."""
        return self.user.get_username() if self.user else self.actor
