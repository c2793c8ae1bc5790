"""The models that an admin configured, and answers that need not be paid for twice."""

from __future__ import annotations

from datetime import datetime, timedelta

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
from config.runs.models.run import Run
from config.runs.querysets import LlmCallQuerySet

# Not any variable: an admin of the site is not to read the machine's other secrets with it.
KEY_VARIABLE = r"^(CRIVO_LLM_[A-Z0-9_]+|[A-Z][A-Z0-9_]*_API_KEY)\Z"
ANSWER_LENGTH = 100_000
# Servers are updated, and then take what they refused. Once in so long it is tried again: that
# costs the calls that are refused, two or three as a rule.
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
        """Refuse an address that no call would be made to, or not with this key."""
        from config.runs.rules import refused_address, refused_key

        if self.base_url and (why := refused_address(self.base_url, look_up=True)):
            raise ValidationError({"base_url": why})
        if self.base_url and (why := refused_key(self.key_env, self.base_url)):
            raise ValidationError({"key_env": why})
        if self.name == settings.LLM_ENVIRONMENT_NAME:
            raise ValidationError({"name": gettext("the model of the settings has this name")})

    def as_provider(self) -> Provider:
        """What the callers of models know of it."""
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
    """What a model's server refuses, by its address and model: later runs do not ask for it."""

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
        """Whether it was learned so long ago that it counts no more."""
        return timezone.now() >= self.old_at


class ModelAnswer(models.Model):
    """A validated answer, by what was asked of which model. It goes with the run it was for."""

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


# What was asked of a language model, and what it cost.

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
