"""Search over all that a person may see: each app's AppConfig.ready registers the search of its
part."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.views.decorators.http import require_GET

SHOWN = 8  # hits of one kind
SHORTEST, LONGEST = 2, 200  # characters of a query


@dataclass(frozen=True)
class Hit:
    """One hit: its text and language, its URL, and what it belongs to."""

    words: str
    url: str
    detail: str = ""
    language: str = ""


@dataclass(frozen=True)
class SearchGroup:
    """The hits of one kind, at most SHOWN; `more` links to the rest where a list has them."""

    title: str | Promise
    hits: list[Hit]
    more: str = ""


Provider = Callable[[Any, str], Iterable[SearchGroup]]
"""Called with the person and the query; returns only what that person may see."""
_providers: list[Provider] = []


def register(provider: Provider) -> None:
    """Register the search of an app's part. Registering it twice has no further effect."""
    if provider not in _providers:
        _providers.append(provider)


def search(user: Any, query: str) -> list[SearchGroup]:
    """What a person may see that holds every word of the query; nothing for fewer than SHORTEST
    characters."""
    query = " ".join(query.split())[:LONGEST]
    if len(query) < SHORTEST and not query.isdigit():
        return []
    found = [each for provider in _providers for each in provider(user, query)]
    return [each for each in found if each.hits]


@login_required
@require_GET
def search_page(request: HttpRequest) -> HttpResponse:
    """What the reader may see that holds the words; with `part` the hits alone, without the
    page."""
    query = request.GET.get("q", "")[:LONGEST].strip()
    context = {"words": query, "found": search(request.user, query), "most": LONGEST}
    part = "part" in request.GET
    return render(request, "desk/_found.html" if part else "desk/search.html", context)
