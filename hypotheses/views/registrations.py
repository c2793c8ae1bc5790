"""Pre-registrations: made, looked at, verified, taken away."""

from __future__ import annotations

import json
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from config.runs.refusals import REFUSALS, explain
from hypotheses.deviation_lines import deviation_lines
from hypotheses.domain import osf
from hypotheses.forms import PreregistrationForm
from hypotheses.models import Hypothesis, Preregistration
from hypotheses.services.completeness import open_parts, unconfirmed_parts
from hypotheses.services.deviations import deviations_of
from hypotheses.services.preregister import may_preregister, preregister
from hypotheses.services.verification import verify_preregistration
from hypotheses.views.common import back_to, seen_or_404, visible


@login_required
@require_http_methods(["GET", "POST"])
def preregister_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask what a person states beside the question, then freeze it all."""
    hypothesis = seen_or_404(request, pk, visible(request).with_status())
    if not may_preregister(request.user, hypothesis):
        said = _("only its owner or an admin pre-registers a hypothesis")
        return back_to(request, pk, said, error=True)
    before = hypothesis.preregistrations.order_by("-number").first()
    form = PreregistrationForm(request.POST or None, initial=_start(hypothesis, before))
    if request.method == "POST" and form.is_valid():
        told = form.cleaned_data
        try:
            made = preregister(
                hypothesis_id=pk, user=request.user, plan=form.plan, note=told["note"],  # type: ignore[arg-type]
                expected=told["expected"],
            )  # fmt: skip
        except REFUSALS as error:
            form.add_error(None, explain(error))
        else:
            return redirect("preregistration", pk, made.number)
    return _form(request, hypothesis, before, form)


def _start(hypothesis: Hypothesis, before: Preregistration | None) -> dict[str, Any]:
    """An amendment begins from what the one before it states."""
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
    """What was frozen, for the screen and for print; with `verify`, whether it still is that."""
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
    told = json.dumps(osf.as_json(row.content, row.sha256), ensure_ascii=False, indent=2)
    return _file(row, "json", "application/json", told + "\n")


def _file(row: Preregistration, ending: str, kind: str, text: str) -> HttpResponse:
    name = f"crivo-preregistration-{row.hypothesis_id}-{row.number}.{ending}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type=f"{kind}; charset=utf-8", headers=headers)
