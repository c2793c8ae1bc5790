"""The rounds of a development: findings of research, variants, decisions, verdicts."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from config.desk.models import DeskDecision
from config.runs.models import Run
from trading.models.strategy import Strategy
from trading.querysets import VariantQuerySet, VerdictQuerySet


class Domain(models.TextChoices):
    TECHNICAL = "technical", _("technical")
    FUNDAMENTAL = "fundamental", _("fundamental")
    SENTIMENT = "sentiment", _("sentiment")
    OVERALL = "overall", _("overall")


class Finding(models.Model):
    """One figure by one agent, with the data it rests on. Without data: no signal."""

    class Status(models.TextChoices):
        OK = "OK", _("ok")
        PROXY = "PROXY", _("proxy")
        NO_DATA = "NO_DATA", _("no data")
        STALE = "STALE", _("stale")
        INSUFFICIENT = "INSUFFICIENT", _("insufficient")

    strategy = models.ForeignKey(
        Strategy, verbose_name=_("strategy"), on_delete=models.CASCADE, related_name="findings"
    )
    research_iteration = models.PositiveSmallIntegerField(_("research iteration"))
    agent = models.CharField(_("agent"), max_length=40)
    domain = models.CharField(_("domain"), max_length=12, choices=Domain)
    status = models.CharField(_("status"), max_length=12, choices=Status)
    name = models.CharField(_("figure"), max_length=80, blank=True)
    value = models.FloatField(_("value"), null=True, blank=True)
    unit = models.CharField(_("unit"), max_length=40, blank=True)
    n_obs = models.PositiveIntegerField(_("observations"), default=0)
    signal = models.FloatField(_("signal"), null=True, blank=True)
    confidence = models.FloatField(_("confidence"), null=True, blank=True)
    p_value = models.FloatField(_("p-value"), null=True, blank=True)
    significant = models.BooleanField(_("significant"), default=False)
    interpretation = models.TextField(_("interpretation"))
    sentence = models.JSONField(
        _("sentence"), default=dict, blank=True, editable=False,
        help_text=_("The interpretation by its code and values, to be said in any language."),
    )  # fmt: skip
    words = models.TextField(
        _("search words"), default="", blank=True, editable=False,
        help_text=_("The interpretation in the other languages: it is found by these, too."),
    )  # fmt: skip
    data_ref = models.JSONField(_("data"), default=dict)
    params = models.JSONField(_("parameters"), default=dict)

    class Meta:
        verbose_name = _("finding")
        verbose_name_plural = _("findings")
        ordering = ["research_iteration", "id"]
        constraints = [
            models.CheckConstraint(
                name="finding_without_data_says_nothing",
                condition=~Q(status="NO_DATA")
                | Q(
                    value__isnull=True,
                    signal__isnull=True,
                    confidence__isnull=True,
                    significant=False,
                ),
            )
        ]

    def __str__(self) -> str:
        return f"{self.agent}: {self.name or self.status}"


class FactSheet(models.Model):
    """The result of one domain's findings, or of all of them."""

    strategy = models.ForeignKey(
        Strategy, verbose_name=_("strategy"), on_delete=models.CASCADE, related_name="fact_sheets"
    )
    research_iteration = models.PositiveSmallIntegerField(_("research iteration"))
    domain = models.CharField(_("domain"), max_length=12, choices=Domain)
    with_data = models.PositiveSmallIntegerField(_("agents with data"))
    of = models.PositiveSmallIntegerField(_("agents"))
    signal = models.FloatField(_("signal"), null=True, blank=True)
    confidence = models.FloatField(_("confidence"), null=True, blank=True)
    text = models.TextField(_("text"))
    content = models.JSONField(_("content"), default=dict)

    class Meta:
        verbose_name = _("fact sheet")
        verbose_name_plural = _("fact sheets")
        ordering = ["research_iteration", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["strategy", "research_iteration", "domain"], name="one_fact_sheet_a_domain"
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_domain_display()} {self.research_iteration}"


