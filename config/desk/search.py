"""Search over all that a person may see: each app's AppConfig.ready registers who looks through
its part."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

SHOWN = 8  # of one kind
SHORTEST, LONGEST = 2, 200  # characters of what is searched for


@dataclass(frozen=True)
class Hit:
    """One thing found: its words, in which language, where it is, and what it belongs to."""

    words: str
    url: str
    detail: str = ""
    language: str = ""


@dataclass(frozen=True)
class SearchGroup:
    """The hits of one kind, up to SHOWN; `more` leads to the rest where a list has them."""

    title: str | Promise
    hits: list[Hit]
    more: str = ""


Provider = Callable[[Any, str], Iterable[SearchGroup]]
"""Asked with a person and the words; gives only what that person may see."""
_providers: list[Provider] = []


def register(provider: Provider) -> None:
    """Make known who looks through an app's part; twice is once."""
    if provider not in _providers:
        _providers.append(provider)


def search(user: Any, query: str) -> list[SearchGroup]:
    """What a person may see that holds every word; nothing for less than SHORTEST characters."""
    query = " ".join(query.split())[:LONGEST]
    if len(query) < SHORTEST and not query.isdigit():
        return []
    found = [each for provider in _providers for each in provider(user, query)]
    return [each for each in found if each.hits]
