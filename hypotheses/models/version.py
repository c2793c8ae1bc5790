"""A version of a hypothesis and what it is made of."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from hypotheses.domain.claim import Claim, Doubt, holds_choice, with_elements
from hypotheses.models.hypothesis import Hypothesis
from hypotheses.querysets import ElementQuerySet


class AspectChoices(models.TextChoices):
    """The four aspects, under the names used everywhere in data."""

    POPULATION = "population", _("population")
    METRICS = "metrics", _("metrics")
    VARIABLES = "variables", _("variables")
    TESTABILITY = "testability", _("testability")


class StudyDesign(models.TextChoices):
    """How a claim is to be studied, as its frame tells it."""

    CAUSAL = "causal", _("causal")
    COMPARATIVE = "comparative", _("comparative")
    CORRELATIONAL = "correlational", _("correlational")
    DESCRIPTIVE = "descriptive", _("descriptive")
    PREDICTIVE = "predictive", _("predictive")
    EQUIVALENCE = "equivalence", _("equivalence")
    NON_INFERIORITY = "non_inferiority", _("non-inferiority")
    QUALITATIVE = "qualitative", _("qualitative")
    UNKNOWN = "unknown", _("not told")


class Direction(models.TextChoices):
    """What a claim expects of its outcome."""

    INCREASE = "increase", _("increase")
    DECREASE = "decrease", _("decrease")
    DIFFERENCE = "difference", _("difference")
    NONE = "none", _("no difference")
    UNSPECIFIED = "unspecified", _("not told")


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
    design = models.CharField(
        _("design"), max_length=15, choices=StudyDesign, default=StudyDesign.UNKNOWN, blank=True
    )
    """Empty for a version of an earlier release whose claim was not read yet."""
    direction = models.CharField(
        _("direction"), max_length=11, choices=Direction, default=Direction.UNSPECIFIED
    )
    counted = models.BooleanField(
        _("counted"), default=False, help_text=_("The outcome's words say how it is observed.")
    )
    relation = models.TextField(
        _("relation"), blank=True, help_text=_("The author's words that carry the relation.")
    )
    design_sure = models.BooleanField(
        _("design sure"),
        default=True,
        help_text=_("False: read with doubt, so its author is asked."),
    )
    direction_sure = models.BooleanField(
        _("direction sure"),
        default=True,
        help_text=_("False: read with doubt, so its author is asked."),
    )
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

    @property
    def claim(self) -> Claim:
        """The claim as the columns and elements hold it."""
        columns: Any = {"design": self.design or StudyDesign.UNKNOWN, "direction": self.direction}
        sure: dict[Doubt, bool] = {"design": self.design_sure, "direction": self.direction_sure}
        doubts = tuple(name for name, is_sure in sure.items() if not is_sure)
        frame = Claim(**columns, counted=self.counted, relation=self.relation, doubts=doubts)
        rows = self.elements.all()
        keys = ("kind", "text", "origin", "start", "end", "sure")
        return with_elements(frame, ({key: getattr(row, key) for key in keys} for row in rows))


def claim_fields(claim: Claim) -> dict[str, Any]:
    """The fields of a version's claim beside the slots, which are its elements."""
    return {
        "design": claim.design,
        "direction": claim.direction,
        "counted": claim.counted,
        "relation": claim.relation,
        "design_sure": "design" not in claim.doubts,
        "direction_sure": "direction" not in claim.doubts,
    }


ELEMENT_NAMES: dict[str, str | Promise] = {
    "claim": _("claim"),
    "population": _("population"),
    "metric": _("metric"),
    "independent_variable": _("independent variable"),
    "dependent_variable": _("dependent variable"),
    "comparator": _("comparator"),
    "window": _("time window"),
    "bound": _("bound of the population"),
    "margin": _("margin"),
    "qualifier": _("condition"),
    "approach": _("approach"),
    "leftover": _("words not placed"),
}
"""The names of the kinds of a version's elements."""


class Element(models.Model):
    """A part of a version's question, and who said it."""

    class Origin(models.TextChoices):
        USER = "user", _("author")
        SUGGESTED = "suggested", _("suggested")
        CONFIRMED = "confirmed", _("confirmed")
        GUIDANCE = "guidance", _("reviewer's guidance")
        MODEL = "model", _("language model")

    version = models.ForeignKey(
        Version, verbose_name=_("version"), on_delete=models.CASCADE, related_name="elements"
    )
    aspect = models.CharField(_("aspect"), max_length=12, choices=AspectChoices)
    kind = models.CharField(_("kind"), max_length=24)
    text = models.TextField(_("text"))
    origin = models.CharField(_("origin"), max_length=10, choices=Origin)
    start = models.PositiveIntegerField(_("start"), null=True, blank=True)
    end = models.PositiveIntegerField(_("end"), null=True, blank=True)
    sure = models.BooleanField(
        _("sure"), default=True, help_text=_("False: read with doubt, so its author is asked.")
    )

    objects = ElementQuerySet.as_manager()

    class Meta:
        verbose_name = _("element")
        verbose_name_plural = _("elements")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["version", "kind"], name="element_kind_once")
        ]

    def __str__(self) -> str:
        return f"{self.get_aspect_display()}: {self.text[:60]} ({self.get_origin_display()})"


