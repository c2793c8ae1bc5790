"""Reviews, and what they say."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import (
    AllValuesCheckboxFilter,
    AutocompleteSelectFilter,
    ChoicesCheckboxFilter,
)

from config.desk.admin import ExportAdmin
from config.desk.admin.columns import BAD, GOOD, WARN, display, flag, link, said, state, text, when
from config.desk.admin.filters import YesNoFilter
from hypotheses.models import AspectScore, Decision, Hypothesis, Improvement, Review, Veto

from .codes import GAPS, JUDGES, VETOES
from .links import related_of
from .parts import CREATED, SOURCES, VERDICTS, ExportedPartAdmin, ReviewPartAdmin, of


def brief(review: Review) -> str:
    """A review in little room: its number and its version's."""
    return f"{review.pk} · V{review.version.number}"


@admin.register(Review)
class ReviewAdmin(ExportedPartAdmin):
    list_display = ["id", link(Review, "version"),
                    said(Review, "judge", JUDGES),
                    state(Review, "status", VERDICTS), flag(Review, "forced", WARN),
                    flag(Review, "degraded", BAD),
                    text(Review, "justification"), when(Review, "created_at")]  # fmt: skip
    list_filter = [of("version"), of("version__hypothesis"), ("status", ChoicesCheckboxFilter),
                   ("forced", YesNoFilter), ("degraded", YesNoFilter),
                   ("judge", AllValuesCheckboxFilter), CREATED]  # fmt: skip
    list_select_related = ["version"]
    search_fields = ["=version__hypothesis__id", "justification"]
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
    list_display = ["id", link(AspectScore, "review", brief), "aspect", "score",
                    said(AspectScore, "code", GAPS),
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
    list_display = ["id", link(Improvement, "review", brief), "aspect", text(Improvement, "gap"),
                    text(Improvement, "suggestion")]  # fmt: skip
    list_filter = [of("review"), of("review__version__hypothesis"),
                   ("aspect", ChoicesCheckboxFilter)]  # fmt: skip
    search_fields = ["=review__version__hypothesis__id", "gap", "suggestion"]


@admin.register(Veto)
class VetoAdmin(ReviewPartAdmin):
    list_display = ["id", link(Veto, "review", brief),
                    said(Veto, "code", VETOES),
                    text(Veto, "quote"), text(Veto, "reason")]  # fmt: skip
    list_filter = [of("review"), of("review__version__hypothesis")]
    search_fields = ["=review__version__hypothesis__id", "quote", "reason"]


@admin.register(Decision)
class DecisionAdmin(ExportAdmin):
    root, path = Hypothesis, "hypothesis"
    list_display = ["id", link(Decision, "hypothesis"), state(Decision, "before", VERDICTS),
                    state(Decision, "after", VERDICTS), state(Decision, "source", SOURCES),
                    "who", text(Decision, "reason", 50), flag(Decision, "current", GOOD),
                    when(Decision, "created_at")]  # fmt: skip
    list_filter = [of("hypothesis"), of("version"), ("after", ChoicesCheckboxFilter),
                   ("source", ChoicesCheckboxFilter), ("current", YesNoFilter),
                   ("user", AutocompleteSelectFilter), CREATED]  # fmt: skip
    list_select_related = ["hypothesis", "user"]
    search_fields = ["=hypothesis__id", "reason", "actor", "user__username"]
    exported = ("id", "hypothesis", "version", "before", "after", "source", "user", "actor",
                "reason", "current", "created_at")  # fmt: skip

    @display(description=_("user"), ordering="user__username")
    def who(self, decision: Decision) -> Any:
        """The account, or the name of a person without one."""
        return decision.user or decision.actor or None
