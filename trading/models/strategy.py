"""A strategy under development: the request, its limits, and how it ended."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from trading.domain.calculation import CURRENT
from trading.models.datasets import AuxiliaryDataset, Dataset
from trading.querysets import StrategyQuerySet


class Strategy(models.Model):
    """One development for a ticker and an objective. Limits, gates and memory are frozen here."""

    class Language(models.TextChoices):
        EN = "en", _("English")
        PT = "pt", _("Portuguese")

    class Final(models.TextChoices):
        SUCCESS = "SUCCESS", _("success")
        ABANDONED = "ABANDONED", _("abandoned")
        MAX_ITERATIONS = "MAX_ITERATIONS", _("limit reached")

    ticker = models.CharField(_("ticker"), max_length=20, db_index=True)
    objective = models.TextField(_("objective"))
    language = models.CharField(_("language"), max_length=2, choices=Language)
    dataset = models.ForeignKey(
        Dataset, verbose_name=_("data"), on_delete=models.PROTECT, related_name="strategies"
    )
    auxiliary = models.ManyToManyField(
        AuxiliaryDataset, verbose_name=_("other data"), blank=True, related_name="strategies"
    )
    date_from = models.DateField(_("from"), null=True, blank=True)
    date_to = models.DateField(_("to"), null=True, blank=True)
    max_iterations = models.PositiveSmallIntegerField(_("max. iterations"))
    max_strategy_iterations = models.PositiveSmallIntegerField(_("max. strategy iterations"))
    max_research_iterations = models.PositiveSmallIntegerField(_("max. research iterations"))
    variants_wanted = models.PositiveSmallIntegerField(_("variants an iteration"))
    seed = models.PositiveIntegerField(_("seed"), default=0)
    calculation = models.PositiveSmallIntegerField(
        _("calculation"), default=CURRENT, editable=False,
        help_text=_("The version of the rules that its figures are computed by."),
    )  # fmt: skip
    profile = models.JSONField(_("gates"), help_text=_("The profile as it was at the start."))
    constraints = models.JSONField(_("constraints"), default=dict, blank=True)
    starting_spec = models.JSONField(_("starting spec"), null=True, blank=True)
    memory = models.ForeignKey(
        "trading.MemorySnapshot",
        verbose_name=_("memory"),
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="strategies",
    )
    forked_from = models.ForeignKey(
        "self",
        verbose_name=_("forked from"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="forks",
    )
    inherited = models.JSONField(
        _("inherited trials"),
        default=dict,
        blank=True,
        editable=False,
        help_text=_("Of a fork: how much the strategies it builds on had tried, when it was made."),
    )
    hypothesis = models.ForeignKey(
        "hypotheses.Hypothesis",
        verbose_name=_("hypothesis"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="strategies",
    )
    masked = models.BooleanField(
        _("masked"),
        default=False,
        help_text=_("Ticker, dates and price level are hidden from language models."),
    )
    final_status = models.CharField(
        _("outcome"), max_length=16, choices=Final, blank=True, db_index=True
    )
    final_message = models.TextField(_("in a sentence"), blank=True)
    final_sentences = models.JSONField(
        _("sentences"), default=list, blank=True, editable=False,
        help_text=_("The verdict by its codes and values, to be said in any language."),
    )  # fmt: skip
    final_words = models.TextField(
        _("search words"), blank=True, default="", editable=False,
        help_text=_("The verdict in the other languages: it is found by these, too."),
    )  # fmt: skip
    state = models.JSONField(
        _("state"), default=dict, help_text=_("The workflow's state after its last step.")
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("owner"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="strategies",
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    objects = StrategyQuerySet.as_manager()

    class Meta:
        verbose_name = _("strategy")
        verbose_name_plural = _("strategies")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(name="strategy_has_objective", condition=~Q(objective="")),
            models.CheckConstraint(
                name="strategy_final_status_known",
                condition=Q(final_status__in=["", "SUCCESS", "ABANDONED", "MAX_ITERATIONS"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}: {self.ticker}"

    def save(self, **options: Any) -> None:
        """A fork freezes what it inherits: its parent may continue, or be deleted."""
        if self._state.adding and self.forked_from_id and not self.inherited:
            self.inherited = Strategy.objects.tried([self.forked_from_id])
        super().save(**options)
