"""Hypotheses in the admin: what a run produced is to look at; the site's lexicon is to edit."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from config.desk.admin import ReadOnlyAdmin
from hypotheses.models import (
    AspectScore,
    Clarification,
    Decision,
    Element,
    Gap,
    GapEvent,
    Hypothesis,
    Improvement,
    LexiconTerm,
    Note,
    Review,
    Version,
    Veto,
)
from hypotheses.querysets import HypothesisQuerySet


@admin.register(Hypothesis)
class HypothesisAdmin(ReadOnlyAdmin):
    list_display = ["id", "text", "language", "kind", "status", "owner", "created_at"]
    list_filter = ["language", "kind", "created_at"]
    list_select_related = ["owner"]
    search_fields = ["=id", "text"]

    def get_queryset(self, request: HttpRequest) -> HypothesisQuerySet:
        return Hypothesis.objects.with_status()

    @admin.display(description=_("decision"), ordering="decided", empty_value="-")
    def status(self, hypothesis: Hypothesis) -> str | None:
        """The decision in force."""
        after: str | None = hypothesis.decided  # type: ignore[attr-defined]  # annotated
        return after


@admin.register(Version)
class VersionAdmin(ReadOnlyAdmin):
    list_display = ["id", "hypothesis", "number", "question", "origin", "created_at"]
    list_filter = ["origin", "number", "created_at"]
    list_select_related = ["hypothesis"]
    search_fields = ["=hypothesis__id", "question"]


@admin.register(Element)
class ElementAdmin(ReadOnlyAdmin):
    list_display = ["id", "version", "aspect", "kind", "text", "origin"]
    list_filter = ["origin", "aspect", "kind"]
    list_select_related = ["version"]
    search_fields = ["=version__hypothesis__id", "text"]


@admin.register(Note)
class NoteAdmin(ReadOnlyAdmin):
    list_display = ["id", "version", "kind", "text"]
    list_filter = ["kind"]
    list_select_related = ["version"]
    search_fields = ["=version__hypothesis__id", "text"]


@admin.register(Review)
class ReviewAdmin(ReadOnlyAdmin):
    list_display = ["id", "version", "judge", "status", "forced", "degraded", "created_at"]
    list_filter = ["status", "forced", "degraded", "judge", "created_at"]
    list_select_related = ["version"]
    search_fields = ["=version__hypothesis__id", "justification"]


@admin.register(AspectScore)
class AspectScoreAdmin(ReadOnlyAdmin):
    list_display = ["id", "review", "aspect", "score", "code", "evidence"]
    list_filter = ["aspect", "score", "code"]
    list_select_related = ["review"]
    search_fields = ["=review__version__hypothesis__id", "evidence", "code"]


@admin.register(Improvement)
class ImprovementAdmin(ReadOnlyAdmin):
    list_display = ["id", "review", "aspect", "gap", "suggestion"]
    list_filter = ["aspect"]
    list_select_related = ["review"]
    search_fields = ["=review__version__hypothesis__id", "gap", "suggestion"]


@admin.register(Veto)
class VetoAdmin(ReadOnlyAdmin):
    list_display = ["id", "review", "code", "quote"]
    list_filter = ["code"]
    list_select_related = ["review"]
    search_fields = ["=review__version__hypothesis__id", "quote", "reason"]


@admin.register(Gap)
class GapAdmin(ReadOnlyAdmin):
    list_display = ["id", "hypothesis", "aspect", "code", "state", "mark", "opened_in", "closed_in"]
    list_filter = ["state", "mark", "aspect", "code"]
    list_select_related = ["hypothesis"]
    search_fields = ["=hypothesis__id", "gap", "closed_by"]


@admin.register(GapEvent)
class GapEventAdmin(ReadOnlyAdmin):
    list_display = ["id", "gap", "version", "state", "words", "created_at"]
    list_filter = ["state", "created_at"]
    list_select_related = ["gap", "version"]
    search_fields = ["=gap__hypothesis__id", "words"]


@admin.register(Clarification)
class ClarificationAdmin(ReadOnlyAdmin):
    list_display = ["id", "version", "aspect", "question", "answer", "answered_by", "answered_at"]
    list_filter = ["aspect", "answered_at"]
    list_select_related = ["version", "answered_by"]
    search_fields = ["=hypothesis__id", "question", "answer"]


@admin.register(Decision)
class DecisionAdmin(ReadOnlyAdmin):
    list_display = ["id", "hypothesis", "before", "after", "source", "user", "actor", "current",
                    "created_at"]  # fmt: skip
    list_filter = ["after", "source", "current", "created_at"]
    list_select_related = ["hypothesis", "user"]
    search_fields = ["=hypothesis__id", "reason", "actor", "user__username"]


@admin.register(LexiconTerm)
class LexiconTermAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # no generic at run time
    list_display = ["term", "language", "field", "section"]
    list_filter = ["language", "field", "section"]
    search_fields = ["term", "field"]
