"""What the views of strategies share: those one may see, and the way back to one's page."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from trading.models import Strategy
from trading.querysets import StrategyQuerySet


def visible(request: HttpRequest) -> StrategyQuerySet:
    """The strategies that the reader may see."""
    return Strategy.objects.visible_to(request.user)


def seen_or_404(request: HttpRequest, pk: int, rows: Any = None) -> Strategy:
    """The strategy if the reader may see it; else 404, as if there were none."""
    found: Strategy = get_object_or_404(visible(request) if rows is None else rows, pk=pk)
    return found


def back_to(request: HttpRequest, pk: int, said: str, error: bool = False) -> HttpResponse:
    """To the strategy's page, with a message on top."""
    (messages.error if error else messages.success)(request, said)
    return redirect("strategy", pk)
