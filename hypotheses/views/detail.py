"""The list of hypotheses, and one act on all results of a filter; the page of a hypothesis, its
live parts and its export; which hypotheses a reader may see."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods

from config.desk import page_sections
from config.desk.diff import sides, word_diff
from config.desk.documents import FORMATS, zipped
from config.desk.lists import list_page
from config.desk.page_sections import or_reload
from config.desk.roles import is_admin, is_reviewer
from config.runs.errors import REFUSALS, explain
from config.runs.live_state import watch
from config.runs.model_usage import spending
from config.runs.models import Run
from config.text.validation import as_number
from hypotheses.domain.analysis import plan
from hypotheses.forms import HypothesisFilterForm, OverrideForm
from hypotheses.frame_table import frame_table
from hypotheses.list_query import ORDERS, listed
from hypotheses.models import Hypothesis
from hypotheses.presentation import (
    deviation_lines,
    document_of,
    outcome_words,
    package_of,
    version_cards,
)
from hypotheses.querysets import HypothesisQuerySet
from hypotheses.services.archive import MOST, act_on_many, obstacle
from hypotheses.services.preregister import deviations_of, may_preregister
from hypotheses.services.report import siblings_of
from hypotheses.services.submit import KIND
from hypotheses.services.wording import reader_language


@login_required
@require_GET
def hypotheses(request: HttpRequest) -> HttpResponse:
    """The hypotheses that the reader may see, filtered and sorted by the URL."""
    return list_page(
        request,
        template="hypotheses/list.html",
        form=HypothesisFilterForm(request.GET),
        orders=ORDERS,
        rows=lambda values, order: listed(visible(request).with_conditions(), values, order),
    )


@login_required
@require_http_methods(["GET", "POST"])
def bulk(request: HttpRequest) -> HttpResponse:
    """A preview of an act on each result, then the act itself."""
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
    """The acts on many hypotheses, by their names in the URL."""
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
    """The rows of the preview: `id:decision`, one more than may be sent at once."""
    seen: dict[int, int | None] = {}
    for each in request.POST.getlist("row")[: MOST + 1]:
        pk, _colon, decision = each.partition(":")
        if (number := as_number(pk)) is not None:
            seen[number] = as_number(decision)
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


def visible(request: HttpRequest) -> HypothesisQuerySet:
    """The hypotheses that the reader may see."""
    return Hypothesis.objects.visible_to(request.user)


def seen_or_404(request: HttpRequest, pk: int, rows: Any = None) -> Hypothesis:
    """The hypothesis if the reader may see it; else 404, as if it did not exist."""
    found: Hypothesis = get_object_or_404(visible(request) if rows is None else rows, pk=pk)
    return found


def back_to(request: HttpRequest, pk: int, message: str, error: bool = False) -> HttpResponse:
    """Redirect to the hypothesis's page, with a message."""
    (messages.error if error else messages.success)(request, message)
    return redirect("hypothesis", pk)


@login_required
@require_GET
def detail(request: HttpRequest, pk: int) -> HttpResponse:
    """The page of a hypothesis."""
    return page(request, pk)


def page(
    request: HttpRequest, pk: int, override: OverrideForm | None = None, **extra: Any
) -> HttpResponse:
    """The page, with forms as a person left them when a service refused."""
    # Before all that runs write: a run that ends meanwhile is shown as running, and the page
    # reloads.
    runs = list(Run.objects.filter(kind=KIND, subject_id=pk).with_usage().order_by("pk"))
    rows = (
        visible(request).with_status().with_history().select_related("owner", "near_duplicate_of")
    )
    hypothesis: Any = seen_or_404(request, pk, rows)
    context = {**_page_context(request, hypothesis, runs, extra.get("typed")), **extra}
    current = context["current"]
    context["override"] = override or OverrideForm(initial={"expected": current and current.pk})
    refused = (override is not None and override.errors) or extra.get("answers_error")
    return render(request, "hypotheses/detail.html", context, status=422 if refused else 200)


def _page_context(
    request: HttpRequest, hypothesis: Any, runs: list[Run], typed: Any
) -> dict[str, Any]:
    """The rows of a hypothesis in reading order; `typed` are answers that a service refused."""
    cards = version_cards(hypothesis)
    last = cards[0] if cards else None
    decisions = list(hypothesis.decisions.all())
    current = next((d for d in decisions if d.current), None)
    approved = current is not None and current.after == current.Outcome.APPROVED
    own = hypothesis.owner_id == request.user.pk
    return {
        "hypothesis": hypothesis,
        "cards": cards,
        "last": last,
        "outcome": outcome_words(hypothesis, current, last.review if last else None, own=own),
        "frame": last
        and frame_table(
            last.version,
            last.questions,
            typed,
            approved=approved,
            gaps=hypothesis.gaps.all(),
        ),
        "siblings": siblings_of(hypothesis),
        "decisions": decisions[::-1],
        "current": current,
        "watched": watch(runs[-1]) if runs else None,
        "spending": spending(runs, request.user),
        "analysis": last
        and plan(last.version.claim, language=reader_language(), text=hypothesis.text),
        "own": own,
        "next": _next(request, hypothesis),
        "near": _near(request, hypothesis),
        "registrations": list(hypothesis.preregistrations.all())[::-1],
        "deviations": deviation_lines(deviations_of(hypothesis)),
        "related": page_sections.sections("hypothesis", hypothesis, request.user),
        **_rights(request.user, hypothesis, written=bool(cards), runs=runs),
    }


