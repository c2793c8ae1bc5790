"""Lessons: search, read, pin, reword, retire."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from config.desk.diff import word_diff
from config.desk.paging import RowPaginator
from config.desk.roles import is_reviewer
from config.runs.refusals import REFUSALS, explain
from trading.forms.memory import LessonFilterForm, LessonTextForm
from trading.list_query import known_lessons, listed_lessons
from trading.memory import lineage
from trading.memory.recall_search import snapshots_with
from trading.models import Lesson, Strategy
from trading.presenting.code_names import word
from trading.presenting.lessons import figures
from trading.querysets import LARGE, LARGE_OF_STRATEGY
from trading.services.lessons import (
    edit_lesson,
    pin_lesson,
    restore_lesson,
    retire_lesson,
    unpin_lesson,
)

SHOWN = 20  # strategies that recalled a lesson
ACTS: dict[str, Any] = {
    "pin": pin_lesson,
    "unpin": unpin_lesson,
    "retire": retire_lesson,
    "restore": restore_lesson,
}


@login_required
@require_GET
def memory(request: HttpRequest) -> HttpResponse:
    """What developments left behind, as far as the reader may see it."""
    seen = Lesson.objects.visible_to(request.user)
    there = known_lessons(seen)
    form = LessonFilterForm(
        request.GET,
        approaches=[(code, word(code, "kind")) for code in there.approaches],
        frequencies=[(code, word(code, "frequency")) for code in there.frequencies],
    )
    told = form.cleaned_data if form.is_valid() else {}
    rows = listed_lessons(seen, told) if form.is_valid() else seen.none()
    page = RowPaginator(rows, settings.PAGE_SIZE).get_page(request.GET.get("page"))
    asked = {name for name, value in told.items() if value}
    context = {
        "form": form,
        "page": page,
        "asked": asked,
        "more": asked - {"q", "ticker", "kind"},
        "days": settings.MEMORY_ARCHIVE_DAYS,
    }
    return render(request, "trading/memory/list.html", context)


@login_required
@require_GET
def lesson(request: HttpRequest, pk: int) -> HttpResponse:
    """One lesson: what it says, what it rests on, who recalled it."""
    return _page(request, _seen(request, pk))


@login_required
@require_POST
def act(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Pin, unpin, retire or restore it."""
    if name not in ACTS:
        raise Http404
    _seen(request, pk)
    said = {
        "pin": _("pinned: every later development recalls it first"),
        "unpin": _("no longer pinned"),
        "retire": _("retired: it is recalled no more; memories that hold it stay"),
        "restore": _("restored: it is recalled again"),
    }[name]
    try:
        ACTS[name](lesson_id=pk, user=request.user)
    except REFUSALS as error:
        messages.error(request, explain(error))
    else:
        messages.success(request, said)
    return redirect("lesson", pk)


@login_required
@require_POST
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Say it in other words."""
    found = _seen(request, pk)
    user: Any = request.user
    if not is_reviewer(user):
        messages.error(request, _("only a reviewer or an admin pins, rewords and retires lessons"))
        return redirect("lesson", pk)
    form = LessonTextForm(request.POST)
    if form.is_valid():
        told = form.cleaned_data
        try:
            edit_lesson(lesson_id=pk, text=told["text"], user=user, expected=told["expected"])
        except REFUSALS as error:
            # On what it says now: who has read that may reword it.
            form = LessonTextForm({**told, "expected": _last_edit(_seen(request, pk))})
            form.full_clean()
            form.add_error("text", explain(error))
            found = _seen(request, pk)
        else:
            messages.success(request, _("reworded: later developments recall these words"))
            return redirect("lesson", pk)
    return _page(request, found, form)


def _seen(request: HttpRequest, pk: int) -> Lesson:
    """The lesson if the reader may see it; else 404, as if there were none."""
    rows = Lesson.objects.visible_to(request.user).select_related("strategy", "variant")
    rows = rows.defer(*LARGE_OF_STRATEGY)
    found: Lesson = get_object_or_404(rows, pk=pk)
    return found


def _page(request: HttpRequest, found: Lesson, form: LessonTextForm | None = None) -> HttpResponse:
    edits = list(found.edits.select_related("user"))
    recalled = Strategy.objects.visible_to(request.user).filter(memory__in=snapshots_with(found))
    initial = {"text": found.text, "expected": edits[-1].pk if edits else 0}
    context = {
        "lesson": found,
        "figures": figures(found.values),
        "lineage": lineage(found),
        "recalled": recalled.defer(*LARGE).order_by("-pk")[:SHOWN],
        "recalled_count": recalled.count(),
        "edits": [(edit, word_diff(edit.before, edit.after)) for edit in edits][::-1],
        "curates": is_reviewer(request.user),
        "form": form or LessonTextForm(initial=initial),
    }
    status = 422 if form is not None and form.errors else 200
    return render(request, "trading/memory/lesson.html", context, status=status)


def _last_edit(found: Lesson) -> int:
    last = found.edits.last()
    return last.pk if last else 0
