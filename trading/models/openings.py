"""Openings of a holdout, and the second looks of reviewers."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from config.runs.models import Run
from trading.models.datasets import Dataset
from trading.models.iteration import Variant
from trading.querysets import OpeningQuerySet


class HoldoutOpening(models.Model):
    """One look at sealed bars. Append-only: what was seen cannot be unseen.

    `key` tells one opening from another: a step that is replayed finds the one it made. `first_at`
    and `last_at` are the times of the first and last sealed bar. `ups` are the sealed closes' ups
    and downs; openings with the same `history` share bars by these, whatever the prices are called.
    """

    key = models.CharField(_("key"), max_length=200, unique=True)
    dataset = models.ForeignKey(
        Dataset, verbose_name=_("dataset"), on_delete=models.PROTECT, related_name="openings"
    )
    sha256 = models.CharField(_("SHA-256"), max_length=64, db_index=True)
    first_at = models.DateTimeField(_("from"))
    last_at = models.DateTimeField(_("to"))
    ups = models.BinaryField(_("ups and downs"), default=b"", editable=False)
    history = models.CharField(_("history"), max_length=64, blank=True, db_index=True)
    purpose = models.CharField(_("purpose"), max_length=200)
    spec_hash = models.CharField(_("hash of the strategy"), max_length=64, blank=True)
    run = models.ForeignKey(
        Run,
        verbose_name=_("run"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    objects = OpeningQuerySet.as_manager()

    class Meta:
        verbose_name = _("holdout opening")
        verbose_name_plural = _("holdout openings")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                name="opening_in_order", condition=Q(last_at__gte=F("first_at"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.dataset}: {self.first_at:%Y-%m-%d} – {self.last_at:%Y-%m-%d}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the opening. Raises TypeError for one that is stored already."""
        if not self._state.adding:
            raise TypeError("openings of a holdout are append-only")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Raises TypeError: the record stays."""
        raise TypeError("openings of a holdout are append-only")


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
