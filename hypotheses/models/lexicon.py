"""Terms that a site added to the lexicon of earlier releases."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


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
