"""What a development will take of models, while it is still being asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from config.desk.parts import or_reload
from config.runs.estimates import RunEstimate, recently_configured
from trading.domain.limits import BOUNDS, Limits
from trading.forms.start import StartForm
from trading.market.errors import MarketError
from trading.services.estimate import estimate_development

_LIMITS = ("max_iterations", "max_strategy_iterations", "max_research_iterations")


@or_reload
@login_required
@require_GET
def estimate(request: HttpRequest) -> HttpResponse:
    """The part of the page that tells it, for the ticker and the limits as they now are."""
    told = _estimate(lambda name: request.GET.get(name, ""))
    return render(request, "trading/_estimate.html", {"estimate": told})


def estimated(form: StartForm) -> RunEstimate | None:
    """The same of a form as it is shown."""
    return _estimate(lambda name: form[name].value())


def _estimate(value: Callable[[str], Any]) -> RunEstimate | None:
    """None where no model is asked, or where a field holds what cannot be."""
    models = recently_configured()
    if not models:
        return None
    asked = {name: _number(name, value(name)) for name in _LIMITS}
    if None in asked.values():
        return None
    limits = Limits(**asked)  # type: ignore[arg-type]
    try:
        return estimate_development(ticker=str(value("ticker") or ""), limits=limits, models=models)
    except MarketError:
        return None


def _number(name: str, given: Any) -> int | None:
    low, high = BOUNDS[name]
    text = str(given)
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else low - 1
    return number if low <= number <= high else None
