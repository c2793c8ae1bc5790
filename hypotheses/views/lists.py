"""The list of hypotheses, and one act on all results of a filter."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

from config.desk.lists import list_page
from config.desk.roles import is_reviewer
from config.runs.errors import REFUSALS, explain
from hypotheses.forms import HypothesisFilterForm
from hypotheses.list_query import ORDERS, listed
from hypotheses.services.archive import MOST, act_on_many, obstacle
from hypotheses.views.detail import visible


@login_required
@require_GET
def hypotheses(request: HttpRequest) -> HttpResponse:
    """All that the reader may see, narrowed and sorted as the address says."""
    return list_page(
        request,
        template="hypotheses/list.html",
        form=HypothesisFilterForm(request.GET),
        orders=ORDERS,
        rows=lambda values, order: listed(visible(request), values, order),
    )


@login_required
@require_http_methods(["GET", "POST"])
def bulk(request: HttpRequest) -> HttpResponse:
    """What an act would do to each result, then the act itself."""
    acts = _acts(request.user)
    parameters = request.POST if request.method == "POST" else request.GET
    act: Any = parameters.get("act") if parameters.get("act") in acts else next(iter(acts))
    if request.method == "POST":
        try:
            return _acted(request, act)
        except REFUSALS as error:
            return _preview(request, act, acts, explain(error))
    return _preview(request, act, acts)


def _acts(user: Any) -> dict[str, str]:
    """What a person may do to many, by its name in the address."""
    deciding = {"approve": _("Approve"), "reject": _("Reject")} if is_reviewer(user) else {}
    return {**deciding, "archive": _("Archive")}


def _acted(request: HttpRequest, act: Any) -> HttpResponse:
    user: Any = request.user
    reason = request.POST.get("reason", "")
    made = act_on_many(act=act, seen=_seen(request), reason=reason, user=user)
    count = len(made.done)
    message = ngettext(
        "%(act)s: done for %(n)s hypothesis", "%(act)s: done for %(n)s hypotheses", count
    )
    messages.success(request, message % {"act": _acts(user)[act], "n": count})
    for pk, why in list(made.refused.items())[:10]:
        messages.error(request, f"№ {pk}: {why}")
    address = reverse("hypotheses")
    query = request.GET.urlencode()
    return HttpResponseRedirect(f"{address}?{query}" if query else address)


def _seen(request: HttpRequest) -> dict[int, int | None]:
    """The rows of the preview: `id:decision`, as many as may be sent at once and one more."""
    seen: dict[int, int | None] = {}
    for each in request.POST.getlist("row")[: MOST + 1]:
        pk, _colon, decision = each.partition(":")
        if pk.isascii() and pk.isdigit() and len(pk) < 10:
            known = decision.isascii() and decision.isdigit() and len(decision) < 10
            seen[int(pk)] = int(decision) if known else None
    return seen


def _preview(request: HttpRequest, act: Any, acts: dict[str, str], error: str = "") -> HttpResponse:
    form = HypothesisFilterForm(request.GET)
    values = form.cleaned_data if form.is_valid() else None
    rows: Any = visible(request).none() if values is None else listed(visible(request), values)
    total = rows.count()
    shown = [(row, obstacle(act, row, request.user)) for row in rows.with_decision()[:MOST]]
    query = request.GET.copy()
    query.pop("act", None)
    context = {
        "act": act,
        "acts": acts,
        "said": acts[act],
        "rows": shown,
        "ready": sum(not why for _row, why in shown),
        "total": total,
        "beyond": max(0, total - MOST),
        "query": query,
        "reason": request.POST.get("reason", ""),
        "needs_reason": act != "archive",
        "error": error,
    }
    return render(request, "hypotheses/bulk.html", context, status=422 if error else 200)
