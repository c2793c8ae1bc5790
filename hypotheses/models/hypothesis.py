"""A hypothesis: one loose idea and all that became of it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from hypotheses.domain.types import DEFAULT_REFINEMENTS, MAX_REFINEMENTS
from hypotheses.querysets import STANDING, HypothesisQuerySet

# The fields of research that texts are classified by, with their names.


class Field(models.TextChoices):
    AGRICULTURE = "agriculture", _("agriculture")
    ECOLOGY = "ecology", _("ecology")
    ECONOMICS = "economics", _("economics")
    EDUCATION = "education", _("education")
    LINGUISTICS = "linguistics", _("linguistics")
    MACHINE_LEARNING = "machine_learning", _("machine learning")
    MARKETING = "marketing", _("marketing")
    MARKETS = "markets", _("financial markets")
    MATERIALS = "materials", _("physics and materials")
    MEDICINE = "medicine", _("medicine")
    NUTRITION = "nutrition", _("nutrition")
    PSYCHOLOGY = "psychology", _("psychology")
    SOCIOLOGY = "sociology", _("sociology")
    SOFTWARE = "software", _("software")
    SPORTS = "sports", _("sports")
    TRANSPORT = "transport", _("transport")


class Hypothesis(models.Model):
    """The idea as its author wrote it. Its status is the decision in force."""

    SHOWN = ("text", "language")
    """Fields that the API and `refine --json` give as they are."""
    ERASED = {"split_from": "", "key_terms": []}
    """Replaces the author's words on erasure, beside `text`."""

    class Language(models.TextChoices):
        AUTO = "auto", _("detect")
        EN = "en", _("English")
        PT = "pt", _("Portuguese")

    class Kind(models.TextChoices):
        VAGUE = "vague", _("vague")
        SEMI_FORMED = "semi_formed", _("semi-formed")
        COMPLETE = "complete", _("complete")

    text = models.TextField(_("idea"))
    language = models.CharField(_("language"), max_length=4, choices=Language)
    kind = models.CharField(_("kind"), max_length=12, choices=Kind, blank=True)
    field = models.CharField(
        _("field"),
        max_length=20,
        choices=Field,
        blank=True,
        help_text=_("As the words of the idea tell it."),
    )
    max_refinements = models.PositiveSmallIntegerField(
        _("max. refinements"), default=DEFAULT_REFINEMENTS
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("owner"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="hypotheses",
        db_index=False,  # the index of lists begins with it
    )
    split_from = models.TextField(
        _("split from"), blank=True, help_text=_("The text it was one of several ideas of.")
    )
    near_duplicate_of = models.ForeignKey(
        "self",
        verbose_name=_("near-duplicate of"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="near_duplicates",
    )
    key_terms = models.JSONField(
        _("key terms"), default=list, help_text=_("By which near-duplicates are found.")
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    archived_at = models.DateTimeField(_("archived at"), null=True, blank=True)
    erased_at = models.DateTimeField(_("erased at"), null=True, blank=True)

    # The stored status: what `store_standing` computes (querysets.STANDING).
    decided = models.CharField(_("decided"), max_length=20, blank=True, editable=False)
    source = models.CharField(_("decided by"), max_length=8, blank=True, editable=False)
    open_gaps = models.PositiveIntegerField(_("open gaps"), default=0, editable=False)
    awaiting = models.PositiveIntegerField(_("questions"), default=0, editable=False)
    """The last version's open questions."""
    conditions = models.PositiveIntegerField(_("conditions"), default=0, editable=False)
    """Words of the last version that nobody has confirmed."""
    contested = models.BooleanField(_("contested"), default=False, editable=False)
    """Whether the judges of the last version disagree."""

    objects = HypothesisQuerySet.as_manager()

    class Meta:
        verbose_name = _("hypothesis")
        verbose_name_plural = _("hypotheses")
        ordering = ["-id"]
        # Lists are filtered, counted and paged by these indexes alone, without reading the rows.
        indexes = [
            models.Index(fields=["archived_at", "id", "owner", *STANDING], name="hypothesis_all"),
            models.Index(fields=["owner", "archived_at", "id", *STANDING], name="hypothesis_own"),
            models.Index(
                fields=["decided", "archived_at", "id", "source", "awaiting", "conditions"],
                name="hypothesis_decided",
            ),
        ]
        constraints = [
            models.CheckConstraint(
                name="hypothesis_max_refinements",
                condition=Q(max_refinements__lte=MAX_REFINEMENTS),
            ),
            models.CheckConstraint(name="hypothesis_has_text", condition=~Q(text="")),
        ]

    def __str__(self) -> str:
        return f"{self.pk}: {self.text[:60]}"


class LexiconTerm(models.Model):
    """A term of this site's. The reader needs none; `read_claims` lists them (ADR 19)."""

    class Language(models.TextChoices):
        EN = "en", _("English")
        PT = "pt", _("Portuguese")

    language = models.CharField(_("language"), max_length=2, choices=Language)
    field = models.CharField(_("field"), max_length=40)
    section = models.CharField(_("section"), max_length=10)
    term = models.CharField(_("term"), max_length=80)

    class Meta:
        verbose_name = _("lexicon term")
        verbose_name_plural = _("lexicon terms")
        ordering = ["language", "field", "section", "term"]
        constraints = [
            models.UniqueConstraint(
                fields=["language", "field", "section", "term"], name="lexicon_term_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.language} {self.field}.{self.section}: {self.term}"
