"""API tokens: hashed, expiring, revoked one by one or all at once."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from knox.models import AuthToken

from .models import TokenGrant
from .refusals import Conflict, Missing, NotAllowed

READ, SUBMIT, REVIEW = "read", "submit", "review"


class WrongCredentials(NotAllowed):
    """No account with this name and password."""


class SignInPaused(NotAllowed):
    """Too many wrong passwords for this name from this address."""


@dataclass(frozen=True)
class IssuedToken:
    """A new token. `token` is the secret itself, which cannot be read again."""

    token: str
    prefix: str
    created_at: datetime
    expires_at: datetime


def issue_token(*, request: HttpRequest, username: str, password: str) -> IssuedToken:
    """A token for a name and password; wrong ones are counted as at the sign-in page. Raises
    SignInPaused, WrongCredentials; Conflict for somebody who has as many tokens as allowed."""
    user: Any = authenticate(request, username=username, password=password)
    if getattr(request, "axes_locked_out", False):
        request.axes_locked_out = False  # type: ignore[attr-defined]  # else axes answers with a page
        raise SignInPaused(_("too many wrong passwords: try again later"))
    if user is None:
        raise WrongCredentials(_("wrong username or password"))
    _require_room(user)
    row, secret = AuthToken.objects.create(user=user)
    user_logged_in.send(sender=type(user), request=request, user=user)
    return IssuedToken(secret, row.token_key, row.created, row.expiry)


@transaction.atomic
def make_token(*, user: User, name: str, scopes: Collection[str], days: int) -> IssuedToken:
    """A token for a person who is signed in, with a name, a number of days and `scopes`. Raises
    Conflict for somebody who has as many tokens as allowed."""
    _require_room(user)
    lasts = min(timedelta(days=days), settings.REST_KNOX["TOKEN_TTL"])
    row, secret = AuthToken.objects.create(user=user, expiry=lasts)
    TokenGrant.objects.create(
        token=row, name=name, may_submit=SUBMIT in scopes, may_review=REVIEW in scopes
    )
    return IssuedToken(secret, row.token_key, row.created, row.expiry)


def allows(token: Any, scope: str) -> bool:
    """Whether a token may be used for what needs a scope; a token without a grant may be used
    for all."""
    grant = TokenGrant.objects.filter(token=token).first()
    if grant is None or scope == READ:
        return True
    return grant.may_review if scope == REVIEW else grant.may_submit


def _require_room(user: User) -> None:
    live = tokens_of(user=user).count()
    if live >= settings.API_TOKENS_PER_PERSON:
        raise Conflict(
            _("you have %(count)s tokens, as many as allowed: revoke one") % {"count": live}
        )


def tokens_of(*, user: User) -> QuerySet[Any]:
    """A person's tokens that have not expired, newest first."""
    found: QuerySet[Any] = AuthToken.objects.filter(user=user, expiry__gt=timezone.now())
    return found.select_related("grant").order_by("-created", "pk")


def revoke_token(*, user: User, prefix: str) -> None:
    """Revoke one of a person's tokens. Raises Missing."""
    deleted, _rows = AuthToken.objects.filter(user=user, token_key=prefix).delete()
    if not deleted:
        raise Missing(_("you have no token that begins with %(prefix)s") % {"prefix": prefix})


def revoke_all_tokens(*, user_id: int) -> int:
    """Revoke all of a person's tokens at once; returns the number."""
    _total, each = AuthToken.objects.filter(user_id=user_id).delete()
    return int(each.get("knox.AuthToken", 0))
