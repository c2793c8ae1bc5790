"""A new development: from a ticker, from an approved hypothesis, or as a fork of another."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from config.desk.refusals import Conflict, Missing
from config.runs.refusals import REFUSALS, explain
from trading.forms.start import StartForm
from trading.presenting.wishes import wishes_in_words
from trading.services.estimate import estimate_strategy
from trading.services.fork import fork_development
from trading.services.submit import Development, start_development
from trading.views.estimate import estimated
from trading.views.start_form import Start, field_of, start_form, start_of

# What stands folded on the page; a group with an error opens.
GROUPS = {
    "limits": {"max_iterations", "max_strategy_iterations", "max_research_iterations", "variants",
               "seed", "profile"},
    "constraints": {"long_only", "start", "end", "commission", "cash", "spread", "margin", "borrow",
                    "fractions", "most_complexity", "forbidden_indicators"},
    "begin": {"memory", "saved", "spec", "language", "masked"},
}  # fmt: skip


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Ask for a development; nothing starts before it is sent."""
    try:
        start, refused = start_of(request), ""
    except Missing as error:
        raise Http404 from error
    except Conflict as error:
        if request.method == "GET":
            messages.error(request, explain(error))
            return redirect("hypothesis", int(request.GET["hypothesis"]))
        start, refused = Start(), explain(error)
    form = start_form(request, start)
    if request.method == "POST" and form.is_valid():
        try:
            if not refused:
                return _under_way(request, start, form)
        except REFUSALS as error:
            form.add_error(field_of(error, form.cleaned_data), explain(error))
    if refused:
        form.add_error(None, refused)
    return _page(request, start, form)


def _under_way(request: HttpRequest, start: Start, form: StartForm) -> HttpResponse:
    made = _started(request.user, start, form)
    if estimate := estimate_strategy(strategy=made.strategy):
        for warning in estimate.warnings:
            messages.warning(request, warning)
    messages.success(request, _("it is under way: this page follows it"))
    return redirect("strategy", made.strategy.pk)


def _started(user: Any, start: Start, form: StartForm) -> Development:
    asked = dict(form.asked())
    if start.first is not None:
        limits = asked.pop("limits")._asdict()
        return fork_development(strategy_id=start.first.pk, limits=limits, user=user, **asked)
    hypothesis = start.draft.hypothesis.pk if start.draft else None
    ticker = form.cleaned_data["ticker"]
    return start_development(ticker=ticker, hypothesis=hypothesis, user=user, **asked)


def _page(request: HttpRequest, start: Start, form: StartForm) -> HttpResponse:
    objective = form["objective"].value() or ""
    context = {
        "form": form,
        "draft": start.draft,
        "first": start.first,
        "read": wishes_in_words(objective) if start.draft or start.first or form.errors else [],
        "wrong": {name for name, group in GROUPS.items() if group & form.errors.keys()},
        "groups": GROUPS,
        "estimate": estimated(form),
    }
    return render(request, "trading/new.html", context, status=422 if form.errors else 200)