class Reading(models.Model):
    """A language model's reading of an agent's findings, of a fact sheet, or of all of them. It
    stands beside the built-in sentences; no figure, gate or route depends on it."""

    class Part(models.TextChoices):
        AGENT = "agent", _("agent")
        SHEET = "sheet", _("fact sheet")
        LEAD = "lead", _("all together")

    strategy = models.ForeignKey(
        Strategy, verbose_name=_("strategy"), on_delete=models.CASCADE, related_name="readings"
    )
    research_iteration = models.PositiveSmallIntegerField(_("research iteration"))
    part = models.CharField(_("part"), max_length=8, choices=Part)
    name = models.CharField(_("agent or domain"), max_length=40)
    judge = models.CharField(_("language model"), max_length=80, blank=True)
    points = models.JSONField(_("sentences on findings"), default=list, blank=True)
    text = models.TextField(_("text"), blank=True)
    caution = models.TextField(_("caution"), blank=True)
    struck = models.JSONField(_("struck numbers"), default=list, blank=True)
    degraded = models.BooleanField(
        _("degraded"), default=False, help_text=_("No model gave a usable answer.")
    )
    carried = models.BooleanField(
        _("carried over"), default=False, help_text=_("Of the round before: nothing had changed.")
    )

    class Meta:
        verbose_name = _("reading")
        verbose_name_plural = _("readings")
        ordering = ["research_iteration", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["strategy", "research_iteration", "part", "name"],
                name="one_reading_a_part",
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.research_iteration}"


class CachedResearch(models.Model):
    """An agent's findings, cached by all that they depend on: data, agent, parameters, code."""

    key = models.CharField(_("key"), max_length=64, unique=True)
    agent = models.CharField(_("agent"), max_length=40)
    findings = models.JSONField(_("findings"))
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("cached research")
        verbose_name_plural = _("cached research")
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.agent} {self.key[:12]}"


