"""After a decision: back to its page, or on to the next thing that waits."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from .inbox import next_for

THEN = "then"
"""The name of the button that leads on; its value is `next`."""


def go_on(request: HttpRequest, page: str, name: str, said: str) -> HttpResponse:
    """Say what was done, on the page that the button leads to; on another, of what by its name."""
    if request.POST.get(THEN) != "next":
        messages.success(request, said)
        return redirect(page)
    messages.success(request, f"{name}: {said}")
    item = next_for(request.user, page)
    return redirect(item.url if item else reverse("inbox"))
