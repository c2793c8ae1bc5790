"""A version of a hypothesis and what it is made of."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .hypothesis import Hypothesis


class AspectChoices(models.TextChoices):
    """The four aspects, under the names used everywhere in data."""

    POPULATION = "population", _("population")
    METRICS = "metrics", _("metrics")
    VARIABLES = "variables", _("variables")
    TESTABILITY = "testability", _("testability")


class Version(models.Model):
    """V1, V2 ...: a question as it stood. Never changed once written."""

    class Origin(models.TextChoices):
        USER = "user", _("author's words")
        STRUCTURER = "structurer", _("structurer")

    hypothesis = models.ForeignKey(
        Hypothesis, verbose_name=_("hypothesis"), on_delete=models.CASCADE, related_name="versions"
    )
    number = models.PositiveSmallIntegerField(_("number"))
    question = models.TextField(_("question"))
    origin = models.CharField(_("origin"), max_length=10, choices=Origin)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("written by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    run_id = models.BigIntegerField(_("run"), null=True, blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("version")
        verbose_name_plural = _("versions")
        ordering = ["hypothesis", "number"]
        constraints = [
            models.UniqueConstraint(fields=["hypothesis", "number"], name="version_number_once")
        ]

    def __str__(self) -> str:
        return f"V{self.number}: {self.question[:60]}"


class Element(models.Model):
    """A part of a version's question, and who said it."""

    class Origin(models.TextChoices):
        USER = "user", _("author")
        SUGGESTED = "suggested", _("suggested")
        CONFIRMED = "confirmed", _("confirmed")

    version = models.ForeignKey(
        Version, verbose_name=_("version"), on_delete=models.CASCADE, related_name="elements"
    )
    aspect = models.CharField(_("aspect"), max_length=12, choices=AspectChoices)
    kind = models.CharField(_("kind"), max_length=24)
    text = models.TextField(_("text"))
    origin = models.CharField(_("origin"), max_length=10, choices=Origin)

    class Meta:
        verbose_name = _("element")
        verbose_name_plural = _("elements")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["version", "kind"], name="element_kind_once")
        ]

    def __str__(self) -> str:
        return f"{self.get_aspect_display()}: {self.text[:60]} ({self.get_origin_display()})"


class Note(models.Model):
    """Advice or a warning on a version; never a gate."""

    class Kind(models.TextChoices):
        FEASIBLE = "feasible", _("feasible")
        NOVEL = "novel", _("novel")
        ETHICAL = "ethical", _("ethical")
        H0 = "h0", _("null hypothesis")
        H1 = "h1", _("alternative hypothesis")
        REFUTED = "refuted", _("would be refuted if")
        SPLIT = "split", _("split")
        DRIFT = "drift", _("drift from the original idea")
        STRUCK = "struck", _("numbers struck")
        VOID = "void", _("evidence not found")
        DEGRADED = "degraded", _("without the model")

    version = models.ForeignKey(
        Version, verbose_name=_("version"), on_delete=models.CASCADE, related_name="notes"
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    text = models.TextField(_("text"))

    class Meta:
        verbose_name = _("note")
        verbose_name_plural = _("notes")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.text[:60]}"