class Iteration(models.Model):
    """One round: design, backtest, gates, decision. The rows are the experiment log."""

    strategy = models.ForeignKey(
        Strategy, verbose_name=_("strategy"), on_delete=models.CASCADE, related_name="iterations"
    )
    run = models.ForeignKey(
        Run,
        verbose_name=_("run"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    number = models.PositiveSmallIntegerField(_("iteration"))
    research_iteration = models.PositiveSmallIntegerField(_("research iteration"))
    strategy_iteration = models.PositiveSmallIntegerField(_("strategy iteration"))
    action = models.CharField(_("carried out"), max_length=20, blank=True)
    next_action = models.CharField(_("decided"), max_length=20)
    reasoning = models.TextField(_("reasoning"))
    sentences = models.JSONField(
        _("sentences"), default=list, blank=True, editable=False,
        help_text=_("The reasoning by its codes and values, to be said in any language."),
    )  # fmt: skip
    failure_class = models.CharField(_("class of failure"), max_length=30, blank=True)
    convergence = models.CharField(_("trajectory"), max_length=12, blank=True)
    best_variant = models.ForeignKey(
        "trading.Variant",
        verbose_name=_("best variant"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    best_score = models.FloatField(_("best gate score"), null=True, blank=True)
    best_sharpe = models.FloatField(_("best Sharpe ratio"), null=True, blank=True)
    improvement = models.FloatField(_("improvement"), null=True, blank=True)
    parameters_changed = models.JSONField(_("parameters changed"), default=dict)
    failure = models.JSONField(_("failure analysis"), default=dict)
    trajectory = models.JSONField(_("trajectory analysis"), null=True, blank=True)
    timestamp = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("iteration")
        verbose_name_plural = _("iterations")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["strategy", "number"], name="one_iteration_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.strategy_id}/{self.number}: {self.next_action}"

    @property
    def has_best(self) -> bool:
        """Whether it has a best variant."""
        return self.best_variant_id is not None


class Variant(models.Model):
    """A strategy that was tried: its rules as a spec, and as a standalone script."""

    strategy = models.ForeignKey(
        Strategy, verbose_name=_("strategy"), on_delete=models.CASCADE, related_name="variants"
    )
    iteration = models.PositiveSmallIntegerField(_("iteration"))
    index = models.PositiveSmallIntegerField(_("index"))
    name = models.CharField(_("name"), max_length=120)
    description = models.TextField(_("description"))
    approach = models.CharField(_("approach"), max_length=40)
    template = models.CharField(
        _("template"), max_length=40, blank=True, help_text=_("Empty for a spec of one's own.")
    )
    complexity = models.PositiveSmallIntegerField(_("complexity"))
    spec = models.JSONField(_("spec"))
    spec_hash = models.CharField(_("spec hash"), max_length=64, db_index=True)
    code = models.TextField(_("code"))
    parameters = models.JSONField(_("parameters"))
    rationale = models.TextField(_("rationale"))
    words = models.JSONField(
        _("words"), default=dict, blank=True, editable=False,
        help_text=_("Name and rationale by their codes, to be said in any language."),
    )  # fmt: skip
    expected = models.JSONField(_("expected performance"), default=dict)
    parent = models.ForeignKey(
        "self",
        verbose_name=_("made from"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="children",
    )
    designed_by = models.CharField(
        _("designed by"),
        max_length=80,
        default="builtin",
        help_text=_("The model that wrote its rules, or the built-in strategist."),
    )
    degraded = models.BooleanField(
        _("degraded"), default=False, help_text=_("No model gave a usable answer.")
    )
    as_written = models.BooleanField(
        _("judged as written"),
        default=False,
        help_text=_("Handed in before anything was tried, and judged with its own values."),
    )
    findings = models.ManyToManyField(
        Finding, verbose_name=_("findings"), blank=True, related_name="variants"
    )

    objects = VariantQuerySet.as_manager()

    class Meta:
        verbose_name = _("variant")
        verbose_name_plural = _("variants")
        ordering = ["iteration", "index"]
        constraints = [
            models.UniqueConstraint(
                fields=["strategy", "iteration", "index"], name="one_variant_an_index"
            )
        ]

    def __str__(self) -> str:
        return f"{self.strategy_id}/{self.iteration}.{self.index} {self.name}"


# Decisions on a strategy, and judges' verdicts on a round.


class RoundVerdict(models.Model):
    """One judge's answer to one question about a round. The next action follows from the computed
    ones.

    Rows exist only where a model was asked; `degraded` marks the computed verdict when no model
    answered.
    """

    class Subject(models.TextChoices):
        FAILURE = "failure", _("class of failure")
        TRAJECTORY = "trajectory", _("trajectory")

    iteration = models.ForeignKey(
        Iteration, verbose_name=_("iteration"), on_delete=models.CASCADE, related_name="verdicts"
    )
    subject = models.CharField(_("question"), max_length=10, choices=Subject)
    judge = models.CharField(_("judge"), max_length=80)
    verdict = models.CharField(_("verdict"), max_length=30)
    text = models.TextField(_("in words"), blank=True)
    degraded = models.BooleanField(
        _("degraded"), default=False, help_text=_("No model gave a usable answer.")
    )

    objects = VerdictQuerySet.as_manager()

    class Meta:
        verbose_name = _("verdict on a round")
        verbose_name_plural = _("verdicts on rounds")
        ordering = ["iteration", "subject", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["iteration", "subject", "judge"], name="one_verdict_a_judge"
            )
        ]

    def __str__(self) -> str:
        return f"{self.judge}: {self.verdict}"


class StrategyDecision(DeskDecision):
    """A verdict on a development: by its gates, forced at its limit, or a person's.

    `variant` is what was accepted: for the gates' success the one that passed, for a person's
    acceptance the one that the person chose.
    """

    class Outcome(models.TextChoices):
        SUCCESS = "SUCCESS", _("success")
        ABANDONED = "ABANDONED", _("abandoned")
        MAX_ITERATIONS = "MAX_ITERATIONS", _("limit reached")
        ACCEPTED = "ACCEPTED", _("accepted")
        SENT_BACK = "SENT_BACK", _("sent back")
        EXTENDED = "EXTENDED", _("limits extended")

    strategy = models.ForeignKey(
        Strategy, verbose_name=_("strategy"), on_delete=models.CASCADE, related_name="decisions"
    )
    variant = models.ForeignKey(
        Variant,
        verbose_name=_("variant"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="decisions",
    )
    before = models.CharField(_("before"), max_length=20, choices=Outcome, blank=True)
    after = models.CharField(_("after"), max_length=20, choices=Outcome)

    class Meta(DeskDecision.Meta):
        db_table = "trading_decision"
        verbose_name = _("decision on a strategy")
        verbose_name_plural = _("decisions on strategies")
        constraints = [
            models.UniqueConstraint(
                fields=["strategy"],
                condition=Q(current=True),
                name="strategy_one_decision_in_force",
            ),
            models.CheckConstraint(
                name="strategy_decision_known",
                condition=Q(
                    after__in=[
                        "SUCCESS",
                        "ABANDONED",
                        "MAX_ITERATIONS",
                        "ACCEPTED",
                        "SENT_BACK",
                        "EXTENDED",
                    ]
                ),
            ),
        ]

    def __str__(self) -> str:
        before = self.get_before_display() or "-"
        return f"{before} → {self.get_after_display()} ({self.get_source_display()})"
