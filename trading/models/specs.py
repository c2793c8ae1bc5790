"""Saved specs, their backtests, and the gate profiles."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from trading.domain.gates import profile_of
from trading.domain.profiles import Criterion, Profile, ProfileError, check_criterion, check_profile
from trading.models.datasets import Dataset
from trading.models.iteration import Variant
from trading.models.results import HoldoutOpening
from trading.querysets import OwnedQuerySet


class SavedSpec(models.Model):
    """A spec under a name of its owner's, to start developments from. It never changes: another
    text under the same name is its next version."""

    name = models.CharField(_("name"), max_length=120)
    version = models.PositiveIntegerField(_("version"), default=1)
    spec = models.JSONField(_("spec"))
    spec_hash = models.CharField(_("spec hash"), max_length=64, db_index=True)
    variant = models.ForeignKey(
        Variant,
        verbose_name=_("made from"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="saved",
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("owner"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="saved_specs",
    )
    archived_at = models.DateTimeField(_("archived at"), null=True, blank=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    objects = OwnedQuerySet.as_manager()

    class Meta:
        verbose_name = _("saved spec")
        verbose_name_plural = _("saved specs")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["owner", "name", "version"], name="saved_spec_once")
        ]

    def __str__(self) -> str:
        return f"{self.name} v{self.version}"


class SpecBacktest(models.Model):
    """A spec played by itself, outside a development: on record as every look at prices is.

    `part` is train, validation, both or all; all includes the sealed holdout, whose opening is
    named. `metrics` as in a variant's backtest; money in the currency of the prices.
    """

    class Part(models.TextChoices):
        TRAIN = "train", _("train")
        VALIDATION = "validation", _("validation")
        BOTH = "both", _("train and validation")
        ALL = "all", _("all, the sealed holdout among it")

    dataset = models.ForeignKey(
        Dataset, verbose_name=_("data"), on_delete=models.PROTECT, related_name="spec_backtests"
    )
    name = models.CharField(_("name"), max_length=120)
    spec = models.JSONField(_("spec"))
    spec_hash = models.CharField(_("spec hash"), max_length=64, db_index=True)
    part = models.CharField(_("part"), max_length=10, choices=Part)
    date_from = models.DateTimeField(_("from"))
    date_to = models.DateTimeField(_("to"))
    engine = models.CharField(_("engine"), max_length=12)
    cash = models.FloatField(_("cash"))
    commission = models.FloatField(_("commission a side"))
    metrics = models.JSONField(_("all metrics"), default=dict)
    trades = models.JSONField(_("list of trades"), default=list)
    opening = models.ForeignKey(
        HoldoutOpening,
        verbose_name=_("holdout opening"),
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="spec_backtests",
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("owner"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="spec_backtests",
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    objects = OwnedQuerySet.as_manager()

    class Meta:
        verbose_name = _("backtest of a spec")
        verbose_name_plural = _("backtests of specs")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.pk}: {self.name}"


# Gate profiles: what a strategy must reach; editable, and frozen into a run when it starts.


class GateProfile(models.Model):
    """A named set of gates. A change leaves developments that started before as they are."""

    name = models.SlugField(_("name"), max_length=40, unique=True)
    pass_score = models.FloatField(
        _("score to pass"), help_text=_("The weighted score a variant must reach, 0 to 1.")
    )
    final_error = models.FloatField(
        _("error of the final test"),
        default=0,
        help_text=_(
            "The sealed bars join those out of sample in one test with this probability of a false "
            "find, 0 to 0.5. 0: they are judged by themselves."
        ),
    )
    changed_at = models.DateTimeField(_("changed at"), auto_now=True)

    class Meta:
        verbose_name = _("gate profile")
        verbose_name_plural = _("gate profiles")
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(
                name="gate_profile_pass_score",
                condition=Q(pass_score__gte=0, pass_score__lte=1),
                violation_error_message=_("The score to pass lies between 0 and 1."),
            ),
            models.CheckConstraint(
                name="gate_profile_final_error",
                condition=Q(final_error__gte=0, final_error__lte=0.5),
                violation_error_message=_("The error of the final test lies between 0 and 0.5."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def frozen(self) -> Profile:
        """The profile as plain data, for a run to keep. Raises ProfileError for an unusable one."""
        rows = self.criteria.order_by("id").values(*GateCriterion.PARTS)
        criteria = tuple(Criterion(**row) for row in rows)
        return check_profile(profile_of(self.name, criteria, self.pass_score, self.final_error))


class GateCriterion(models.Model):
    """One gate of a profile."""

    PARTS = ("name", "segment", "operator", "threshold", "soft", "weight", "required")

    class Operator(models.TextChoices):
        AT_LEAST = ">=", "≥"
        ABOVE = ">", ">"
        AT_MOST = "<=", "≤"
        BELOW = "<", "<"

    profile = models.ForeignKey(
        GateProfile, verbose_name=_("profile"), on_delete=models.CASCADE, related_name="criteria"
    )
    name = models.CharField(_("figure"), max_length=40)
    segment = models.CharField(_("segment"), max_length=20)
    operator = models.CharField(_("operator"), max_length=2, choices=Operator)
    threshold = models.FloatField(_("threshold"), help_text=_("Scores 1 from here on."))
    soft = models.FloatField(_("soft threshold"), help_text=_("Scores 0 up to here."))
    weight = models.FloatField(_("weight"), default=1)
    required = models.BooleanField(_("required"), default=False)

    class Meta:
        verbose_name = _("gate criterion")
        verbose_name_plural = _("gate criteria")
        ordering = ["profile", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["profile", "name", "segment"], name="one_criterion_a_figure"
            ),
            models.CheckConstraint(name="gate_weight_not_negative", condition=Q(weight__gte=0)),
            models.CheckConstraint(
                name="gate_soft_on_its_side",
                condition=Q(operator__in=(">=", ">"), soft__lte=F("threshold"))
                | Q(operator__in=("<=", "<"), soft__gte=F("threshold")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.operator} {self.threshold:g} ({self.segment})"

    def clean(self) -> None:
        """Raises ValidationError for an unknown figure or segment, or thresholds out of order."""
        parts = {part: getattr(self, part) for part in self.PARTS}
        if any(value is None for value in parts.values()):
            return  # the form names the missing one
        try:
            check_criterion(Criterion(**parts))
        except ProfileError as error:
            message = gettext(error.template) % error.values
            raise ValidationError({error.field: message}) from error
