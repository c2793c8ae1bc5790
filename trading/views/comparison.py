"""Variants or developments side by side, by an address that can be passed on."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from trading.models import Strategy, Variant
from trading.presenting import comparison
from trading.presenting.result import named_marks
from trading.presenting.series import chart_words
from trading.querysets import LARGE, LARGE_OF_STRATEGY
from trading.views.development import visible

MOST_VARIANTS, MOST_RUNS = 4, 2
CHOICES = 300
"""Of what could be chosen instead, at most: the newest."""


class Asked(NamedTuple):
    """The numbers of an address, and what is wrong with them."""

    numbers: list[int]
    error: str


@login_required
@require_GET
def compare_variants(request: HttpRequest) -> HttpResponse:
    """Two to four variants, `v` each: rules, parameters, figures, gates, equity."""
    numbers = _asked(request, "v", MOST_VARIANTS)
    rows = Variant.objects.visible_to(request.user).select_related("strategy__dataset")
    found: list[Variant] = _in_order(rows.prefetch_related("backtests", "gates"), numbers.numbers)
    strategies = [variant.strategy_id for variant in found]
    choices = Variant.objects.visible_to(request.user).filter(strategy__in=strategies)
    if not strategies:
        choices = Variant.objects.visible_to(request.user).order_by(
            "-strategy", "iteration", "index"
        )
    context: dict[str, Any] = {
        "numbers": numbers.numbers,
        "error": numbers.error,
        "choices": choices.select_related("strategy").defer("spec", "code", *LARGE_OF_STRATEGY)[
            :CHOICES
        ],
        "places": range(MOST_VARIANTS),
        "found": found,
        "words": chart_words(),
    }
    if not numbers.error:
        years, errors = comparison.years(found)
        context |= {
            "columns": comparison.columns(found),
            "parameters": comparison.parameters(found),
            "figures": comparison.figures(found),
            "marks": named_marks(found),
            "gates": comparison.gates(found),
            "years": years,
            "errors": errors,
        }
    status = 400 if numbers.error and len(numbers.numbers) != 1 else 200  # one: its page led here
    return render(request, "trading/variants/compare.html", context, status=status)


@login_required
@require_GET
def compare_strategies(request: HttpRequest) -> HttpResponse:
    """Two developments, `s` each: what was asked, what came of it, how the score went."""
    numbers = _asked(request, "s", MOST_RUNS)
    rows = visible(request).with_status().select_related("dataset", "memory", "hypothesis")
    rows = rows.prefetch_related(
        "iterations__best_variant__gates", "iterations__best_variant__backtests"
    )
    found: list[Strategy] = _in_order(rows.prefetch_related("variants"), numbers.numbers)
    context: dict[str, Any] = {
        "numbers": numbers.numbers,
        "error": numbers.error,
        "choices": visible(request).defer(*LARGE).order_by("-pk")[:CHOICES],
        "places": range(MOST_RUNS),
        "found": found,
    }
    if not numbers.error:
        runs = comparison.run_columns(found)
        best = [run.best for run in runs if run.best]
        context |= {
            "runs": runs,
            "asked": comparison.asked(runs),
            "trajectory": comparison.trajectory(runs),
            "scores": comparison.scores(runs),
            "figures": comparison.figures(best) if len(best) == len(runs) else [],
            "marks": named_marks(best),
        }
    status = 400 if numbers.error and len(numbers.numbers) != 1 else 200  # one: its page led here
    return render(request, "trading/strategies_compare.html", context, status=status)


def _asked(request: HttpRequest, name: str, most: int) -> Asked:
    """The numbers given under a name, each once; empty choices are none."""
    given = [value.strip() for value in request.GET.getlist(name) if value.strip()]
    if not all(value.isascii() and value.isdigit() and len(value) < 18 for value in given):
        return Asked([], _("The address names something that is not a number: choose below."))
    numbers = list(dict.fromkeys(map(int, given)))
    if 2 <= len(numbers) <= most:
        return Asked(numbers, "")
    if most == MOST_RUNS:
        return Asked(numbers[:most], _("Choose two different developments to compare."))
    return Asked(numbers[:most], _("Choose two to four different variants to compare."))


def _in_order(rows: QuerySet[Any], numbers: list[int]) -> list[Any]:
    """The rows of those numbers; 404 if one is not there or not to be seen by this reader."""
    known = rows.in_bulk(numbers)
    if len(known) != len(numbers):
        raise Http404
    return [known[number] for number in numbers]
