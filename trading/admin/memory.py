"""Findings, fact sheets, lessons, and the memory that a development started with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import AutocompleteSelectFilter, ChoicesCheckboxFilter

from config.desk.admin import Act, ActsAdmin, ExportAdmin, LedgerAdmin, ReadOnlyAdmin, by_number
from config.desk.admin.columns import (
    BAD,
    CALM,
    GOOD,
    PLAIN,
    WARN,
    DayFilter,
    YesNoFilter,
    count,
    display,
    flag,
    list_url,
    state,
    text,
    when,
)
from config.desk.admin.columns import link as link_to
from config.lazy_import import LazyImport
from trading.admin.parts import (
    CREATED,
    StrategyPartAdmin,
    code_column,
    figure,
    link,
    of,
    related_of,
    short,
    values_of,
    worded,
)
from trading.models import (
    CachedResearch,
    FactSheet,
    Finding,
    Lesson,
    LessonEdit,
    MemorySnapshot,
    Reading,
    Strategy,
)
from trading.querysets import LARGE_OF_STRATEGY

if TYPE_CHECKING:
    from trading.presenting.code_names import word
    from trading.services.lessons import pin_lesson, restore_lesson, retire_lesson, unpin_lesson
else:  # called with a request: to import them takes longer than all of the admin
    word = LazyImport("trading.presenting.code_names.word")
    pin_lesson = LazyImport("trading.services.lessons.pin_lesson")
    restore_lesson = LazyImport("trading.services.lessons.restore_lesson")
    retire_lesson = LazyImport("trading.services.lessons.retire_lesson")
    unpin_lesson = LazyImport("trading.services.lessons.unpin_lesson")


STATUSES = {"OK": GOOD, "PROXY": WARN, "NO_DATA": PLAIN, "STALE": WARN, "INSUFFICIENT": BAD}


@admin.register(Finding)
class FindingAdmin(StrategyPartAdmin, ExportAdmin):
    list_display = ["id", link(Finding, "strategy"), "research_iteration",
                    code_column(Finding, "agent", "agent"), "domain",
                    state(Finding, "status", STATUSES), "name", figure(Finding, "value", ".4g"),
                    figure(Finding, "signal", "+.2f"), figure(Finding, "p_value", ".3g"),
                    flag(Finding, "significant", GOOD),
                    worded(Finding, "interpretation")]  # fmt: skip
    further_columns = [code_column(Finding, "unit", "unit")]
    list_filter = [of("strategy"), of("variants"), ("domain", ChoicesCheckboxFilter),
                   ("status", ChoicesCheckboxFilter), values_of("agent", "agent"),
                   ("significant", YesNoFilter)]  # fmt: skip
    search_fields = ["=strategy__id", "agent", "name", "interpretation"]
    readonly_fields = ["related"]
    related = related_of(("Variant", "findings__id__exact"), ("Lesson", "findings__id__exact"))
    exported = ("id", "strategy", "research_iteration", "agent", "domain", "status", "name",
                "value", "unit", "n_obs", "signal", "confidence", "p_value", "significant",
                "interpretation")  # fmt: skip

    def title_of(self, row: Finding) -> str:
        return f"{word(row.agent, 'agent')}: {short(row)}"


@admin.register(FactSheet)
class FactSheetAdmin(StrategyPartAdmin):
    list_display = ["id", link(FactSheet, "strategy"), "research_iteration", "domain",
                    "with_data", "of", figure(FactSheet, "signal", "+.2f"),
                    figure(FactSheet, "confidence"), worded(FactSheet, "text", 110)]  # fmt: skip
    list_filter = [of("strategy"), ("domain", ChoicesCheckboxFilter)]
    search_fields = ["=strategy__id", "text"]


@admin.register(Reading)
class ReadingAdmin(StrategyPartAdmin):
    list_display = ["id", link(Reading, "strategy"), "research_iteration", "part", "named", "judge",
                    flag(Reading, "degraded", WARN), flag(Reading, "carried", PLAIN),
                    text(Reading, "caution", 80)]  # fmt: skip
    list_filter = [of("strategy"), ("part", ChoicesCheckboxFilter), values_of("judge"),
                   ("degraded", YesNoFilter)]  # fmt: skip
    search_fields = ["=strategy__id", "name", "judge", "text", "caution"]

    @display(description=_("agent or domain"), ordering="name")
    def named(self, row: Reading) -> str:
        return word(row.name, "agent" if row.part == Reading.Part.AGENT else "domain")

    def title_of(self, row: Reading) -> str:
        return f"{self.named(row)} {row.research_iteration}"


@admin.register(CachedResearch)
class CachedResearchAdmin(ReadOnlyAdmin):
    list_display = ["id", code_column(CachedResearch, "agent", "agent"),
                    text(CachedResearch, "key", 16),
                    when(CachedResearch, "created_at")]  # fmt: skip
    list_filter = [values_of("agent", "agent"), CREATED]
    search_fields = ["agent", "key"]
    date_hierarchy = "created_at"

    def title_of(self, row: CachedResearch) -> str:
        return f"{word(row.agent, 'agent')} {row.key[:12]}"


KINDS = {"finding": CALM, "strategy": GOOD, "lesson": WARN}


def _is_out(lesson: Lesson) -> bool:
    """Whether no development recalls it any more."""
    return bool(lesson.retired_at or lesson.archived_at)


ACTS = [
    Act("pin", _("Pin"), _("pinned"), by_number(pin_lesson, "lesson_id"), icon="push_pin",
        fits=lambda lesson: not lesson.pinned and not _is_out(lesson)),
    Act("unpin", _("Unpin"), _("unpinned"), by_number(unpin_lesson, "lesson_id"), icon="keep_off",
        fits=lambda lesson: lesson.pinned),
    Act("retire", _("Retire"), _("retired"), by_number(retire_lesson, "lesson_id"), icon="archive",
        fits=lambda lesson: not _is_out(lesson)),
    Act("restore", _("Restore"), _("restored"), by_number(restore_lesson, "lesson_id"),
        icon="unarchive",
        fits=_is_out),
]  # fmt: skip


@admin.register(Lesson)
class LessonAdmin(ActsAdmin, ExportAdmin):
    root, path, large = Strategy, "strategy", LARGE_OF_STRATEGY
    list_display = ["id", link(Lesson, "strategy"), state(Lesson, "kind", KINDS), "ticker",
                    code_column(Lesson, "approach", "kind"), worded(Lesson, "text", 110),
                    flag(Lesson, "pinned", GOOD),
                    link_to(Lesson, "variant"), when(Lesson, "last_used_at"),
                    when(Lesson, "retired_at"), when(Lesson, "archived_at")]  # fmt: skip
    list_filter = [of("strategy"), of("variant"), of("findings"), ("kind", ChoicesCheckboxFilter),
                   values_of("ticker"), values_of("approach", "kind"), values_of("code"),
                   ("pinned", YesNoFilter), ("retired_at", DayFilter), ("archived_at", DayFilter),
                   ("last_used_at", DayFilter), CREATED]  # fmt: skip
    list_select_related = ["strategy", "variant"]
    search_fields = ["=strategy__id", "ticker", "text", "words"]
    date_hierarchy = "created_at"
    readonly_fields = ["related"]
    related = related_of(("Finding", "lessons__id__exact"), ("LessonEdit", "lesson__id__exact"))
    exported = ("id", "strategy", "variant", "kind", "ticker", "frequency", "approach", "code",
                "values", "text", "language", "pinned", "last_used_at", "retired_at", "archived_at",
                "created_at")  # fmt: skip
    acts = ACTS

    def annotated(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.with_wording()  # type: ignore[attr-defined,no-any-return]

    def title_of(self, row: Lesson) -> str:
        """Through a rewording the lesson is a person's, who said it in one language."""
        return short(row) if hasattr(row, "edited") else str(row)


