"""The acts on a hypothesis from its page: one service call each."""

from __future__ import annotations

import json
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from config.desk import inbox
from config.desk.inbox import go_on
from config.desk.refusals import with_refusal
from config.desk.roles import is_admin, is_reviewer
from config.runs.errors import REFUSALS, explain, status_of
from config.runs.views import run_views
from config.text.validation import as_number
from hypotheses.domain import osf
from hypotheses.forms import OverrideForm, PreregistrationForm, QuestionForm
from hypotheses.frame_table import USE
from hypotheses.models import Decision, Hypothesis, Preregistration
from hypotheses.presentation import deviation_lines
from hypotheses.services.answers import ANSWERS, answer_clarifications, edit_question
from hypotheses.services.archive import archive_hypothesis, erase_hypothesis, restore_hypothesis
from hypotheses.services.preregister import (
    deviations_of,
    may_preregister,
    preregister,
    verify_preregistration,
)
from hypotheses.services.review import (
    one_more_round,
    open_parts,
    override_decision,
    unconfirmed_parts,
    withdraw_decision,
)
from hypotheses.services.submit import KIND
from hypotheses.views.detail import back_to, page, seen_or_404, visible


@login_required
@require_POST
def archive(request: HttpRequest, pk: int) -> HttpResponse:
    """Archive it; everything is kept."""
    return _keep(request, pk, archive_hypothesis, _("archived: stored, but not in the lists"))


@login_required
@require_POST
def restore(request: HttpRequest, pk: int) -> HttpResponse:
    """Bring it back to the lists."""
    return _keep(request, pk, restore_hypothesis, _("restored"))


