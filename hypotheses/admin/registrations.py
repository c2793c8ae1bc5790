"""Pre-registrations: append-only."""

from __future__ import annotations

from django.contrib import admin
from unfold.contrib.filters.admin import AutocompleteSelectFilter

from config.desk.admin import ExportAdmin
from config.desk.admin.columns import link, text, when
from hypotheses.models import Hypothesis, Preregistration

from .parts import CREATED, of


@admin.register(Preregistration)
class PreregistrationAdmin(ExportAdmin):
    root, path = Hypothesis, "hypothesis"
    list_display = ["id", link(Preregistration, "hypothesis"), "number",
                    link(Preregistration, "version"), text(Preregistration, "sha256", 20),
                    "user", when(Preregistration, "created_at")]  # fmt: skip
    list_filter = [of("hypothesis"), ("user", AutocompleteSelectFilter), CREATED]
    list_select_related = ["hypothesis", "version", "user"]
    search_fields = ["=hypothesis__id", "version__question", "sha256"]
    exported = ("id", "hypothesis", "version", "decision", "number", "sha256", "content", "user",
                "created_at")  # fmt: skip
