"""Many ideas at once, from a file: looked at first, then taken in whole."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from config.runs.refusals import REFUSALS, explain
from hypotheses.services.ideas_file import (
    MOST,
    MOST_BYTES,
    Contents,
    IdeaRow,
    read_file,
    submit_file,
)

_SALT = "hypotheses.many"
_LASTS = 3_600  # seconds between the look and the word


class FileForm(forms.Form):
    """A file of ideas."""

    file = forms.FileField(label=_("File"))


@login_required
@require_http_methods(["GET", "POST"])
def many(request: HttpRequest) -> HttpResponse:
    """A file, what it would become, and then, when that is confirmed, so many hypotheses.

    Between the two the ideas travel with the page, signed: nothing is kept that nobody confirms.
    """
    if request.method == "GET":
        return _page(request, FileForm())
    if "ideas" in request.POST:
        return _taken_in(request)
    form = FileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, form)
    found = read_file(form.cleaned_data["file"].read(MOST_BYTES + 1))
    return _page(request, FileForm(), found)


def _taken_in(request: HttpRequest) -> HttpResponse:
    try:
        told: Any = signing.loads(request.POST["ideas"], salt=_SALT, max_age=_LASTS)
    except signing.BadSignature:
        messages.error(request, _("the page has expired: choose the file again"))
        return redirect("many-ideas")
    rows = tuple(IdeaRow(**each) for each in told)
    try:
        made = submit_file(rows=rows, user=request.user)  # type: ignore[arg-type]
    except REFUSALS as error:
        return _page(request, FileForm(), Contents(rows, ()), explain(error))
    count = len(made)
    said = ngettext("%(n)s idea is taken in", "%(n)s ideas are taken in", count) % {"n": count}
    messages.success(request, said)
    return redirect("hypotheses")


def _page(
    request: HttpRequest, form: FileForm, found: Contents | None = None, error: str = ""
) -> HttpResponse:
    ready = found is not None and not found.faults
    ideas = [asdict(row) for row in found.rows] if found and ready else []
    context = {
        "form": form,
        "found": found,
        "ideas": signing.dumps(ideas, salt=_SALT, compress=True) if ideas else "",
        "error": error,
        "most": MOST,
    }
    refused = form.errors or error or (found is not None and found.faults)
    return render(request, "hypotheses/many.html", context, status=422 if refused else 200)
