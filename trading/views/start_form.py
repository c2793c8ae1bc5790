"""What the form of a new development begins with, and where a refusal belongs in it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language

from config.desk.refusals import Missing
from trading.domain.gates import DEFAULT_PROFILE
from trading.domain.limits import RequestError
from trading.domain.profiles import ProfileError
from trading.forms.start import SAME, StartForm
from trading.forms.written import shown_constraints
from trading.market.errors import MarketError
from trading.models import SavedSpec, Strategy
from trading.services.drafting import DevelopmentDraft, draft_from_hypothesis
from trading.strategies.constraints import ConstraintError, Constraints
from trading.strategies.errors import SpecError
from trading.views.common import seen_or_404


@dataclass(frozen=True)
class Start:
    """What the address names: an approved hypothesis, a strategy to fork, a spec, a ticker."""

    draft: DevelopmentDraft | None = None
    first: Strategy | None = None
    spec: int | None = None
    initial: dict[str, Any] = field(default_factory=dict)


def start_of(request: HttpRequest) -> Start:
    """What to begin with. Raises Http404 for what the reader may not see, Missing and Conflict
    for a hypothesis that nothing can be developed from."""
    language = "pt" if (get_language() or "en").startswith("pt") else "en"
    plain: dict[str, Any] = {"language": language, "profile": DEFAULT_PROFILE}
    if number := _number(request, "hypothesis"):
        return _from_draft(draft_from_hypothesis(hypothesis_id=number, user=_user(request)), plain)
    if number := _number(request, "fork"):
        return _from_first(seen_or_404(request, number), plain)
    plain["ticker"] = request.GET.get("ticker", "").upper()
    if number := _number(request, "spec"):
        saved = get_object_or_404(SavedSpec.objects.visible_to(request.user), pk=number)
        return Start(spec=saved.pk, initial=plain | {"saved": str(saved.pk)})
    return Start(initial=plain | {"objective": ""})


def start_form(request: HttpRequest, start: Start) -> StartForm:
    """The form of a start, with what was sent in."""
    return StartForm(
        request.POST or None,
        initial=start.initial,
        user=request.user,
        first=start.first,
        drafted=start.draft is not None,
        spec=start.spec,
    )


def _from_draft(draft: DevelopmentDraft, plain: dict[str, Any]) -> Start:
    drawn = {"ticker": draft.ticker, "objective": draft.objective, "language": draft.language}
    return Start(draft=draft, initial=plain | drawn | draft.constraints)


def _from_first(first: Strategy, plain: dict[str, Any]) -> Start:
    limits = ("max_iterations", "max_strategy_iterations", "max_research_iterations", "seed")
    same = {name: getattr(first, name) for name in (*limits, "ticker", "objective", "language")}
    same |= {
        "masked": first.masked,
        "variants": first.variants_wanted,
        "profile": first.profile["name"],
    }
    if first.starting_spec:
        same["spec"] = json.dumps(first.starting_spec, ensure_ascii=False, indent=2)
    if first.memory_id:
        same["memory"] = SAME
    return Start(first=first, initial=plain | same | shown_constraints(first.constraints))


def _number(request: HttpRequest, name: str) -> int | None:
    given = request.GET.get(name, "")
    if not given:
        return None
    if not (given.isascii() and given.isdigit() and len(given) < 10):
        raise Http404
    return int(given)


def _user(request: HttpRequest) -> Any:
    return request.user


def field_of(error: Exception, told: dict[str, Any]) -> str | None:
    """The field that a refusal is about; None for one about all of it."""
    if isinstance(error, RequestError):
        return {"range": str(error.values.get("name")), "language": "language"}.get(
            error.code, "objective"
        )
    if isinstance(error, MarketError):
        cut = told.get("start") or told.get("end")
        return (
            "start"
            if cut and error.code in ("no_bars_in_range", "range_sealed", "too_few_bars")
            else "ticker"
        )
    if isinstance(error, SpecError | ConstraintError):
        part = error.path.partition(".")[0]
        if isinstance(error, SpecError) and part in Constraints.model_fields:
            return part
        return "saved" if told.get("saved") else "spec"
    if isinstance(error, ProfileError):
        return "profile"
    return "memory" if isinstance(error, Missing) and told.get("memory") == SAME else None
