"""What the views share: the hypotheses one may see, and the way back to one's page."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from hypotheses.models import Hypothesis
from hypotheses.querysets import HypothesisQuerySet


def visible(request: HttpRequest) -> HypothesisQuerySet:
    """The hypotheses that the reader may see."""
    return Hypothesis.objects.visible_to(request.user)


def seen_or_404(request: HttpRequest, pk: int, rows: Any = None) -> Hypothesis:
    """The hypothesis if the reader may see it; else 404, as if there were none."""
    found: Hypothesis = get_object_or_404(visible(request) if rows is None else rows, pk=pk)
    return found


def back_to(request: HttpRequest, pk: int, said: str, error: bool = False) -> HttpResponse:
    """To the hypothesis's page, with a message on top."""
    (messages.error if error else messages.success)(request, said)
    return redirect("hypothesis", pk)
