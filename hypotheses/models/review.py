"""Reviews of a version, and the verdicts on a hypothesis, one of them in force."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from config.desk.models import DeskDecision
from hypotheses.models.hypothesis import Hypothesis
from hypotheses.models.version import AspectChoices, Version
from hypotheses.querysets import ReviewQuerySet


class Decision(DeskDecision):
    """A verdict on a version of a hypothesis: by the agent, forced at the limit, or a person's."""

    class Outcome(models.TextChoices):
        APPROVED = "approved", _("approved")
        REJECTED = "rejected", _("rejected")
        AGAIN = "again", _("one more round")

    hypothesis = models.ForeignKey(
        Hypothesis, verbose_name=_("hypothesis"), on_delete=models.CASCADE, related_name="decisions"
    )
    version = models.ForeignKey(
        Version, verbose_name=_("version"), on_delete=models.CASCADE, related_name="decisions"
    )
    before = models.CharField(_("before"), max_length=20, choices=Outcome, blank=True)
    after = models.CharField(_("after"), max_length=20, choices=Outcome)

    class Meta(DeskDecision.Meta):
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        constraints = [
            models.UniqueConstraint(
                fields=["hypothesis"],
                condition=Q(current=True),
                name="hypothesis_one_decision_in_force",
            ),
            models.CheckConstraint(
                name="hypothesis_decision_known",
                condition=Q(after__in=["approved", "rejected", "again"]),
            ),
        ]

    def __str__(self) -> str:
        before = self.get_before_display() or "-"
        return f"{before} → {self.get_after_display()} ({self.get_source_display()})"


class Review(models.Model):
    """A judge's verdict on the version it is bound to."""

    class Status(models.TextChoices):
        APPROVED = "approved", _("approved")
        NEEDS_REFINEMENT = "needs_refinement", _("needs refinement")
        REJECTED = "rejected", _("rejected")

    version = models.ForeignKey(
        Version, verbose_name=_("version"), on_delete=models.CASCADE, related_name="reviews"
    )
    judge = models.CharField(_("judge"), max_length=80)
    status = models.CharField(_("status"), max_length=16, choices=Status)
    justification = models.TextField(_("justification"))
    forced = models.BooleanField(_("forced"), default=False)
    degraded = models.BooleanField(_("degraded"), default=False)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    objects = ReviewQuerySet.as_manager()

    class Meta:
        verbose_name = _("review")
        verbose_name_plural = _("reviews")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["version", "judge", "forced"], name="review_judge_once"
            ),
            models.CheckConstraint(
                name="review_forced_decides",
                condition=Q(forced=False) | ~Q(status="needs_refinement"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.judge}: {self.get_status_display()}"


class AspectScore(models.Model):
    """A review's score of one aspect, with the verbatim words it rests on."""

    review = models.ForeignKey(
        Review, verbose_name=_("review"), on_delete=models.CASCADE, related_name="scores"
    )
    aspect = models.CharField(_("aspect"), max_length=12, choices=AspectChoices)
    score = models.PositiveSmallIntegerField(_("score"))
    evidence = models.TextField(_("evidence"), blank=True)
    code = models.CharField(_("gap code"), max_length=20, blank=True)

    class Meta:
        verbose_name = _("score")
        verbose_name_plural = _("scores")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["review", "aspect"], name="score_aspect_once"),
            models.CheckConstraint(name="score_0_to_2", condition=Q(score__lte=2)),
        ]

    def __str__(self) -> str:
        return f"{self.get_aspect_display()} {self.score}"


class Improvement(models.Model):
    """A gap that a review names, and how to fill it."""

    review = models.ForeignKey(
        Review, verbose_name=_("review"), on_delete=models.CASCADE, related_name="improvements"
    )
    slot = models.CharField(_("slot"), max_length=12, blank=True)
    aspect = models.CharField(_("aspect"), max_length=12, choices=AspectChoices)
    gap = models.TextField(_("gap"))
    suggestion = models.TextField(_("suggestion"))

    class Meta:
        verbose_name = _("improvement")
        verbose_name_plural = _("improvements")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.get_aspect_display()}: {self.gap[:60]}"


class Veto(models.Model):
    """A reason for which a review rejects, with its quote."""

    review = models.ForeignKey(
        Review, verbose_name=_("review"), on_delete=models.CASCADE, related_name="vetoes"
    )
    code = models.CharField(_("code"), max_length=20)
    quote = models.TextField(_("quote"))
    reason = models.TextField(_("reason"))

    class Meta:
        verbose_name = _("veto")
        verbose_name_plural = _("vetoes")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.code}: {self.quote[:60]}"


# Pre-registration: a hypothesis as it was frozen before its test was run.


class Preregistration(models.Model):
    """An approved hypothesis, frozen: append-only. The first is what later states are compared
    with, the following ones are its amendments."""

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
    # No auto_now_add: the hash covers this time.
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
