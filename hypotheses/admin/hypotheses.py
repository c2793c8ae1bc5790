"""Hypotheses: where each stands, what belongs to it, and what an admin does with it."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import AutocompleteSelectFilter, ChoicesCheckboxFilter

from config.desk.admin import ActsAdmin, ExportAdmin
from config.desk.admin.columns import coloured, count, display, text, when
from config.desk.admin.links import links_to, list_url
from config.runs.models import Run
from hypotheses.models import (
    Clarification,
    Decision,
    Gap,
    Hypothesis,
    Preregistration,
    Version,
)
from hypotheses.services.submit import KIND

from .acts import ACTS
from .codes import STATUSES
from .filters import KeptFilter, SourceFilter, StatusFilter
from .parts import CREATED, SOURCES, VERDICTS

_PARTS = (Version, Gap, Clarification, Decision, Preregistration)


@admin.register(Hypothesis)
class HypothesisAdmin(ActsAdmin, ExportAdmin):
    root = Hypothesis
    list_display = ["id", text(Hypothesis, "text", 90), "language",
                    coloured("status", _("status"), STATUSES, VERDICTS),
                    coloured("source", _("decided by"), dict(Decision.Source.choices), SOURCES),
                    count("version_count", _("versions"),
                          lambda row: list_url(Version, hypothesis__id__exact=row.pk)),
                    count("open_gaps", _("open gaps"),
                          lambda row: list_url(Gap, hypothesis__id__exact=row.pk)),
                    count("run_count", _("runs"), lambda row: _runs(row.pk)),
                    "owner", when(Hypothesis, "created_at")]  # fmt: skip
    list_filter = [StatusFilter, SourceFilter, KeptFilter, ("language", ChoicesCheckboxFilter),
                   ("kind", ChoicesCheckboxFilter), ("field", ChoicesCheckboxFilter),
                   ("owner", AutocompleteSelectFilter), CREATED]  # fmt: skip
    list_select_related = ["owner"]
    search_fields = ["=id", "text"]
    readonly_fields = ["standing", "related"]
    fieldsets = [
        (None, {"fields": ["text", "standing", "related", "language", "kind", "field", "owner"]}),
        (_("Intake"), {"fields": ["max_refinements", "split_from", "near_duplicate_of",
                                  "key_terms", "created_at"]}),
        (_("Keeping"), {"fields": ["archived_at", "erased_at"]}),
    ]  # fmt: skip
    exported = ("id", "text", "language", "kind", "field", "status", "source", "owner",
                "max_refinements", "near_duplicate_of", "split_from", "version_count",
                "open_gaps", "disputes", "run_count", "call_count", "cost_usd", "created_at",
                "archived_at", "erased_at")  # fmt: skip
    acts = ACTS

    def annotated(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.with_status().with_counts()  # type: ignore[attr-defined,no-any-return]

    @display(description=_("status"))
    def standing(self, row: Any) -> str:
        """The status in words, and who brought it about."""
        source = dict(Decision.Source.choices).get(row.source, "")
        return " · ".join(str(words) for words in (STATUSES[row.status], source) if words)

    @display(description=_("related"))
    def related(self, row: Any) -> str:
        """Its versions, gaps, decisions, questions, pre-registrations and runs."""
        own = {"hypothesis__id__exact": row.pk}
        parts = [(model, own) for model in _PARTS]
        return links_to([*parts, (Run, {"kind": KIND, "subject_id": row.pk})])


def _runs(pk: int) -> str:
    return list_url(Run, kind=KIND, subject_id=pk)
