"""What the research of a strategy found."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from trading.models.strategy import Strategy


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
    """What one domain's findings, or all of them, come to."""

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
    """What a language model read in an agent's findings, a fact sheet, or all of them.

    It stands beside the built-in sentences; no figure, gate or route hangs on it.
    """

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
    """An agent's findings, by all that they depend on: data, agent, parameters, code."""

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
