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
from django.utils.functional import Promise, SimpleLazyObject
from django.utils.translation import gettext_lazy as _
from unfold.sites import UnfoldAdminSite

from config.desk.roles import is_admin
from config.web import ADMIN_CSP


class CrivoAdminSite(UnfoldAdminSite):
    site_title = site_header = "Crivo"
    index_title = _("Overview")

    def has_permission(self, request: HttpRequest) -> bool:
        """The only rule of who may enter; `is_staff` is not used."""
        return is_admin(request.user)

    def admin_view(self, view: Callable[..., Any], cacheable: bool = False) -> Callable[..., Any]:
        """A view for admins only; somebody signed in as another user is refused instead of asked
        to sign in."""
        inner = super().admin_view(view, cacheable)

        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            if request.user.is_authenticated and not self.has_permission(request):
                raise PermissionDenied
            return inner(request, *args, **kwargs)

        return csp_update(ADMIN_CSP)(update_wrapper(guarded, inner))

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect to the project's sign-in page, whose limits hold for the admin, too."""
        target = request.GET.get("next") or reverse("admin:index", current_app=self.name)
        return redirect_to_login(target, resolve_url(settings.LOGIN_URL))

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> Any:
        """All models, once a page shows them: the sidebar has items of its own."""
        find = super().get_app_list
        return SimpleLazyObject(lambda: find(request, app_label))

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """The context of every admin page."""
        return {
            **super().each_context(request),
            "redirect_to": request.get_full_path(),  # return here after a change of language
            "colors": None,  # they stand in static/desk/admin.css: nothing inline
        }


# The admin's first page: each app's admin registers its figures.


@dataclass(frozen=True)
class DashboardFigure:
    """A number and the list that it counts. `tone` colours it when it is not zero."""

    title: str | Promise
    number: Any
    url: str
    tone: str = ""


@dataclass(frozen=True)
class DashboardPanel:
    """A group of figures, and rows (text, link, detail) that need attention."""

    title: str | Promise
    figures: list[DashboardFigure]
    rows: list[tuple[str, str, Any]] = field(default_factory=list)
    rows_title: str | Promise = ""


Provider = Callable[[Any], DashboardPanel]
_providers: list[Provider] = []


def register(provider: Provider) -> None:
    """Register the function that computes an app's part for a user. Registering it twice has no
    further effect."""
    if provider not in _providers:
        _providers.append(provider)


def panels_for(user: Any) -> Iterable[DashboardPanel]:
    return [provider(user) for provider in _providers]


def overview(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """The context of the first page (UNFOLD's DASHBOARD_CALLBACK)."""
    return {**context, "panels": panels_for(request.user)}
