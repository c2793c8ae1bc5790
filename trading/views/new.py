"""The form of a new development: its starting values, and the fields that refusals belong to."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from config.desk.page_sections import or_reload
from config.desk.refusals import Conflict, Missing
from config.runs.errors import REFUSALS, explain
from config.runs.model_usage import RunEstimate, recently_configured
from config.text.validation import as_number
from trading.domain.gates import DEFAULT_PROFILE
from trading.domain.limits import BOUNDS, Limits, RequestError
from trading.domain.profiles import ProfileError
from trading.forms import SAME, StartForm, shown_constraints
from trading.graph.state import DEFAULT_OBJECTIVE
from trading.market.errors import MarketError
from trading.models import SavedSpec, Strategy
from trading.presenting.request_facts import wishes_in_words
from trading.services.decide import fork_development
from trading.services.estimate import estimate_development, estimate_strategy
from trading.services.hypothesis_draft import DevelopmentDraft, draft_from_hypothesis
from trading.services.submit import Development, start_development
from trading.strategies.constraints import ConstraintError, Constraints
from trading.strategies.errors import SpecError
from trading.views.development import seen_or_404


@dataclass(frozen=True)
class Start:
    """The starting points in the URL: an approved hypothesis, a strategy to fork, a spec, a
    ticker."""

    draft: DevelopmentDraft | None = None
    first: Strategy | None = None
    spec: int | None = None
    initial: dict[str, Any] = field(default_factory=dict)


def start_of(request: HttpRequest) -> Start:
    """The starting values. Raises Http404 for what the reader may not see, Missing and Conflict
    for a hypothesis that nothing can be developed from."""
    language = "pt" if (get_language() or "en").startswith("pt") else "en"
    initial: dict[str, Any] = {"language": language, "profile": DEFAULT_PROFILE}
    if number := _number(request, "hypothesis"):
        return _from_draft(
            draft_from_hypothesis(hypothesis_id=number, user=_user(request)), initial
        )
    if number := _number(request, "fork"):
        return _from_first(seen_or_404(request, number), initial)
    initial["ticker"] = request.GET.get("ticker", "").upper()
    if number := _number(request, "spec"):
        saved = get_object_or_404(SavedSpec.objects.visible_to(request.user), pk=number)
        return Start(spec=saved.pk, initial=initial | {"saved": str(saved.pk)})
    return Start(initial=initial | {"objective": ""})


def start_form(request: HttpRequest, start: Start) -> StartForm:
    """The form of a start, with the submitted values."""
    return StartForm(
        request.POST or None,
        initial=start.initial,
        user=request.user,
        first=start.first,
        drafted=start.draft is not None,
        spec=start.spec,
    )


def _from_draft(draft: DevelopmentDraft, initial: dict[str, Any]) -> Start:
    drawn = {"ticker": draft.ticker, "objective": draft.objective, "language": draft.language}
    return Start(draft=draft, initial=initial | drawn | draft.constraints)


def _from_first(first: Strategy, initial: dict[str, Any]) -> Start:
    limits = ("max_iterations", "max_strategy_iterations", "max_research_iterations", "seed")
    same = {name: getattr(first, name) for name in (*limits, "ticker", "objective", "language")}
    same |= {
        "masked": first.masked,
        "variants": first.variants_wanted,
        "profile": first.profile["name"],
    }
    if first.objective == DEFAULT_OBJECTIVE:
        same["objective"] = ""  # the placeholder says it in the reader's language
    if first.starting_spec:
        same["spec"] = json.dumps(first.starting_spec, ensure_ascii=False, indent=2)
    if first.memory_id:
        same["memory"] = SAME
    return Start(first=first, initial=initial | same | shown_constraints(first.constraints))


def _number(request: HttpRequest, name: str) -> int | None:
    given = request.GET.get(name, "")
    if not given:
        return None
    if (number := as_number(given)) is None:
        raise Http404
    return number


def _user(request: HttpRequest) -> Any:
    return request.user


def field_of(error: Exception, values: dict[str, Any]) -> str | None:
    """The field that a refusal is about; None for one about the whole form."""
    if isinstance(error, RequestError):
        return {"range": str(error.values.get("name")), "language": "language"}.get(
            error.code, "objective"
        )
    if isinstance(error, MarketError):
        cut = values.get("start") or values.get("end")
        return (
            "start"
            if cut and error.code in ("no_bars_in_range", "range_sealed", "too_few_bars")
            else "ticker"
        )
    if isinstance(error, SpecError | ConstraintError):
        part = error.path.partition(".")[0]
        if isinstance(error, SpecError) and part in Constraints.model_fields:
            return part
        return "saved" if values.get("saved") else "spec"
    if isinstance(error, ProfileError):
        return "profile"
    return "memory" if isinstance(error, Missing) and values.get("memory") == SAME else None


# The folded groups of the page; a group with an error opens.
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
    """Submit a development; nothing starts before that."""
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
    values = dict(form.start_arguments())
    if start.first is not None:
        limits = values.pop("limits")._asdict()
        return fork_development(strategy_id=start.first.pk, limits=limits, user=user, **values)
    hypothesis = start.draft.hypothesis.pk if start.draft else None
    ticker = form.cleaned_data["ticker"]
    return start_development(ticker=ticker, hypothesis=hypothesis, user=user, **values)


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


# The expected use of models, while the form is being filled in.

_LIMITS = ("max_iterations", "max_strategy_iterations", "max_research_iterations")


@or_reload
@login_required
@require_GET
def estimate(request: HttpRequest) -> HttpResponse:
    """The part of the page with the estimate, for the present ticker and limits."""
    estimated = _estimate(lambda name: request.GET.get(name, ""))
    return render(request, "trading/_estimate.html", {"estimate": estimated})


def estimated(form: StartForm) -> RunEstimate | None:
    """The same of a form as it is shown."""
    return _estimate(lambda name: form[name].value())


def _estimate(value: Callable[[str], Any]) -> RunEstimate | None:
    """The estimate; None where no model is asked, or where a field is invalid."""
    models = recently_configured()
    if not models:
        return None
    typed = {name: _limit(name, value(name)) for name in _LIMITS}
    if None in typed.values():
        return None
    limits = Limits(**typed)  # type: ignore[arg-type]
    try:
        return estimate_development(ticker=str(value("ticker") or ""), limits=limits, models=models)
    except MarketError:
        return None


def _limit(name: str, given: Any) -> int | None:
    low, high = BOUNDS[name]
    number = as_number(str(given), 5)
    return number if number is not None and low <= number <= high else None
