"""Datasets, auxiliary data, and files that wait for their owner to confirm a preview."""

from __future__ import annotations

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from trading.querysets import AuxiliaryQuerySet, DatasetQuerySet, OwnedQuerySet

PRICES = "prices"
"""The kind of an uploaded file that is not of the kinds that accompany prices."""


class Upload(models.Model):
    """A file of prices or other rows as it was sent, until its owner imports or drops it."""

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


class PriceBlob(models.Model):
    """A history's canonical bytes, compressed: stored once, whoever imports them.

    Only trading/storage writes and reads them: they hold the sealed bars.
    """

    sha256 = models.CharField(_("SHA-256"), max_length=64, unique=True)
    content = models.BinaryField(_("content"))

    class Meta:
        verbose_name = _("stored prices")
        verbose_name_plural = _("stored prices")
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.sha256[:12]


class Snapshot(models.Model):
    """What datasets of every kind have: a ticker's version, its origin, extent and hash."""

    SOURCE_LENGTH, LICENCE_LENGTH = 200, 500

    ticker = models.CharField(_("ticker"), max_length=20, db_index=True)
    version = models.PositiveIntegerField(_("version"), validators=[MinValueValidator(1)])
    source = models.CharField(_("source"), max_length=SOURCE_LENGTH)
    licence = models.CharField(_("licence"), max_length=LICENCE_LENGTH, blank=True)
    first_at = models.DateTimeField(_("from"))
    last_at = models.DateTimeField(_("to"))
    sha256 = models.CharField(_("SHA-256"), max_length=64, db_index=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("created by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        abstract = True


class Dataset(Snapshot):
    """One version of a ticker's prices. A later one never changes it: runs keep theirs.

    `first_at` and `last_at` are the times of the first and last bar, in UTC (daily and longer
    bars: midnight of their date). `cautions` are what a user should know: `[{code, params}]`.
    """

    blob = models.ForeignKey(PriceBlob, verbose_name=_("stored prices"), on_delete=models.PROTECT)
    bars = models.PositiveIntegerField(_("bars"))
    frequency = models.CharField(_("frequency"), max_length=10)
    bars_per_year = models.FloatField(_("bars a year"), validators=[MinValueValidator(0)])
    calendar = models.JSONField(
        _("calendar"), default=dict, blank=True,
        help_text=_("What the bars a year rest on: the days on which the bars trade."),
    )  # fmt: skip
    timezone = models.CharField(
        _("time zone"), max_length=40, blank=True,
        help_text=_("Where bars of less than a day trade; empty: they are in UTC."),
    )  # fmt: skip
    adjusted = models.BooleanField(_("adjusted for splits and dividends"), default=False)
    cautions = models.JSONField(_("warnings"), default=list, blank=True)

    objects = DatasetQuerySet.as_manager()

    class Meta:
        verbose_name = _("dataset")
        verbose_name_plural = _("datasets")
        ordering = ["ticker", "-version"]
        constraints = [
            models.UniqueConstraint(fields=["ticker", "version"], name="dataset_version_once"),
            models.UniqueConstraint(
                fields=["ticker", "sha256", "bars_per_year", "timezone"],
                name="dataset_content_once",
            ),
            models.CheckConstraint(
                name="dataset_has_bars",
                condition=Q(bars__gt=0, version__gt=0, bars_per_year__gt=0)
                & Q(last_at__gte=F("first_at")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ticker} v{self.version}"


class AuxiliaryDataset(Snapshot):
    """One version of what is known of a ticker beside prices; its rows carry `available_at`.

    `first_at` and `last_at` are the first and last of those times. `content` are the rows as CSV
    in normal form (trading/market/auxiliary.py), compressed; `sha256` is of the CSV.
    """

    class Kind(models.TextChoices):
        FUNDAMENTALS = "fundamentals", _("fundamentals")
        NEWS = "news", _("news")
        OPTIONS = "options", _("options")
        INSIDER = "insider", _("insider trades")
        ANALYST = "analyst", _("analysts' ratings")
        SOCIAL = "social", _("social media")

    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    rows = models.PositiveIntegerField(_("rows"))
    content = models.BinaryField(_("content"))

    objects = AuxiliaryQuerySet.as_manager()

    class Meta:
        verbose_name = _("auxiliary dataset")
        verbose_name_plural = _("auxiliary datasets")
        ordering = ["ticker", "kind", "-version"]
        constraints = [
            models.UniqueConstraint(
                fields=["ticker", "kind", "version"], name="auxiliary_version_once"
            ),
            models.UniqueConstraint(
                fields=["ticker", "kind", "sha256"], name="auxiliary_content_once"
            ),
            models.CheckConstraint(
                name="auxiliary_kind_known",
                condition=Q(
                    kind__in=["fundamentals", "news", "options", "insider", "analyst", "social"]
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ticker} {self.get_kind_display()} v{self.version}"
