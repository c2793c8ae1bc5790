"""The list of strategies; the page of a development, the part of it that is live, and its runs."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from config.desk.lists import list_page
from config.desk.parts import or_reload
from config.runs.actions import run_views
from config.runs.live_state import watch
from config.runs.model_usage import spending
from trading.forms.decide import decide_form
from trading.forms.filters import StrategyFilterForm
from trading.list_query import STRATEGY_ORDERS, listed_strategies
from trading.presenting.decisions import decision_context
from trading.presenting.origin import from_hypothesis
from trading.presenting.run_page import changed_parts, run_page, seen_of, verdict
from trading.services.reading import course, research_of, rest_of
from trading.services.submit import KIND
from trading.views.common import seen_or_404, visible


@login_required
@require_GET
def strategies(request: HttpRequest) -> HttpResponse:
    """All that the reader may see, narrowed and sorted as the address says."""
    return list_page(
        request,
        template="trading/list.html",
        form=StrategyFilterForm(request.GET),
        orders=STRATEGY_ORDERS,
        rows=lambda values, order: listed_strategies(visible(request), values, order),
    )


_WITH = ("dataset", "memory", "owner")
retry, cancel = run_views(kind=KIND, visible=visible, page="strategy")


@login_required
@require_GET
def strategy(request: HttpRequest, pk: int) -> HttpResponse:
    """The page: what was asked, the verdict, and all that led to it."""
    found = seen_or_404(request, pk, page_rows(request))
    context = page_context(request, found)
    context |= {"decide": decide_form(found, context)}
    return render(request, "trading/strategy.html", context)


def page_rows(request: HttpRequest) -> Any:
    """The strategies that the reader may see, with what the page names of each."""
    return visible(request).select_related(*_WITH).defer("state")


def page_context(request: HttpRequest, found: Any) -> dict[str, Any]:
    """All that the page shows; the address may name an earlier round of research."""
    so_far = course(found)
    if so_far.run and so_far.run.is_finished and not found.final_status:
        # The run may have ended after the strategy was read, and before the run was.
        found.refresh_from_db(fields=["final_status", "final_message", "final_sentences"])
    research = research_of(found, _number(request.GET.get("research", "")))
    deciding = decision_context(request, found)
    rest = rest_of(found, request.user)
    parent = found.forked_from_id
    return {
        **run_page(so_far, research, rest),
        "spending": spending(rest.runs, request.user),
        **deciding,
        "verdict": verdict(so_far, deciding["current"]),
        "watched": watch(so_far.run) if so_far.run else None,
        "origin": from_hypothesis(request.user, found),
        "parent_seen": bool(parent) and visible(request).filter(pk=parent).exists(),
    }


@or_reload
@login_required
@require_GET
def live(request: HttpRequest, pk: int) -> HttpResponse:
    """What changes while a run works: asked for again and again, at growing intervals.

    `have` tells what of the page the reader has: only parts with something new are sent again.
    """
    rows = visible(request).select_related("dataset", "memory").defer("state")
    found = seen_or_404(request, pk, rows)
    so_far = course(found)
    if so_far.run is None:
        raise Http404
    watched = watch(so_far.run, request.GET.get("asked", ""), request.GET.get("seen", ""))
    news = changed_parts(request.GET.get("have", ""), seen_of(so_far))
    research = research_of(found) if "findings" in news else None
    rest = rest_of(found, request.user) if news & {"rounds", "errors"} else None
    context = run_page(so_far, research, rest)
    answer = render(request, "trading/run/live.html", context | {"watched": watched, "news": news})
    if so_far.run.is_finished:
        answer["HX-Refresh"] = "true"
    return answer


def _number(given: str) -> int:
    return int(given) if given.isascii() and given.isdigit() and len(given) < 4 else 0
