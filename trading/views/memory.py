"""Lessons: search, read, pin, reword, retire."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from config.desk.diff import word_diff
from config.desk.lists import ANY, YES_NO, RowPaginator
from config.desk.refusals import with_refusal
from config.desk.roles import is_reviewer
from config.runs.errors import REFUSALS, explain
from trading.forms import choose
from trading.list_query import known_lessons, listed_lessons
from trading.memory import lineage
from trading.memory.recall_search import snapshots_with
from trading.memory.trials import FIGURES, SEGMENTS
from trading.models import Lesson, Strategy
from trading.presenting.code_names import word
from trading.presenting.numbers import NONE, figure, p_value, significant, significant_digits
from trading.querysets import LARGE, LARGE_OF_STRATEGY
from trading.services.lessons import (
    MAX_LESSON_CHARACTERS,
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
    """The lessons of developments that the reader may see."""
    seen = Lesson.objects.visible_to(request.user)
    there = known_lessons(seen)
    form = LessonFilterForm(
        request.GET,
        approaches=[(code, word(code, "kind")) for code in there.approaches],
        frequencies=[(code, word(code, "frequency")) for code in there.frequencies],
    )
    values = form.cleaned_data if form.is_valid() else {}
    rows = listed_lessons(seen, values) if form.is_valid() else seen.none()
    page = RowPaginator(rows, settings.PAGE_SIZE).get_page(request.GET.get("page"))
    active = {name for name, value in values.items() if value}
    context = {
        "form": form,
        "page": page,
        "asked": active,
        "more": active - {"q", "ticker", "kind"},
        "days": settings.MEMORY_ARCHIVE_DAYS,
    }
    return render(request, "trading/memory/list.html", context)


@login_required
@require_GET
def lesson(request: HttpRequest, pk: int) -> HttpResponse:
    """A lesson: its text, its evidence, and the developments that recalled it."""
    return _page(request, _seen(request, pk))


@login_required
@require_POST
def act(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Pin, unpin, retire or restore it."""
    if name not in ACTS:
        raise Http404
    _seen(request, pk)
    message = {
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
        messages.success(request, message)
    return redirect("lesson", pk)


@login_required
@require_POST
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Reword it."""
    found = _seen(request, pk)
    user: Any = request.user
    if not is_reviewer(user):
        messages.error(request, _("only a reviewer or an admin pins, rewords and retires lessons"))
        return redirect("lesson", pk)
    form = LessonTextForm(request.POST)
    if form.is_valid():
        values = form.cleaned_data
        try:
            edit_lesson(lesson_id=pk, text=values["text"], user=user, expected=values["expected"])
        except REFUSALS as error:
            # On its present text: a reader of that text may reword it.
            form = LessonTextForm({**values, "expected": _last_edit(_seen(request, pk))})
            form = with_refusal(form, explain(error), "text")
            found = _seen(request, pk)
        else:
            messages.success(request, _("reworded: later developments recall these words"))
            return redirect("lesson", pk)
    return _page(request, found, form)


def _seen(request: HttpRequest, pk: int) -> Lesson:
    """The lesson if the reader may see it; else 404, as if it did not exist."""
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


# The forms to filter and to reword lessons.

Choice = tuple[str, str]


class LessonFilterForm(forms.Form):
    """The filter of the list; an unknown value is reported, not ignored. `approaches` and
    `frequencies` are the existing ones, each with its name."""

    q = forms.CharField(label=gettext_lazy("Search"), required=False, max_length=200)
    ticker = forms.CharField(label=gettext_lazy("Ticker"), required=False, max_length=20)
    kind = forms.ChoiceField(
        label=gettext_lazy("Kind"), required=False, choices=[ANY, *Lesson.Kind.choices]
    )
    approach = forms.ChoiceField(label=gettext_lazy("Approach"), required=False, choices=[ANY])
    frequency = forms.ChoiceField(label=gettext_lazy("Frequency"), required=False, choices=[ANY])
    pinned = forms.ChoiceField(
        label=gettext_lazy("Pinned"),
        required=False,
        choices=YES_NO,
    )
    retired = forms.ChoiceField(
        label=gettext_lazy("Retired"),
        required=False,
        choices=[
            ("", gettext_lazy("hidden")),
            ("only", gettext_lazy("only these")),
            ("all", gettext_lazy("shown")),
        ],
    )
    archived = forms.ChoiceField(
        label=gettext_lazy("Archived"),
        required=False,
        choices=[
            ("", gettext_lazy("hidden")),
            ("only", gettext_lazy("only these")),
            ("all", gettext_lazy("shown")),
        ],
    )

    def __init__(
        self, *args: Any, approaches: Iterable[Choice], frequencies: Iterable[Choice], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        for name, choices in (("approach", approaches), ("frequency", frequencies)):
            choose(self, name, [ANY, *choices])


class LessonTextForm(forms.Form):
    """A lesson in other words."""

    text = forms.CharField(
        label=gettext_lazy("In your words"),
        # The service reports an empty or too long text: one place for the rule.
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4, "maxlength": MAX_LESSON_CHARACTERS}),
        help_text=gettext_lazy(
            "Later developments recall these words, in every language as they are; memories "
            "already frozen keep the old ones. The figures stay as they were measured: state none "
            "that is not among them, and nothing of a sealed holdout."
        ),
    )
    expected = forms.IntegerField(widget=forms.HiddenInput, required=False)


# A lesson's figures as its page shows them.

_NAMES: Mapping[str, str | Promise] = {
    "score": gettext_lazy("gate score"),
    "template": gettext_lazy("template"),
    "parameters": gettext_lazy("parameters"),
    "missed": gettext_lazy("gates missed"),
    "edge": gettext_lazy("edge that research spoke for"),
    "luck": gettext_lazy("Sharpe ratio that luck reaches"),
    "best_train": gettext_lazy("best Sharpe ratio on train"),
    "kinds": gettext_lazy("kinds of rule tried"),
    "rounds": gettext_lazy("rounds of research"),
    "failed": gettext_lazy("variants that failed"),
    "of": gettext_lazy("variants"),
    "agent": gettext_lazy("agent"),
    "domain": gettext_lazy("domain"),
    "value": gettext_lazy("value"),
    "unit": gettext_lazy("unit"),
    "n_obs": gettext_lazy("observations"),
    "signal": gettext_lazy("signal"),
    "confidence": gettext_lazy("confidence"),
    "p_value": gettext_lazy("p-value"),
    "p_adjusted": gettext_lazy("p-value among all tests"),
}
_CODES = frozenset(("name", "params"))
"""Values that identify a finding for its agent: its sentence says the same in words."""
_RATIOS = frozenset({"score", "luck", "best_train"})
_GROUPS = {"agent": "agent", "domain": "domain", "unit": "unit", "edge": "kind", "template": "kind"}


class LessonFigure(NamedTuple):
    """A figure on train and on validation."""

    name: str
    train: str
    validation: str


class Pair(NamedTuple):
    """A value with its name."""

    name: str
    value: str


class Figures(NamedTuple):
    """A lesson's values: those of a variant by segment, and all others."""

    rows: list[LessonFigure]
    pairs: list[Pair]


def figures(values: Mapping[str, Any]) -> Figures:
    """The evidence of a lesson's sentence, in words; empty values are left out."""
    rows, used = [], set(SEGMENTS)
    for name in FIGURES:
        keys = [one if name == "sharpe_ratio" else f"{one}_{name}" for one in SEGMENTS]
        used.update(keys)
        if any(key in values for key in keys):
            train, validation = (figure(_float(values.get(key)), name) for key in keys)
            rows.append(LessonFigure(word(name, "figure"), train, validation))
    used |= _CODES
    others = [key for key, value in values.items() if key not in used and value not in _EMPTY]
    others.sort(key=lambda key: isinstance(values[key], Mapping))  # parameters come last
    return Figures(rows, [Pair(_name(key), _in_words(key, values[key])) for key in others])


_EMPTY: tuple[Any, ...] = (None, "", [], {})


def _name(key: str) -> str:
    return str(_NAMES.get(key, key.replace("_", " ")))


def _in_words(key: str, value: Any) -> str:
    if isinstance(value, Mapping):
        given = {_name(name): each for name, each in value.items() if each not in _EMPTY}
        return ", ".join(f"{name} {_in_words('', each)}" for name, each in given.items()) or NONE
    if isinstance(value, list):
        return ", ".join(word(str(each), "figure") for each in value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return word(str(value), _GROUPS[key]) if key in _GROUPS else str(value)[:200]
    if key in ("p_value", "p_adjusted"):
        return p_value(value)
    if key in _RATIOS:
        return figure(value)
    return significant_digits(value) if not key or isinstance(value, int) else significant(value)


def _float(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) else None