def _rights(user: Any, hypothesis: Any, *, written: bool, runs: list[Run]) -> dict[str, bool]:
    """What a person may do with a hypothesis in its present state."""
    active = bool(runs) and not runs[-1].is_finished
    at_rest = written and not active and not hypothesis.archived_at
    words_there = not hypothesis.erased_at and not active
    return {
        "active": active,
        "may_decide": at_rest and may_decide(user, hypothesis),
        "may_answer": at_rest,
        "may_keep": words_there and _may_keep(user, hypothesis),
        "may_erase": words_there and is_admin(user),
        "may_register": at_rest
        and hypothesis.state == "approved"
        and may_preregister(user, hypothesis),
    }


def may_decide(user: Any, hypothesis: Hypothesis) -> bool:
    """Whether the page offers to override; the service decides."""
    return is_reviewer(user) and hypothesis.owner_id != user.pk


def _may_keep(user: Any, hypothesis: Hypothesis) -> bool:
    return is_admin(user) or hypothesis.owner_id == user.pk


def _near(request: HttpRequest, hypothesis: Hypothesis) -> Hypothesis | None:
    """Its near-duplicate, if the reader may see that one, too."""
    near = hypothesis.near_duplicate_of_id
    return visible(request).filter(pk=near).first() if near else None


def _next(request: HttpRequest, hypothesis: Hypothesis) -> Hypothesis | None:
    """The next one in the list, where a reviewer goes on."""
    return visible(request).not_archived().filter(pk__lt=hypothesis.pk).order_by("-pk").first()


@or_reload
@login_required
@require_GET
def progress(request: HttpRequest, pk: int) -> HttpResponse:
    """The live part: reloaded while a run is running, at growing intervals."""
    hypothesis = seen_or_404(request, pk)
    run = Run.objects.filter(kind=KIND, subject_id=pk).order_by("-pk").first()
    if run is None:
        raise Http404
    watched = watch(run, request.GET.get("asked", ""), request.GET.get("seen", ""))
    context = {"hypothesis": hypothesis, "watched": watched}
    answer = render(request, "hypotheses/_progress.html", context)
    if run.is_finished:
        answer["HX-Refresh"] = "true"
    return answer


@login_required
@require_GET
def compare(request: HttpRequest, pk: int) -> HttpResponse:
    """Two versions, `a` and `b`, by a URL that can be shared; version 0 is the idea."""
    rows = visible(request).prefetch_related("versions")
    hypothesis = seen_or_404(request, pk, rows)
    texts = {0: hypothesis.text, **{v.number: v.question for v in hypothesis.versions.all()}}
    newest = max(texts)
    a, b = _number(request, "a", max(newest - 1, 0)), _number(request, "b", newest)
    if a not in texts or b not in texts:
        raise Http404
    pieces = word_diff(texts[a], texts[b])
    before, after = sides(pieces)
    context = {
        "hypothesis": hypothesis,
        "numbers": sorted(texts),
        "a": a,
        "b": b,
        "side": request.GET.get("view") == "side",
        "pieces": pieces,
        "before": before,
        "after": after,
    }
    return render(request, "hypotheses/compare.html", context)


def _number(request: HttpRequest, name: str, default: int) -> int:
    given = request.GET.get(name, "")
    if not given:
        return default
    if (number := as_number(given, 5)) is None:
        raise Http404
    return number


@login_required
@require_GET
def export(request: HttpRequest, pk: int, ending: str) -> HttpResponse:
    """The question, its frame, what is tested, gaps and decisions; in the reader's language."""
    hypothesis = seen_or_404(request, pk, visible(request).with_status().with_history())
    headers = {"Content-Disposition": f'attachment; filename="crivo-hypothesis-{pk}.{ending}"'}
    if ending == "zip":
        made = zipped(package_of(hypothesis))
        return HttpResponse(made, content_type="application/zip", headers=headers)
    if ending not in FORMATS:
        raise Http404
    kind = FORMATS[ending]
    return HttpResponse(
        kind.write(document_of(hypothesis)), content_type=kind.media_type, headers=headers
    )