class Proposal(models.Model):
    """Words that may fill a slot of a version; the first of a slot stands in its question."""

    version = models.ForeignKey(
        Version, verbose_name=_("version"), on_delete=models.CASCADE, related_name="proposals"
    )
    slot = models.CharField(_("slot"), max_length=12)
    rank = models.PositiveSmallIntegerField(_("rank"))
    text = models.TextField(_("text"))
    source = models.TextField(_("source"), blank=True)

    class Meta:
        verbose_name = _("proposal")
        verbose_name_plural = _("proposals")
        ordering = ["rank"]
        constraints = [
            models.UniqueConstraint(fields=["version", "slot", "rank"], name="proposal_rank_once")
        ]

    def __str__(self) -> str:
        return f"{self.slot}: {self.text[:60]}"


class Note(models.Model):
    """A statement or a warning on a version; it never decides."""

    class Kind(models.TextChoices):
        H0 = "h0", _("null hypothesis")
        H1 = "h1", _("alternative hypothesis")
        REFUTED = "refuted", _("would be refuted if")
        SPLIT = "split", _("split")
        DRIFT = "drift", _("drift from the original idea")
        STRUCK = "struck", _("numbers struck")
        VOID = "void", _("evidence not found")
        DEGRADED = "degraded", _("without the model")
        ESTIMAND = "estimand", _("what is estimated")
        GUIDANCE = "guidance", _("guidance not understood")

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


# What is still missing: gaps across versions, and questions only the author can answer.


class Gap(models.Model):
    """A gap as it stands now; its events tell how it came there."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")
        REOPENED = "reopened", _("reopened")
        WAIVED = "waived", _("waived")

    class Mark(models.TextChoices):
        REGRESSION = "regression", _("regression")
        MISSED_EARLIER = "missed_earlier", _("missed earlier")

    hypothesis = models.ForeignKey(
        Hypothesis, verbose_name=_("hypothesis"), on_delete=models.CASCADE, related_name="gaps"
    )
    slot = models.CharField(_("slot"), max_length=12)
    aspect = models.CharField(_("aspect"), max_length=12, choices=AspectChoices)
    code = models.CharField(_("gap code"), max_length=20)
    gap = models.TextField(_("gap"))
    suggestion = models.TextField(_("suggestion"))
    state = models.CharField(_("state"), max_length=8, choices=State)
    mark = models.CharField(_("mark"), max_length=14, choices=Mark, blank=True)
    opened_in = models.PositiveSmallIntegerField(_("opened in"))
    closed_in = models.PositiveSmallIntegerField(_("closed in"), null=True, blank=True)
    closed_by = models.TextField(_("closed by"), blank=True)
    conditional = models.BooleanField(
        _("conditional"), default=False, help_text=_("Closed by a proposal nobody has confirmed.")
    )

    class Meta:
        verbose_name = _("gap")
        verbose_name_plural = _("gaps")
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["hypothesis", "slot"], name="gap_slot_once")]

    def __str__(self) -> str:
        return f"{self.get_aspect_display()} ({self.get_state_display()})"

    @property
    def to_name(self) -> bool:
        """Whether it is closed by a choice that its author has still to name."""
        return self.conditional and holds_choice(self.closed_by)


class GapEvent(models.Model):
    """A change in a gap's state. Append-only."""

    gap = models.ForeignKey(
        Gap, verbose_name=_("gap"), on_delete=models.CASCADE, related_name="events"
    )
    version = models.ForeignKey(
        Version, verbose_name=_("version"), on_delete=models.CASCADE, related_name="gap_events"
    )
    state = models.CharField(_("state"), max_length=8, choices=Gap.State)
    words = models.TextField(_("words"), blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("gap event")
        verbose_name_plural = _("gap events")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"V{self.version.number}: {self.get_state_display()}"


class Clarification(models.Model):
    """A question that only the author can answer, and the answer."""

    hypothesis = models.ForeignKey(
        Hypothesis,
        verbose_name=_("hypothesis"),
        on_delete=models.CASCADE,
        related_name="clarifications",
    )
    version = models.ForeignKey(
        Version, verbose_name=_("version"), on_delete=models.CASCADE, related_name="clarifications"
    )
    slot = models.CharField(_("slot"), max_length=12)
    aspect = models.CharField(_("aspect"), max_length=12, choices=AspectChoices)
    question = models.TextField(_("question"))
    answer = models.TextField(_("answer"), blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("answered by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    answered_at = models.DateTimeField(_("answered at"), null=True, blank=True)

    class Meta:
        verbose_name = _("clarification")
        verbose_name_plural = _("clarifications")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["version", "slot"], name="clarification_slot_once")
        ]

    def __str__(self) -> str:
        return f"{self.get_aspect_display()}: {self.question[:60]}"
