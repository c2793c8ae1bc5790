"""Who sends a request, with which role, and how often they may."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from knox.auth import TokenAuthentication as KnoxAuthentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle

from config.desk import tallies
from config.desk.roles import is_reviewer
from config.desk.tokens import READ, REVIEW, SUBMIT, allows


class TokenAuthentication(KnoxAuthentication):
    """Knox's authentication; but bytes that cannot be a token are a refused token instead of a
    server error, and the scope of a token is checked before any view runs."""

    def authenticate(self, request: Any) -> Any:
        found = super().authenticate(request)
        if found is not None and not allows(found[1], scope_of(request)):
            raise PermissionDenied(
                _("this token may not do that: its scopes leave “%(scope)s” out")
                % {"scope": scope_of(request)}
            )
        return found

    def authenticate_credentials(self, token: bytes) -> Any:
        if not token.isalnum():
            raise AuthenticationFailed(_("Invalid token."))
        return super().authenticate_credentials(token)


def scope_of(request: Any) -> str:
    """The scope that a token needs for a request: to read, to decide on others' work, or to
    submit."""
    if request.method in SAFE_METHODS:
        return READ
    view = request.parser_context.get("view")
    reviewing = ReviewersAdd in getattr(view, "permission_classes", ())
    return REVIEW if reviewing else SUBMIT


# Roles as permissions. Rows that a person may not see are left to querysets: they give a 404.


class ReviewersAdd(BasePermission):
    """Whoever may see an object may read it; only reviewers and admins may add to it."""

    def has_permission(self, request: Any, view: Any) -> bool:
        return view.action != "create" or is_reviewer(request.user)


# Rate limits. The rates are read at each request, so that a site can be tuned.


class FromSettings:
    """The rate of its scope, from API_RATES."""

    scope: str

    def get_rate(self) -> str:
        return settings.API_RATES[self.scope]


class Shared(FromSettings):
    """A limit that all web processes share, for requests that take work or could guess a
    password."""

    def allow_request(self, request: Any, view: Any) -> bool:
        key = self.get_cache_key(request, view)  # type: ignore[attr-defined]
        limit, _seconds = self.parse_rate(self.get_rate())  # type: ignore[attr-defined]
        return key is None or tallies.take(key, limit)

    def wait(self) -> float:
        """Seconds until the next attempt is worthwhile."""
        return tallies.seconds_left()


class PerPerson(FromSettings, UserRateThrottle):
    """All requests of a person."""


class PerAddress(FromSettings, AnonRateThrottle):
    """Requests without a user, by address."""


class SignIns(Shared, AnonRateThrottle):
    """Sign-in attempts, by address, whatever the name."""

    scope = "sign_in"

    def get_cache_key(self, request: object, view: object) -> str:
        return str(self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)})


class Assessments(Shared, UserRateThrottle):
    """Requests that have the analyst read up to a thousand texts."""

    scope = "assess"
