"""Lessons and the snapshots of what was recalled; which lessons are recalled is an admin's say."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import AutocompleteSelectFilter, ChoicesCheckboxFilter

from config.desk.admin import Act, ActsAdmin, AdminRequest, ExportAdmin, LedgerAdmin, ReadOnlyAdmin
from config.desk.admin.columns import CALM, GOOD, WARN, count, display, flag, state, text, when
from config.desk.admin.columns import link as link_to
from config.desk.admin.filters import DayFilter, YesNoFilter
from config.desk.admin.links import list_url
from trading.models import Lesson, LessonEdit, MemorySnapshot, Strategy
from trading.querysets import LARGE_OF_STRATEGY
from trading.services.lessons import pin_lesson, restore_lesson, retire_lesson, unpin_lesson

from .parts import CREATED, link, of, related_of, values_of

KINDS = {"finding": CALM, "strategy": GOOD, "lesson": WARN}


def _is_out(lesson: Lesson) -> bool:
    """Whether no development recalls it any more."""
    return bool(lesson.retired_at or lesson.archived_at)


def _pin(asked: AdminRequest) -> None:
    pin_lesson(lesson_id=asked.pk, user=asked.user)


def _unpin(asked: AdminRequest) -> None:
    unpin_lesson(lesson_id=asked.pk, user=asked.user)


def _retire(asked: AdminRequest) -> None:
    retire_lesson(lesson_id=asked.pk, user=asked.user)


def _restore(asked: AdminRequest) -> None:
    restore_lesson(lesson_id=asked.pk, user=asked.user)


ACTS = [
    Act("pin", _("Pin"), _("pinned"), _pin, icon="push_pin",
        fits=lambda lesson: not lesson.pinned and not _is_out(lesson)),
    Act("unpin", _("Unpin"), _("unpinned"), _unpin, icon="keep_off",
        fits=lambda lesson: lesson.pinned),
    Act("retire", _("Retire"), _("retired"), _retire, icon="archive",
        fits=lambda lesson: not _is_out(lesson)),
    Act("restore", _("Restore"), _("restored"), _restore, icon="unarchive",
        fits=_is_out),
]  # fmt: skip


@admin.register(Lesson)
class LessonAdmin(ActsAdmin, ExportAdmin):
    root, path, large = Strategy, "strategy", LARGE_OF_STRATEGY
    list_display = ["id", link(Lesson, "strategy"), state(Lesson, "kind", KINDS), "ticker",
                    "approach", text(Lesson, "text", 110), flag(Lesson, "pinned", GOOD),
                    link_to(Lesson, "variant"), when(Lesson, "last_used_at"),
                    when(Lesson, "retired_at"), when(Lesson, "archived_at")]  # fmt: skip
    list_filter = [of("strategy"), of("variant"), of("findings"), ("kind", ChoicesCheckboxFilter),
                   values_of("ticker"), values_of("approach"), values_of("code"),
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