@admin.register(LessonEdit)
class LessonEditAdmin(LedgerAdmin):
    root, path = Strategy, "lesson__strategy"
    list_display = ["id", link(LessonEdit, "lesson"), text(LessonEdit, "before", 70),
                    text(LessonEdit, "after", 70), link_to(LessonEdit, "user"),
                    when(LessonEdit, "created_at")]  # fmt: skip
    list_filter = [of("lesson"), ("user", AutocompleteSelectFilter), CREATED]
    list_select_related = ["lesson", "user"]
    search_fields = ["=lesson__id", "before", "after", "user__username"]
    date_hierarchy = "created_at"


@admin.register(MemorySnapshot)
class MemorySnapshotAdmin(ReadOnlyAdmin):
    list_display = ["id", text(MemorySnapshot, "sha256", 16), "lesson_count", "inherited",
                    count("strategy_count", _("strategies"),
                          lambda row: list_url(Strategy, memory__id__exact=row.pk)),
                    when(MemorySnapshot, "created_at")]  # fmt: skip
    list_filter = [CREATED]
    search_fields = ["=id", "sha256"]
    date_hierarchy = "created_at"
    fields = readonly_fields = ["sha256", "lesson_count", "inherited", "lessons", "created_at"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        counted: QuerySet[Any] = rows.annotate(strategy_count=Count("strategies"))
        return counted

    @display(description=_("lessons"))
    def lesson_count(self, row: MemorySnapshot) -> int:
        return len(row.content)

    @display(description=_("trials inherited"))
    def inherited(self, row: MemorySnapshot) -> int:
        return sum(row.trials.values())

    @display(description=_("what was recalled"))
    def lessons(self, row: MemorySnapshot) -> Any:
        return format_html_join("", "<p>{}</p>", ((one["text"],) for one in row.content)) or None
