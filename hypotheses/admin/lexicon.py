"""Terms that this site adds to the built-in lexicon."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import AllValuesCheckboxFilter, ChoicesCheckboxFilter
from unfold.widgets import UnfoldAdminSelectWidget

from config.desk.admin.base import PlainAdmin
from config.desk.admin.columns import said
from hypotheses.analyst.lexicon.compile import field_names
from hypotheses.models import LexiconTerm

from .codes import FIELDS, SECTIONS


class TermForm(forms.ModelForm):  # type: ignore[type-arg]  # no generic at run time
    """Offers the fields and sections there are, in words; the model checks what comes back."""

    class Meta:
        model = LexiconTerm
        fields = ("term", "language", "field", "section")
        help_texts = {
            "term": _(
                "Matched without case, accents and plural endings: once, in the singular. It "
                "counts from the next assessment on."
            ),
            "language": _("Add a term in both languages, so that they are understood alike."),
            "field": _("The branch of knowledge whose texts use the term."),
            "section": _(
                "Topics tell the field; units, settings, named populations and bounds make up a "
                "population; measures and symbols say how an outcome is observed."
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [(name, FIELDS.get(name, name)) for name in field_names()]
        self.fields["field"].widget = UnfoldAdminSelectWidget(choices=[("", "---------"), *names])
        section = self.fields["section"]
        section.choices = [  # type: ignore[attr-defined]  # a choice field
            (code, SECTIONS.get(code, words))
            for code, words in section.choices  # type: ignore[attr-defined]
        ]


@admin.register(LexiconTerm)
class LexiconTermAdmin(PlainAdmin):
    form = TermForm
    list_display = ["term", "language",
                    said(LexiconTerm, "field", FIELDS),
                    said(LexiconTerm, "section", SECTIONS)]  # fmt: skip
    list_filter = [("language", ChoicesCheckboxFilter), ("field", AllValuesCheckboxFilter),
                   ("section", AllValuesCheckboxFilter)]  # fmt: skip
    search_fields = ["term", "field"]
