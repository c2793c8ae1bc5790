"""A new idea."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from config.runs.refusals import REFUSALS, explain, status_of
from hypotheses.domain.types import Language
from hypotheses.forms import IdeaForm
from hypotheses.services.estimate import estimate_typical
from hypotheses.services.submit import (
    Preview,
    preview_idea,
    submit_hypothesis,
    submit_split,
)


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Take an idea in; before that, point out a near-duplicate and propose a split."""
    form = IdeaForm(request.POST or None, initial={"text": request.GET.get("text", "")})
    if request.method == "POST" and form.is_valid():
        try:
            notice = _notice(request, form.cleaned_data)
            if notice is None:
                return _take_in(request, form.cleaned_data)
        except REFUSALS as error:
            form.add_error(_field(error), explain(error))
            return _page(request, form, status=status_of(error))
        else:
            return _page(request, form, notice)
    return _page(request, form)


def _page(
    request: HttpRequest, form: IdeaForm, notice: Preview | None = None, status: int = 200
) -> HttpResponse:
    if status == 200 and form.errors:
        status = 422
    language: Language = "pt" if (get_language() or "").startswith("pt") else "en"
    estimate = estimate_typical(language=language)
    context = {"form": form, "notice": notice, "estimate": estimate}
    return render(request, "hypotheses/new.html", context, status=status)


def _notice(request: HttpRequest, told: dict[str, Any]) -> Preview | None:
    """What the person has not been told yet, for this very text."""
    if request.POST.get("told") == told["text"] and request.POST.get("choice"):
        return None
    preview = preview_idea(text=told["text"], language=told["language"], user=request.user)  # type: ignore[arg-type]
    return preview if preview.ideas or preview.near or preview.similar else None


def _take_in(request: HttpRequest, told: dict[str, Any]) -> HttpResponse:
    user: Any = request.user
    if request.POST.get("choice") != "split":
        submission = submit_hypothesis(**told, user=user)
        return redirect("hypothesis", submission.hypothesis.pk)
    made = submit_split(**told, user=user)
    messages.success(request, _("%(count)s records were made") % {"count": len(made)})
    return redirect("hypotheses")


def _field(error: Exception) -> str | None:
    """The field that a refusal is about."""
    from config.text.language import LanguageError
    from hypotheses.domain.text import IdeaError

    if isinstance(error, LanguageError):
        return "language"
    return "text" if isinstance(error, IdeaError) else None
