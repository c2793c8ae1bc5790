"""The audit log: who signed in, failed to, changed a password, token or role, took data along or
erased something; when, and from which address. No password, token or text is in it."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import Group, User
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.db.models.signals import m2m_changed, post_delete, post_save, pre_delete
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from knox.models import AuthToken

from config.desk.roles import ROLES

from .models import AuditEntry

Act = AuditEntry.Act
_request: ContextVar[HttpRequest | None] = ContextVar("request", default=None)


class Audited:
    """Gives the signal handlers of a request its user and address; records each file that is
    downloaded."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        before = _request.set(request)
        try:
            response = self.get_response(request)
            if response.headers.get("Content-Disposition", "").startswith("attachment"):
                note(Act.EXPORTED, request.path)
        finally:
            _request.reset(before)
        return response


def note(act: str, subject: str = "", person: Any = None) -> None:
    """Add an entry. Without a request it was done on the machine itself."""
    request = _request.get()
    asking = getattr(request, "user", None)
    person = person or (asking if asking is not None and asking.is_authenticated else None)
    AuditEntry.objects.create(
        act=act,
        subject=subject[: AuditEntry.LENGTH],
        user=person,
        person=person.get_username() if person else "",
        address=request.META.get("REMOTE_ADDR") or None if request else None,
    )


def prune_audit() -> int:
    """Delete entries that are older than CRIVO_AUDIT_DAYS; returns the number."""
    if not settings.AUDIT_DAYS:
        return 0
    oldest = timezone.now() - timedelta(days=settings.AUDIT_DAYS)
    return AuditEntry.objects.filter(at__lt=oldest).delete()[0]


def listen() -> None:
    """Connect to the signals of Django, knox and axes about accounts."""
    for signal, receiver, sender in (
        (user_logged_in, _signed_in, None),
        (user_logged_out, _signed_out, None),
        (user_login_failed, _failed, None),
        (post_save, _token_made, AuthToken),
        (post_delete, _token_ended, AuthToken),
        (post_save, _account_made, User),
        (pre_delete, _account_erased, User),
        (m2m_changed, _role_given, User.groups.through),
    ):
        signal.connect(receiver, sender=sender, dispatch_uid=f"crivo-audit-{receiver.__name__}")


def named(user_id: Any) -> str:
    """A person as the subject of an entry: by number, which says nothing once they are erased."""
    return f"user {user_id}"


def _signed_in(user: Any, **_signal: Any) -> None:
    note(Act.SIGNED_IN, person=user)


def _signed_out(user: Any, **_signal: Any) -> None:
    if user is not None:
        note(Act.SIGNED_OUT, person=user)


def _failed(credentials: Any, request: Any = None, **_signal: Any) -> None:
    """Called after django-axes has counted a failure. Refusals during a pause are not recorded:
    they say nothing new. An unknown name is not stored: it may be a password."""
    paused = getattr(request, "axes_locked_out", False)
    if request is None or (paused and request.axes_failures_since_start is None):
        return
    person = User.objects.filter(username=credentials.get("username")).first()
    note(Act.FAILED, person=person)
    if paused:
        note(Act.PAUSED, person=person)


def _token_made(instance: Any, created: bool, **_signal: Any) -> None:
    if created:
        note(Act.TOKEN_MADE, f"{named(instance.user_id)}, {instance.token_key}")


def _token_ended(instance: Any, **_signal: Any) -> None:
    note(Act.TOKEN_ENDED, f"{named(instance.user_id)}, {instance.token_key}")


def _account_made(instance: Any, created: bool, **_signal: Any) -> None:
    if created:
        note(Act.ACCOUNT_MADE, named(instance.pk))


def _account_erased(instance: Any, **_signal: Any) -> None:
    """Their entries stay under their number, without name and address."""
    own = AuditEntry.objects.filter(user=instance)
    own.update(person=named(instance.pk), address=None)
    note(Act.ACCOUNT_ERASED, named(instance.pk))


def _role_given(action: str, instance: Any, pk_set: Any, reverse: bool, **_signal: Any) -> None:
    if action not in ("post_add", "post_remove") or reverse:
        return
    roles = Group.objects.filter(pk__in=pk_set or (), name__in=ROLES).values_list("name", flat=True)
    act = Act.ROLE_GIVEN if action == "post_add" else Act.ROLE_TAKEN
    for role in roles:
        note(act, f"{named(instance.pk)}, {role}")
