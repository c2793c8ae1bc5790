"""Where a person is signed in, and ending it there."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from .models import SignedIn
from .refusals import Missing

# Most browsers also name those that they resemble: the more particular name comes first.
_KNOWN = (
    (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"),
     ("Safari", "Safari"), ("curl", "curl")),
    (("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
     ("Mac OS X", "macOS"), ("Linux", "Linux")),
)  # fmt: skip


def remember(sender: Any, request: HttpRequest, user: User, **_signal: Any) -> None:
    """Note a new session. A token that is got with a password is none."""
    key = request.session.session_key
    if key and request.session.get(SESSION_KEY) == str(user.pk):
        told = {"user": user, "browser": browser_of(request.headers.get("User-Agent", ""))}
        SignedIn.objects.update_or_create(session_key=key, defaults=told)


def browser_of(agent: str) -> str:
    """A browser and its system as its owner knows them: of what it says of itself, the first that
    is known of each."""
    names = (next((name for sign, name in each if sign in agent), "") for each in _KNOWN)
    return ", ".join(filter(None, names)) or agent[:60]


def sessions_of(*, user: User) -> QuerySet[SignedIn]:
    """A person's live sessions, the newest first."""
    live = Session.objects.filter(session_key__in=_keys(SignedIn.objects.filter(user=user)))
    return SignedIn.objects.filter(user=user, session_key__in=_keys(live))


def end_session(*, user: User, session: int) -> None:
    """End one of a person's sessions. Raises Missing."""
    if not _end(SignedIn.objects.filter(user=user, pk=session)):
        raise Missing(_("there is no such session"))


def end_other_sessions(*, user_id: int, kept: str = "") -> int:
    """End all of a person's sessions but the one of a key; how many there were."""
    return _end(SignedIn.objects.filter(user=user_id).exclude(session_key=kept))


def prune_signed_in() -> int:
    """Delete the notes of sessions that are over; how many those were."""
    live = Session.objects.values("session_key")
    return SignedIn.objects.exclude(session_key__in=live).delete()[0]


def _keys(rows: QuerySet[Any]) -> Any:
    return rows.order_by().values("session_key")


def _end(rows: QuerySet[SignedIn]) -> int:
    keys = list(rows.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    SignedIn.objects.filter(session_key__in=keys).delete()
    return len(keys)
