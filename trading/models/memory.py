"""The lessons of developments, and the memory that a run recalled."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from trading.models.iteration import Finding, Variant
from trading.models.strategy import Strategy
from trading.querysets import LessonQuerySet


class Lesson(models.Model):
    """What one development taught, in a sentence. Holds no figure of a holdout.

    `key` tells the lessons of one strategy apart, so that each is written once. `words` is what
    it is found by: the sentence in every language, the approach and the code. `evidence_until` is
    the time of the last bar it rests on (the end of validation). A person retires it; what nobody
    recalls for long is archived by itself.
    """

    class Kind(models.TextChoices):
        FINDING = "finding", _("finding")
        STRATEGY = "strategy", _("strategy")
        LESSON = "lesson", _("lesson")

    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    key = models.CharField(_("key"), max_length=200)
    ticker = models.CharField(_("ticker"), max_length=20, db_index=True)
    frequency = models.CharField(_("frequency"), max_length=10)
    approach = models.CharField(_("approach"), max_length=40, blank=True)
    code = models.CharField(_("code"), max_length=40, blank=True)
    values = models.JSONField(_("values"), default=dict)
    text = models.TextField(_("text"))
    words = models.TextField(_("search words"), editable=False)
    language = models.CharField(_("language"), max_length=2, choices=Strategy.Language)
    evidence_until = models.DateTimeField(_("evidence until"), null=True, blank=True)
    strategy = models.ForeignKey(
        Strategy, verbose_name=_("strategy"), on_delete=models.CASCADE, related_name="lessons"
    )
    variant = models.ForeignKey(
        Variant,
        verbose_name=_("variant"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="lessons",
    )
    findings = models.ManyToManyField(
        Finding, verbose_name=_("findings"), blank=True, related_name="lessons"
    )
    pinned = models.BooleanField(_("pinned"), default=False)
    retired_at = models.DateTimeField(_("retired at"), null=True, blank=True)
    last_used_at = models.DateTimeField(
        _("last used at"),
        null=True,
        blank=True,
        help_text=_("When a development recalled it last, or a person brought it back."),
    )
    archived_at = models.DateTimeField(_("archived at"), null=True, blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    objects = LessonQuerySet.as_manager()

    class Meta:
        verbose_name = _("lesson")
        verbose_name_plural = _("lessons")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["strategy", "kind", "key"], name="lesson_once"),
            models.CheckConstraint(
                name="lesson_kind_known", condition=Q(kind__in=["finding", "strategy", "lesson"])
            ),
        ]

    def __str__(self) -> str:
        return self.text[:80]


COLLECTIONS = {
    Lesson.Kind.FINDING: "findings",
    Lesson.Kind.STRATEGY: "strategies",
    Lesson.Kind.LESSON: "lessons",
}
"""The collection of the index by meaning for each kind of lesson."""


class LessonEdit(models.Model):
    """A person's rewording of a lesson: its former text, and the new one."""

    lesson = models.ForeignKey(
        Lesson, verbose_name=_("lesson"), on_delete=models.CASCADE, related_name="edits"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    before = models.TextField(_("before"))
    after = models.TextField(_("after"))
    created_at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("rewording of a lesson")
        verbose_name_plural = _("rewordings of lessons")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.lesson_id}: {self.after[:80]}"


class MemorySnapshot(models.Model):
    """What a run recalled, frozen: part of its input, by its hash.

    `content` is a list of `trading.graph.context.Recalled`. `trials` counts, by the id of each
    strategy that the content comes from, however indirectly, what it had tried by then. `sha256`
    covers both without ids and clocks, so that it compares across databases; `key` covers the
    ids too: one row for each memory.
    """

    sha256 = models.CharField(_("hash"), max_length=64, db_index=True)
    key = models.CharField(_("key"), max_length=64, unique=True)
    content = models.JSONField(_("content"), default=list)
    trials = models.JSONField(_("trials inherited"), default=dict)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("memory snapshot")
        verbose_name_plural = _("memory snapshots")
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.sha256[:12]
