"""Who asks: `Authorization: Token ...`."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from knox.auth import TokenAuthentication as KnoxAuthentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import SAFE_METHODS

from config.desk.tokens import READ, REVIEW, SUBMIT, allows

from .permissions import ReviewersAdd


class TokenAuthentication(KnoxAuthentication):
    """Knox's, but bytes that cannot be a token are a refused token, not a server error; and what a
    token may not be used for is refused before any view is asked."""

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
    """What a token needs for a request: to read, to decide on the work of others, or to submit."""
    if request.method in SAFE_METHODS:
        return READ
    view = request.parser_context.get("view")
    reviewing = ReviewersAdd in getattr(view, "permission_classes", ())
    return REVIEW if reviewing else SUBMIT
