"""A run, its steps and events; how many a person may start; the hosts that work."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..querysets import RunQuerySet


class Run(models.Model):
    """One execution of a graph. The database is the truth; the broker only wakes a worker.

    `lease_until` is in the database's time: one clock for all processes (see lease.py).
    """

    class Status(models.TextChoices):
        QUEUED = "queued", _("queued")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")
        DEAD = "dead", _("dead")

    FINISHED = (Status.DONE, Status.FAILED, Status.CANCELLED, Status.DEAD)
    ERROR_LENGTH = 500

    kind = models.CharField(_("kind"), max_length=40)
    subject_id = models.BigIntegerField(_("subject"), help_text=_("What the kind refers to."))
    params = models.JSONField(_("parameters"), default=dict, blank=True)
    status = models.CharField(
        _("status"), max_length=10, choices=Status, default=Status.QUEUED, db_index=True
    )
    fence = models.PositiveIntegerField(_("fence"), default=0)
    lease_until = models.DateTimeField(_("lease until"), null=True, blank=True)
    worker = models.CharField(_("worker"), max_length=120, blank=True)
    cancel_requested_at = models.DateTimeField(_("cancellation asked at"), null=True, blank=True)
    crashes = models.PositiveIntegerField(_("crashes"), default=0)
    error = models.CharField(_("error"), max_length=ERROR_LENGTH, blank=True)
    code_version = models.CharField(_("code version"), max_length=40, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("created by"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    queued_at = models.DateTimeField(_("queued at"), default=timezone.now)
    woken_at = models.DateTimeField(
        _("woken at"), default=timezone.now, help_text=_("When a worker was last told of it.")
    )
    started_at = models.DateTimeField(_("started at"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished at"), null=True, blank=True)

    objects = RunQuerySet.as_manager()

    class Meta:
        verbose_name = _("run")
        verbose_name_plural = _("runs")
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["kind", "subject_id"], name="run_kind_subject"),
            models.Index(fields=["kind", "status", "subject_id"], name="run_kind_status"),
            models.Index(fields=["lease_until"], name="run_lease", condition=Q(status="running")),
        ]
        constraints = [
            models.CheckConstraint(
                name="run_status_known",
                condition=Q(
                    status__in=["queued", "running", "done", "failed", "cancelled", "dead"]
                ),
            ),
            models.CheckConstraint(
                name="run_leased_while_running",
                condition=Q(status="running", lease_until__isnull=False)
                | (~Q(status="running") & Q(lease_until__isnull=True)),
            ),
            models.CheckConstraint(
                name="run_finished_has_time",
                condition=Q(status__in=["queued", "running"], finished_at__isnull=True)
                | (~Q(status__in=["queued", "running"]) & Q(finished_at__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        facts = {"run": self.pk, "status": self.get_status_display()}
        return gettext("run %(run)s (%(status)s)") % facts

    @property
    def is_finished(self) -> bool:
        return self.status in self.FINISHED


class Step(models.Model):
    """A finished step: written once, read again when the run is replayed."""

    run = models.ForeignKey(
        Run, verbose_name=_("run"), on_delete=models.CASCADE, related_name="steps"
    )
    node = models.CharField(_("node"), max_length=80)
    iteration = models.PositiveIntegerField(_("iteration"), default=0)
    item = models.CharField(_("item"), max_length=200, blank=True, default="")
    output = models.JSONField(_("output"), null=True)
    fence = models.PositiveIntegerField(_("fence"))
    finished_at = models.DateTimeField(_("finished at"), auto_now_add=True)
    seconds = models.FloatField(_("seconds"), validators=[MinValueValidator(0)])

    class Meta:
        verbose_name = _("step")
        verbose_name_plural = _("steps")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["run", "node", "iteration", "item"], name="step_happens_once"
            ),
        ]

    def __str__(self) -> str:
        return " ".join(filter(None, [self.node, str(self.iteration), self.item]))


class Event(models.Model):
    """What happened to a run, in order. Append-only."""

    class Kind(models.TextChoices):
        STARTED = "started", _("started")
        RESUMED = "resumed", _("resumed")
        STEP = "step", _("step")
        MESSAGE = "message", _("message")
        FINISHED = "finished", _("finished")
        FAILED = "failed", _("failed")
        CANCELLING = "cancelling", _("cancellation asked")
        CANCELLED = "cancelled", _("cancelled")
        INTERRUPTED = "interrupted", _("interrupted")
        CRASHED = "crashed", _("crashed")
        RETRIED = "retried", _("retried")

    run = models.ForeignKey(
        Run, verbose_name=_("run"), on_delete=models.CASCADE, related_name="events"
    )
    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    node = models.CharField(_("node"), max_length=80, blank=True)
    data = models.JSONField(_("data"), default=dict, blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["id"]
        indexes = [models.Index(fields=["created_at"], name="event_created")]

    def __str__(self) -> str:
        return " ".join(filter(None, [self.get_kind_display(), self.node]))

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the event. Raises TypeError for one that is stored already."""
        if not self._state.adding:
            raise TypeError("events are append-only")
        super().save(*args, **kwargs)


class WorkerHost(models.Model):
    """A machine with a supervised worker; its row is renewed with each sweep."""

    name = models.CharField(_("host"), max_length=100, unique=True)
    supervisor = models.PositiveIntegerField(_("process"))
    workers = models.PositiveSmallIntegerField(_("workers"))
    seen_at = models.DateTimeField(_("last seen"))

    class Meta:
        verbose_name = _("worker host")
        verbose_name_plural = _("worker hosts")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class RunQuota(models.Model):
    """A person's own limit, instead of the one in the settings."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        on_delete=models.CASCADE,
        related_name="run_quota",
    )
    runs_per_day = models.PositiveIntegerField(
        _("runs a day"), help_text=_("How many runs within 24 hours; 0 allows none.")
    )

    class Meta:
        verbose_name = _("run quota")
        verbose_name_plural = _("run quotas")
        ordering = ["user"]

    def __str__(self) -> str:
        return f"{self.user}: {self.runs_per_day}"
