"""Terms that a site adds to the built-in lexicon."""

from __future__ import annotations

import re

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from hypotheses.analyst.lexicon.compile import SECTIONS, field_names


class LexiconTerm(models.Model):
    """A term the analyst knows on this site from the next run on, without a deploy."""

    class Language(models.TextChoices):
        EN = "en", _("English")
        PT = "pt", _("Portuguese")

    language = models.CharField(_("language"), max_length=2, choices=Language)
    field = models.CharField(_("field"), max_length=40, help_text=_("software, medicine ..."))
    section = models.CharField(
        _("section"), max_length=10, choices=[(name, name) for name in SECTIONS]
    )
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

    def clean(self) -> None:
        """Raises ValidationError for a field that no lexicon file has, or a term of no words."""
        if not re.search(r"[^\W\d_]", self.term):
            raise ValidationError({"term": _("a term holds a letter at least")})
        if self.field not in field_names():
            raise ValidationError(
                {"field": _("no such field; there are: %s") % ", ".join(field_names())}
            )
