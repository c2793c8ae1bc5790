"""The admin site, for admins only, and its first page."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import update_wrapper
from typing import Any

from csp.decorators import csp_update
from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from unfold.sites import UnfoldAdminSite

from config.desk.roles import is_admin
from config.web import ADMIN_CSP


class CrivoAdminSite(UnfoldAdminSite):
    site_title = site_header = "Crivo"
    index_title = _("Overview")

    def has_permission(self, request: HttpRequest) -> bool:
        """The one rule of who may enter; `is_staff` says nothing here."""
        return is_admin(request.user)

    def admin_view(self, view: Callable[..., Any], cacheable: bool = False) -> Callable[..., Any]:
        """A view for admins only; to sign in again would not help who is signed in as another."""
        inner = super().admin_view(view, cacheable)

        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            if request.user.is_authenticated and not self.has_permission(request):
                raise PermissionDenied
            return inner(request, *args, **kwargs)

        return csp_update(ADMIN_CSP)(update_wrapper(guarded, inner))

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """On to the project's sign-in page, whose throttling holds for the admin too."""
        target = request.GET.get("next") or reverse("admin:index", current_app=self.name)
        return redirect_to_login(target, resolve_url(settings.LOGIN_URL))

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """What every page of the admin knows."""
        return {
            **super().each_context(request),
            "redirect_to": request.get_full_path(),  # back here when the language was changed
            "colors": None,  # they stand in static/desk/admin.css: nothing inline
        }


# The admin's first page: each app's admin registers who counts its part.


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
