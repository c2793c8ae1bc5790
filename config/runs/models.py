"""A run and what it left behind: its steps, events and model calls; quotas; and the models."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Length
from django.db.models.lookups import LessThanOrEqual
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from config.llm.provider import Provider
from config.runs.querysets import LlmCallQuerySet, RunQuerySet


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
        """Insert the event. Raises TypeError for one that is already stored."""
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
    """A person's own limit, in place of the one in the settings."""

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


# Not any variable: a site's admin must not read the machine's other secrets with it.
KEY_VARIABLE = r"^(CRIVO_LLM_[A-Z0-9_]+|[A-Z][A-Z0-9_]*_API_KEY)\Z"
ANSWER_LENGTH = 100_000
# Servers are updated, and then accept what they refused. After this time it is tried again: that
# costs the refused calls, usually two or three.
ABILITIES_DAYS = 30


class ModelProvider(models.Model):
    """A model in the fallback chain. Its key is in an environment variable, and nowhere else."""

    name = models.CharField(_("name"), max_length=60, unique=True)
    enabled = models.BooleanField(_("enabled"), default=True)
    base_url = models.CharField(
        _("address"),
        max_length=300,
        help_text=_("Up to the version, such as https://api.openai.com/v1"),
    )
    model = models.CharField(_("model"), max_length=120)
    key_env = models.CharField(
        _("variable of the key"),
        max_length=80,
        blank=True,
        validators=[
            RegexValidator(
                KEY_VARIABLE,
                _("the NAME of an environment variable, never the key: it ends in _API_KEY, or"
                  " begins with CRIVO_LLM_"),
            )
        ],
        help_text=_("The name of the environment variable that holds the key; never the key."),
    )  # fmt: skip
    temperature = models.FloatField(
        _("temperature"),
        null=True,
        blank=True,
        default=0.0,
        validators=[MinValueValidator(0), MaxValueValidator(2)],
        help_text=_("Empty for models that take none."),
    )
    max_tokens = models.PositiveIntegerField(
        _("tokens of an answer, at most"),
        default=2_000,
        validators=[MinValueValidator(16), MaxValueValidator(200_000)],
    )
    timeout_seconds = models.PositiveIntegerField(
        _("time-out in seconds"),
        default=60,
        validators=[MinValueValidator(1), MaxValueValidator(600)],
    )
    price_in = models.DecimalField(
        _("USD per million tokens in"),
        max_digits=10,
        decimal_places=4,
        default=0,
        validators=[MinValueValidator(0), MaxValueValidator(10_000)],
    )
    price_out = models.DecimalField(
        _("USD per million tokens out"),
        max_digits=10,
        decimal_places=4,
        default=0,
        validators=[MinValueValidator(0), MaxValueValidator(10_000)],
    )
    parallel = models.PositiveSmallIntegerField(
        _("calls at once"),
        default=4,
        validators=[MinValueValidator(1), MaxValueValidator(64)],
    )
    agents = models.CharField(
        _("agents"),
        max_length=300,
        blank=True,
        help_text=_("Those that may ask it, between commas; empty for all."),
    )
    order = models.PositiveSmallIntegerField(
        _("order"), default=10, help_text=_("In the chain: the lowest is asked first.")
    )

    class Meta:
        verbose_name = _("model provider")
        verbose_name_plural = _("model providers")
        ordering = ["order", "name"]
        constraints = [
            models.CheckConstraint(
                name="provider_prices_not_negative",
                condition=Q(price_in__gte=0, price_out__gte=0),
            ),
            models.CheckConstraint(
                name="provider_limits_positive",
                condition=Q(max_tokens__gte=1, timeout_seconds__gte=1, parallel__gte=1),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Refuse an address that would not be called, or not with this key."""
        from config.runs.rules import refused_address, refused_key

        if self.base_url and (why := refused_address(self.base_url, look_up=True)):
            raise ValidationError({"base_url": why})
        if self.base_url and (why := refused_key(self.key_env, self.base_url)):
            raise ValidationError({"key_env": why})
        if self.name == settings.LLM_ENVIRONMENT_NAME:
            raise ValidationError({"name": gettext("the model of the settings has this name")})

    def as_provider(self) -> Provider:
        """The provider as the callers of models know it."""
        return Provider(
            name=self.name,
            base_url=self.base_url,
            model=self.model,
            key_env=self.key_env,
            temperature=self.temperature,
            max_tokens=self.max_tokens,
            timeout_seconds=self.timeout_seconds,
            price_in=self.price_in,
            price_out=self.price_out,
            parallel=self.parallel,
            agents=tuple(word.strip() for word in self.agents.split(",") if word.strip()),
            order=self.order,
        )


class ServerAbilities(models.Model):
    """What a model's server refuses, by its address and model: later runs do not try it again."""

    key = models.CharField(_("key"), max_length=64, unique=True)
    base_url = models.TextField(_("address"))
    model = models.TextField(_("model"))
    abilities = models.JSONField(_("abilities"), default=dict)
    learned_at = models.DateTimeField(_("learned at"), auto_now_add=True)

    class Meta:
        verbose_name = _("abilities of a server")
        verbose_name_plural = _("abilities of servers")
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.model} ({self.base_url})"

    @property
    def old_at(self) -> datetime:
        return self.learned_at + timedelta(days=ABILITIES_DAYS)

    @property
    def is_old(self) -> bool:
        """Whether it was learned so long ago that it no longer counts."""
        return timezone.now() >= self.old_at


class ModelAnswer(models.Model):
    """A validated answer, by model and question. It is deleted with the run that asked."""

    key = models.CharField(_("key"), max_length=64, unique=True)
    model = models.CharField(_("model"), max_length=120)
    answer = models.TextField(_("answer"), max_length=ANSWER_LENGTH)
    run = models.ForeignKey(
        Run, verbose_name=_("run"), on_delete=models.CASCADE, related_name="model_answers"
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("cached answer")
        verbose_name_plural = _("cached answers")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                name="model_answer_bounded",
                condition=LessThanOrEqual(Length("answer"), ANSWER_LENGTH),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.model} {self.key[:12]}"


# Calls to language models, and their cost.

RAW_LENGTH = 100_000
MENDED_LENGTH = 200


class LlmCall(models.Model):
    """One call to a language model, reserved before it is made."""

    run = models.ForeignKey(
        Run,
        verbose_name=_("run"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="llm_calls",
    )
    node = models.CharField(_("node"), max_length=80, blank=True)
    prompt = models.CharField(_("prompt"), max_length=120)
    prompt_hash = models.CharField(_("prompt hash"), max_length=64)
    model = models.CharField(_("model"), max_length=120)
    tokens_in = models.PositiveIntegerField(_("tokens in"), default=0)
    tokens_out = models.PositiveIntegerField(_("tokens out"), default=0)
    cost_usd = models.DecimalField(_("cost (USD)"), max_digits=12, decimal_places=6, default=0)
    seconds = models.FloatField(_("seconds"), default=0)
    outcome = models.CharField(
        _("outcome"), max_length=20, default="reserved", help_text=_("reserved, ok or the error")
    )
    error = models.CharField(_("error"), max_length=500, blank=True)
    mended = models.CharField(
        _("mended"),
        max_length=MENDED_LENGTH,
        blank=True,
        help_text=_("what had to be mended to read the answer; empty when nothing was"),
    )
    estimated = models.BooleanField(
        _("tokens estimated"),
        default=False,
        help_text=_("the server reported no tokens that can be read"),
    )
    raw = models.TextField(_("raw answer"), max_length=RAW_LENGTH, blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    objects = LlmCallQuerySet.as_manager()

    class Meta:
        verbose_name = _("model call")
        verbose_name_plural = _("model calls")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(name="llm_cost_not_negative", condition=Q(cost_usd__gte=0)),
            models.CheckConstraint(
                name="llm_raw_bounded",
                condition=LessThanOrEqual(Length("raw"), RAW_LENGTH),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.model} {self.prompt} ({self.outcome})"
