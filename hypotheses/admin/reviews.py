"""Reviews, and what they say."""

from __future__ import annotations

from django.contrib import admin
from unfold.contrib.filters.admin import (
    AllValuesCheckboxFilter,
    BooleanRadioFilter,
    ChoicesCheckboxFilter,
)

from config.desk.admin.columns import link, said, state, text
from hypotheses.models import AspectScore, Improvement, Review, Veto

from .codes import GAPS, JUDGES, VETOES
from .parts import CREATED, VERDICTS, ExportedPartAdmin, ReviewPartAdmin, of
from .related import related_of


@admin.register(Review)
class ReviewAdmin(ExportedPartAdmin):
    list_display = ["id", link(Review, "version"),
                    said("judge", Review._meta.get_field("judge").verbose_name,
                         lambda code: JUDGES.get(code, code)),
                    state(Review, "status", VERDICTS), "forced", "degraded",
                    text(Review, "justification"), "created_at"]  # fmt: skip
    list_filter = [of("version"), of("version__hypothesis"), ("status", ChoicesCheckboxFilter),
                   ("forced", BooleanRadioFilter), ("degraded", BooleanRadioFilter),
                   ("judge", AllValuesCheckboxFilter), CREATED]  # fmt: skip
    list_select_related = ["version"]
    search_fields = ["=version__hypothesis__id", "justification"]
    date_hierarchy = "created_at"
    readonly_fields = ["related"]
    related = related_of(
        ("AspectScore", "review__id__exact"),
        ("Improvement", "review__id__exact"),
        ("Veto", "review__id__exact"),
    )
    exported = ("id", "version", "judge", "status", "forced", "degraded", "justification",
                "created_at")  # fmt: skip


@admin.register(AspectScore)
class AspectScoreAdmin(ReviewPartAdmin):
    list_display = ["id", link(AspectScore, "review"), "aspect", "score",
                    said("code", AspectScore._meta.get_field("code").verbose_name,
                         lambda code: GAPS.get(code, code)),
                    text(AspectScore, "evidence")]  # fmt: skip
    list_filter = [
        of("review"),
        of("review__version__hypothesis"),
        ("aspect", ChoicesCheckboxFilter),
        ("score", AllValuesCheckboxFilter),
    ]
    search_fields = ["=review__version__hypothesis__id", "evidence", "code"]


@admin.register(Improvement)
class ImprovementAdmin(ReviewPartAdmin):
    list_display = ["id", link(Improvement, "review"), "aspect", text(Improvement, "gap"),
                    text(Improvement, "suggestion")]  # fmt: skip
    list_filter = [of("review"), of("review__version__hypothesis"),
                   ("aspect", ChoicesCheckboxFilter)]  # fmt: skip
    search_fields = ["=review__version__hypothesis__id", "gap", "suggestion"]


@admin.register(Veto)
class VetoAdmin(ReviewPartAdmin):
    list_display = ["id", link(Veto, "review"),
                    said("code", Veto._meta.get_field("code").verbose_name,
                         lambda code: VETOES.get(code, code)),
                    text(Veto, "quote"), text(Veto, "reason")]  # fmt: skip
    list_filter = [of("review"), of("review__version__hypothesis")]
    search_fields = ["=review__version__hypothesis__id", "quote", "reason"]
