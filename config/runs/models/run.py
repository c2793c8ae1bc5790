"""A run: what is to be done, who does it and how far it got."""

from __future__ import annotations

from django.conf import settings
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
        told = {"run": self.pk, "status": self.get_status_display()}
        return gettext("run %(run)s (%(status)s)") % told

    @property
    def is_finished(self) -> bool:
        return self.status in self.FINISHED
