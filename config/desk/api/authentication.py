"""Who asks: `Authorization: Token ...`."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from knox.auth import TokenAuthentication as KnoxAuthentication
from rest_framework.exceptions import AuthenticationFailed


class TokenAuthentication(KnoxAuthentication):
    """Knox's, but bytes that cannot be a token are a refused token, not a server error."""

    def authenticate_credentials(self, token: bytes) -> Any:
        if not token.isalnum():
            raise AuthenticationFailed(_("Invalid token."))
        return super().authenticate_credentials(token)
