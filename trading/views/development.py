"""The list of strategies; the page of a development, the part of it that is live, and its runs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from config.desk.lists import list_page
from config.desk.page_sections import PageSection, or_reload
from config.runs.live_state import watch
from config.runs.model_usage import spending
from config.runs.views import run_views
from hypotheses.models import Hypothesis
from hypotheses.services.preregister import part_name, value_name
from trading.forms.decide import decide_form
from trading.forms.filters import StrategyFilterForm
from trading.list_query import STRATEGY_ORDERS, listed_strategies
from trading.models import Strategy
from trading.presenting.result import decision_context
from trading.presenting.run_page import changed_parts, run_page, seen_of, verdict
from trading.querysets import LARGE, StrategyQuerySet
from trading.services.hypothesis_draft import about_markets
from trading.services.page_facts import Registered, course, registered, research_of, rest_of
from trading.services.submit import KIND


def visible(request: HttpRequest) -> StrategyQuerySet:
    """The strategies that the reader may see."""
    return Strategy.objects.visible_to(request.user)


def seen_or_404(request: HttpRequest, pk: int, rows: Any = None) -> Strategy:
    """The strategy if the reader may see it; else 404, as if there were none."""
    found: Strategy = get_object_or_404(visible(request) if rows is None else rows, pk=pk)
    return found


def back_to(request: HttpRequest, pk: int, message: str, error: bool = False) -> HttpResponse:
    """To the strategy's page, with a message on top."""
    (messages.error if error else messages.success)(request, message)
    return redirect("strategy", pk)


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


# Where a strategy came from, and what the page of a hypothesis shows of strategies.


def developed_from(hypothesis: Any, reader: Any) -> PageSection | None:
    """The strategies developed from a hypothesis that the reader may see, and, while it is
    approved and about markets, the way to a further one. None where there is neither."""
    rows = Strategy.objects.visible_to(reader).filter(hypothesis=hypothesis.pk).with_status()
    strategies = list(rows.defer(*LARGE).order_by("-pk"))
    approved = hypothesis.status == "approved" and not hypothesis.archived_at
    may_develop = approved and about_markets(hypothesis)
    if not strategies and not may_develop:
        return None
    context = {"strategies": strategies, "may_develop": may_develop}
    return PageSection("trading/_developed_from.html", context)


@dataclass(frozen=True)
class Change:
    """A deviation in the reader's language."""

    name: str
    before: str
    after: str
    at: datetime
    version: int | None
    declared: int | None


@dataclass(frozen=True)
class Registration:
    """The pre-registration that a strategy is compared with; `before`: it was there first."""

    number: int
    sha256: str
    at: datetime
    before: bool
    deviations: list[Change]


@dataclass(frozen=True)
class Origin:
    """The hypothesis of a strategy; `text` is empty for who may not see it."""

    pk: int
    seen: bool
    text: str = ""
    language: str = ""
    registration: Registration | None = None


def from_hypothesis(user: Any, strategy: Strategy) -> Origin | None:
    """The hypothesis that a strategy was developed from: `origin` of `_from_hypothesis.html`."""
    if strategy.hypothesis_id is None:
        return None
    found = Hypothesis.objects.visible_to(user).filter(pk=strategy.hypothesis_id).first()
    if found is None:
        return Origin(strategy.hypothesis_id, seen=False)
    last = found.versions.order_by("-number").values_list("question", flat=True).first()
    compared = registered(strategy)
    return Origin(
        found.pk,
        seen=True,
        text=last or found.text,
        language=found.language,
        registration=_registration(compared) if compared else None,
    )


def _registration(compared: Registered) -> Registration:
    row = compared.row
    changes = [
        Change(
            _("objective") if each.part == "objective" else part_name(each.part),
            value_name(each.part, each.before),
            value_name(each.part, each.after),
            each.at,
            each.version,
            each.declared,
        )
        for each in compared.deviations
    ]
    return Registration(row.number, row.sha256, row.created_at, compared.before, changes)