@login_required
@require_http_methods(["GET", "POST"])
def erase(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for confirmation, then erase words and persons for good."""
    hypothesis = seen_or_404(request, pk)
    if request.method == "GET":
        if not is_admin(request.user):
            return back_to(request, pk, _("only an admin erases a hypothesis"), error=True)
        return render(request, "hypotheses/erase.html", {"hypothesis": hypothesis})
    return _keep(request, pk, erase_hypothesis, _("erased: its words and persons are gone"))


def _keep(request: HttpRequest, pk: int, service: Any, message: str) -> HttpResponse:
    seen_or_404(request, pk)
    try:
        service(hypothesis_id=pk, user=request.user)
    except REFUSALS as error:
        return back_to(request, pk, explain(error), error=True)
    if service is archive_hypothesis:
        back_to(request, pk, message)
        return redirect("hypotheses")
    return back_to(request, pk, message)


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
        return page(request, pk, _form_on_new_decision(form, pk, explain(error)))
    if made is not None:
        inbox.offer(request, reverse("withdraw", args=[pk, made.pk]))
    here = reverse("hypothesis", args=[pk])
    return go_on(request, here, f"№ {pk}", _("your decision is on record"))


def _decide(user: Any, pk: int, values: dict[str, Any]) -> Decision | None:
    """Carry out the decision; None where a round has begun instead."""
    common = {"hypothesis_id": pk, "user": user, "expected": values["expected"]}
    if values["outcome"] == Decision.Outcome.AGAIN:
        one_more_round(guidance=values["reason"], **common)
        return None
    return override_decision(outcome=values["outcome"], reason=values["reason"], **common)


@login_required
@require_POST
def withdraw(request: HttpRequest, pk: int, decision: int) -> HttpResponse:
    """Withdraw a decision of a moment ago."""
    seen_or_404(request, pk)
    values: dict[str, Any] = {"hypothesis_id": pk, "decision_id": decision, "user": request.user}
    address = reverse("hypothesis", args=[pk])
    return inbox.take_back(request, address, lambda: withdraw_decision(**values))


def _form_on_new_decision(form: OverrideForm, pk: int, message: str) -> OverrideForm:
    """The form as typed, with the decision that is now in force: after reading what changed, the
    person may decide anew."""
    return with_refusal(OverrideForm({**form.cleaned_data, "expected": _in_force(pk)}), message)


def _in_force(pk: int) -> int | None:
    return Decision.objects.filter(hypothesis=pk, current=True).values_list("pk", flat=True).first()


@login_required
@require_POST
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer what was asked, confirm or correct the frame: all in one round."""
    seen_or_404(request, pk)
    answers, drops = _answers_and_drops(request)
    try:
        answer_clarifications(
            hypothesis_id=pk,
            answers=answers,
            drops=drops,
            user=request.user,  # type: ignore[arg-type]
            expected=as_number(request.POST.get("expected", "")),
        )
    except REFUSALS as error:
        return page(request, pk, answers_error=explain(error), typed=request.POST)
    return back_to(request, pk, _("thank you: a further round has begun"))


def _answers_and_drops(request: HttpRequest) -> tuple[dict[str, str], list[str]]:
    """The answers and the dropped proposals of the form; untouched fields are neither. Words
    typed without a choice count: without script a choice beside them may not have been made."""
    answers: dict[str, str] = {}
    drops: list[str] = []
    for name in ANSWERS:
        act = request.POST.get(f"act-{name}", "")
        answer = request.POST.get(f"edit-{name}", "").strip()
        if act == "confirm":
            answers[name] = ""
        elif act == "drop":
            drops.append(name)
        elif act.startswith(USE):
            part, _colon, taken = act.removeprefix(USE).partition(":")
            answers[part] = taken
        elif answer:
            answers[name] = answer
    return answers, drops


@login_required
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Submit the question in the reader's own words: a new version, assessed again."""
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


# Pre-registrations: created, shown, verified, downloaded.


@login_required
@require_http_methods(["GET", "POST"])
def preregister_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for what a person states beside the question, then freeze it."""
    hypothesis = seen_or_404(request, pk, visible(request).with_status())
    if not may_preregister(request.user, hypothesis):
        message = _("only its owner or an admin pre-registers a hypothesis")
        return back_to(request, pk, message, error=True)
    before = hypothesis.preregistrations.order_by("-number").first()
    form = PreregistrationForm(request.POST or None, initial=_start(hypothesis, before))
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        try:
            made = preregister(
                hypothesis_id=pk, user=request.user, plan=form.plan, note=values["note"],  # type: ignore[arg-type]
                expected=values["expected"],
            )  # fmt: skip
        except REFUSALS as error:
            form.add_error(None, explain(error))
        else:
            return redirect("preregistration", pk, made.number)
    return _form(request, hypothesis, before, form)


def _start(hypothesis: Hypothesis, before: Preregistration | None) -> dict[str, Any]:
    """An amendment begins with the values of the one before it."""
    current = hypothesis.decisions.filter(current=True).values_list("pk", flat=True).first()
    return {"expected": current, **(before.content["plan"] if before else {})}


def _form(
    request: HttpRequest, hypothesis: Any, before: Preregistration | None, form: PreregistrationForm
) -> HttpResponse:
    decision = hypothesis.decisions.filter(current=True).select_related("version").first()
    version = decision and decision.version
    context = {
        "hypothesis": hypothesis,
        "version": version,
        "approved": hypothesis.status == "approved",
        "conditions": unconfirmed_parts(version) if version else (),
        "open_parts": open_parts(version) if version else (),
        "before": before,
        "form": form,
    }
    status = 422 if form.errors else 200
    return render(request, "hypotheses/preregister.html", context, status=status)


@login_required
@require_GET
def registration(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The frozen content, for screen and print; with `verify`, whether it still matches."""
    hypothesis = seen_or_404(request, pk, visible(request).with_history())
    row = _row(hypothesis, number)
    verified = "verify" in request.GET
    context = {
        "hypothesis": hypothesis,
        "row": row,
        "first": number == 1,
        "sections": osf.sections(row.content),
        "not_stated": osf.words(row.content)["not_stated"],
        "series": list(hypothesis.preregistrations.all()),
        "deviations": deviation_lines(deviations_of(hypothesis)),
        "verification": verify_preregistration(preregistration_id=row.pk) if verified else None,
    }
    return render(request, "hypotheses/preregistration.html", context)


def _row(hypothesis: Hypothesis, number: int) -> Preregistration:
    rows = Preregistration.objects.select_related("user")
    return get_object_or_404(rows, hypothesis=hypothesis, number=number)


@login_required
@require_GET
def as_markdown(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Under the OSF's headings, as Markdown."""
    row = _row(seen_or_404(request, pk), number)
    return _file(row, "md", "text/markdown", osf.markdown(row.content, row.sha256))


@login_required
@require_GET
def as_json(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """The same as JSON, with the content that the hash is over."""
    row = _row(seen_or_404(request, pk), number)
    document = json.dumps(osf.as_json(row.content, row.sha256), ensure_ascii=False, indent=2)
    return _file(row, "json", "application/json", document + "\n")


def _file(row: Preregistration, ending: str, kind: str, text: str) -> HttpResponse:
    name = f"crivo-preregistration-{row.hypothesis_id}-{row.number}.{ending}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type=f"{kind}; charset=utf-8", headers=headers)
