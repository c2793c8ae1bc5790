"""A new idea."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from config.runs.refusals import REFUSALS, explain, status_of
from hypotheses.domain.frame import FrameError
from hypotheses.domain.types import LANGUAGES, Language
from hypotheses.forms import IdeaForm
from hypotheses.idea_frame import claim_set, idea_frame
from hypotheses.services.assess import assess_texts
from hypotheses.services.estimate import estimate_typical
from hypotheses.services.submit import (
    IdeaPreview,
    preview_idea,
    submit_hypothesis,
    submit_split,
)
from hypotheses.slots import slot_name

LEAST_WORDS = 3
"""Of fewer words no frame is shown: the author has hardly begun."""


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
        except FrameError as error:
            form.add_error(None, f"{slot_name(error.path)}: {explain(error)}")
            return _page(request, form, status=status_of(error))
        except REFUSALS as error:
            form.add_error(_field(error), explain(error))
            return _page(request, form, status=status_of(error))
        else:
            return _page(request, form, notice)
    return _page(request, form)


@login_required
@require_POST
def frame(request: HttpRequest) -> HttpResponse:
    """The frame of a text as it is typed, and the fields to put it right."""
    try:
        context = _frame(request)
    except REFUSALS as error:
        return HttpResponse(explain(error), status=status_of(error), content_type="text/plain")
    return render(request, "hypotheses/_framing.html", context)


def _frame(request: HttpRequest) -> dict[str, Any]:
    """What was read of the text that was sent, or why it cannot be read. Raises Refusal."""
    posted = request.POST.dict()
    text = posted.get("text", request.GET.get("text", ""))
    if len(text.split()) < LEAST_WORDS:
        return {}
    user: Any = request.user
    language = posted.get("language")
    known = language if language in LANGUAGES else "auto"
    (found,) = assess_texts(texts=[text], language=known, user=user)
    return {"problem": found["error"]} if "error" in found else {"frame": idea_frame(found, posted)}


def _page(
    request: HttpRequest, form: IdeaForm, notice: IdeaPreview | None = None, status: int = 200
) -> HttpResponse:
    if status == 200 and form.errors:
        status = 422
    language: Language = "pt" if (get_language() or "").startswith("pt") else "en"
    estimate = estimate_typical(language=language)
    context: dict[str, Any] = {"form": form, "notice": notice, "estimate": estimate}
    try:
        context |= _frame(request)
    except REFUSALS as error:  # the idea can be sent without
        context["problem"] = explain(error)
    if form.errors:
        context.pop("problem", None)  # it stands beside its field
    return render(request, "hypotheses/new.html", context, status=status)


def _notice(request: HttpRequest, told: dict[str, Any]) -> IdeaPreview | None:
    """What the person has not been told yet, for this very text."""
    if request.POST.get("told") == told["text"] and request.POST.get("choice"):
        return None
    preview = preview_idea(text=told["text"], language=told["language"], user=request.user)  # type: ignore[arg-type]
    return preview if preview.ideas or preview.near or preview.similar else None


def _take_in(request: HttpRequest, told: dict[str, Any]) -> HttpResponse:
    user: Any = request.user
    if request.POST.get("choice") != "split":
        claim = claim_set(request.POST.dict()) or None
        submission = submit_hypothesis(**told, user=user, claim=claim)
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
