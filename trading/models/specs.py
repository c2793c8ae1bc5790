"""Specs that people keep, and what they came to when played by themselves."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from trading.models.datasets import Dataset
from trading.models.iteration import Variant
from trading.models.openings import HoldoutOpening
from trading.querysets import OwnedQuerySet


class SavedSpec(models.Model):
    """A spec under a name of its owner's, to start developments from. It never changes: another
    text under the same name is its next version."""

    name = models.CharField(_("name"), max_length=120)
    version = models.PositiveIntegerField(_("version"), default=1)
    spec = models.JSONField(_("spec"))
    spec_hash = models.CharField(_("spec hash"), max_length=64, db_index=True)
    variant = models.ForeignKey(
        Variant,
        verbose_name=_("made from"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="saved",
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("owner"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="saved_specs",
    )
    archived_at = models.DateTimeField(_("archived at"), null=True, blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    objects = OwnedQuerySet.as_manager()

    class Meta:
        verbose_name = _("saved spec")
        verbose_name_plural = _("saved specs")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["owner", "name", "version"], name="saved_spec_once")
        ]

    def __str__(self) -> str:
        return f"{self.name} v{self.version}"


class SpecBacktest(models.Model):
    """A spec played by itself, outside a development: on record as every look at prices is.

    `part` is train, validation, both or all; all includes the sealed holdout, whose opening is
    named. `metrics` as in a variant's backtest; money in the currency of the prices.
    """

    class Part(models.TextChoices):
        TRAIN = "train", _("train")
        VALIDATION = "validation", _("validation")
        BOTH = "both", _("train and validation")
        ALL = "all", _("all, the sealed holdout among it")

    dataset = models.ForeignKey(
        Dataset, verbose_name=_("data"), on_delete=models.PROTECT, related_name="spec_backtests"
    )
    name = models.CharField(_("name"), max_length=120)
    spec = models.JSONField(_("spec"))
    spec_hash = models.CharField(_("spec hash"), max_length=64, db_index=True)
    part = models.CharField(_("part"), max_length=10, choices=Part)
    date_from = models.DateTimeField(_("from"))
    date_to = models.DateTimeField(_("to"))
    engine = models.CharField(_("engine"), max_length=12)
    cash = models.FloatField(_("cash"))
    commission = models.FloatField(_("commission a side"))
    metrics = models.JSONField(_("all metrics"), default=dict)
    trades = models.JSONField(_("list of trades"), default=list)
    opening = models.ForeignKey(
        HoldoutOpening,
        verbose_name=_("holdout opening"),
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="spec_backtests",
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("owner"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="spec_backtests",
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    objects = OwnedQuerySet.as_manager()

    class Meta:
        verbose_name = _("backtest of a spec")
        verbose_name_plural = _("backtests of specs")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.pk}: {self.name}"
