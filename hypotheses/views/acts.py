"""What a person does with a hypothesis on its page: one service call each."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from config.desk import undo
from config.desk.next_page import go_on
from config.desk.roles import is_admin, is_reviewer
from config.runs.actions import run_views
from config.runs.refusals import REFUSALS, explain, status_of
from hypotheses.forms import OverrideForm, QuestionForm
from hypotheses.frame_table import USE
from hypotheses.models import Decision
from hypotheses.services.answers import ANSWERS, answer_clarifications
from hypotheses.services.archive import archive_hypothesis, erase_hypothesis, restore_hypothesis
from hypotheses.services.edit import edit_question
from hypotheses.services.review import one_more_round, override_decision, withdraw_decision
from hypotheses.services.submit import KIND
from hypotheses.views.common import back_to, seen_or_404, visible
from hypotheses.views.detail import page


@login_required
@require_POST
def archive(request: HttpRequest, pk: int) -> HttpResponse:
    """Hide it; all is kept."""
    return _keep(request, pk, archive_hypothesis, _("archived: stored, but not in the lists"))


@login_required
@require_POST
def restore(request: HttpRequest, pk: int) -> HttpResponse:
    """Show it in the lists again."""
    return _keep(request, pk, restore_hypothesis, _("restored"))


@login_required
@require_http_methods(["GET", "POST"])
def erase(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask, then remove words and persons for good."""
    hypothesis = seen_or_404(request, pk)
    if request.method == "GET":
        if not is_admin(request.user):
            return back_to(request, pk, _("only an admin erases a hypothesis"), error=True)
        return render(request, "hypotheses/erase.html", {"hypothesis": hypothesis})
    return _keep(request, pk, erase_hypothesis, _("erased: its words and persons are gone"))


def _keep(request: HttpRequest, pk: int, service: Any, said: str) -> HttpResponse:
    seen_or_404(request, pk)
    try:
        service(hypothesis_id=pk, user=request.user)
    except REFUSALS as error:
        return back_to(request, pk, explain(error), error=True)
    if service is archive_hypothesis:
        back_to(request, pk, said)
        return redirect("hypotheses")
    return back_to(request, pk, said)


retry, cancel = run_views(kind=KIND, visible=visible, page="hypothesis")


@login_required
@require_POST
def override(request: HttpRequest, pk: int) -> HttpResponse:
    """Approve, reject, or send back, with a reason."""
    seen_or_404(request, pk)
    form = OverrideForm(request.POST)
    if not is_reviewer(request.user):
        return back_to(request, pk, _("only a reviewer overrides a decision"), error=True)
    if not form.is_valid():
        return page(request, pk, form)
    try:
        made = _decide(request.user, pk, form.cleaned_data)
    except REFUSALS as error:
        return page(request, pk, _again(form, pk, explain(error)))
    if made is not None:
        undo.offer(request, reverse("withdraw", args=[pk, made.pk]))
    here = reverse("hypothesis", args=[pk])
    return go_on(request, here, f"№ {pk}", _("your decision is on record"))


def _decide(user: Any, pk: int, told: dict[str, Any]) -> Decision | None:
    """The decision; None where it is a round that has begun."""
    common = {"hypothesis_id": pk, "user": user, "expected": told["expected"]}
    if told["outcome"] == Decision.Outcome.AGAIN:
        one_more_round(guidance=told["reason"], **common)
        return None
    return override_decision(outcome=told["outcome"], reason=told["reason"], **common)


@login_required
@require_POST
def withdraw(request: HttpRequest, pk: int, decision: int) -> HttpResponse:
    """Take back a decision of a moment ago."""
    seen_or_404(request, pk)
    told: dict[str, Any] = {"hypothesis_id": pk, "decision_id": decision, "user": request.user}
    address = reverse("hypothesis", args=[pk])
    return undo.take_back(request, address, lambda: withdraw_decision(**told))


def _again(form: OverrideForm, pk: int, said: str) -> OverrideForm:
    """The form as it was typed, on the decision that is now in force: who has read what changed
    may decide anew."""
    form = OverrideForm({**form.cleaned_data, "expected": _in_force(pk)})
    form.full_clean()
    form.add_error(None, said)
    return form


def _in_force(pk: int) -> int | None:
    return Decision.objects.filter(hypothesis=pk, current=True).values_list("pk", flat=True).first()


@login_required
@require_POST
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer what was asked, confirm or correct the frame: all in one round."""
    seen_or_404(request, pk)
    answers, drops = _told(request)
    try:
        answer_clarifications(
            hypothesis_id=pk,
            answers=answers,
            drops=drops,
            user=request.user,  # type: ignore[arg-type]
            expected=_whole(request.POST.get("expected", "")),
        )
    except REFUSALS as error:
        return page(request, pk, answers_error=explain(error), told=request.POST)
    return back_to(request, pk, _("thank you: a further round has begun"))


def _told(request: HttpRequest) -> tuple[dict[str, str], list[str]]:
    """The answers and the dropped proposals of the form; what was left alone is neither.

    Words typed without a choice count: a choice beside them may not have been made by script.
    """
    answers: dict[str, str] = {}
    drops: list[str] = []
    for name in ANSWERS:
        act = request.POST.get(f"act-{name}", "")
        words = request.POST.get(f"edit-{name}", "").strip()
        if act == "confirm":
            answers[name] = ""
        elif act == "drop":
            drops.append(name)
        elif act.startswith(USE):
            part, _colon, taken = act.removeprefix(USE).partition(":")
            answers[part] = taken
        elif words:
            answers[name] = words
    return answers, drops


def _whole(given: str) -> int | None:
    return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else None


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """The question in the reader's own words: a new version, assessed again."""
    hypothesis = seen_or_404(request, pk)
    last = hypothesis.versions.order_by("-number").first()
    start = {"question": last.question, "expected": last.number} if last else {}
    form = QuestionForm(request.POST or None, initial=start)
    status = 422 if request.method == "POST" else 200
    if request.method == "POST" and form.is_valid():
        try:
            edit_question(hypothesis_id=pk, user=request.user, **form.cleaned_data)  # type: ignore[arg-type]
        except REFUSALS as error:
            form.add_error("question", explain(error))
            status = status_of(error)
        else:
            return back_to(request, pk, _("your version is being assessed"))
    context = {"hypothesis": hypothesis, "last": last, "form": form}
    return render(request, "hypotheses/edit.html", context, status=status)
