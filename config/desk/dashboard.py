"""The admin's first page: each app's admin registers who counts its part."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest
from django.utils.functional import Promise


@dataclass(frozen=True)
class DashboardFigure:
    """A number with the list it counts. `tone` colours it when it is not zero."""

    title: str | Promise
    number: Any
    url: str
    tone: str = ""


@dataclass(frozen=True)
class DashboardPanel:
    """Figures that belong together, and the rows (text, link, detail) that ask for attention."""

    title: str | Promise
    figures: list[DashboardFigure]
    rows: list[tuple[str, str, Any]] = field(default_factory=list)
    rows_title: str | Promise = ""


Provider = Callable[[Any], DashboardPanel]
_providers: list[Provider] = []


def register(provider: Provider) -> None:
    """Make known who counts an app's part for a user; twice is once."""
    if provider not in _providers:
        _providers.append(provider)


def panels_for(user: Any) -> Iterable[DashboardPanel]:
    return [provider(user) for provider in _providers]


def overview(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """What the first page shows (UNFOLD's DASHBOARD_CALLBACK)."""
    return {**context, "panels": panels_for(request.user)}
