"""A new password ends whatever the old one let in; the address to which a link for one is sent."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from . import audit
from .models import AuditEntry
from .sessions import end_other_sessions
from .tokens import revoke_all_tokens


class EndsWhatItLetIn:
    """Told of every new password, however it was set, as Django tells its validators."""

    def validate(self, password: str, user: Any = None) -> None:
        """Takes any."""

    def password_changed(self, password: str, user: Any = None) -> None:
        if user is not None and user.pk is not None:
            revoke_all_tokens(user_id=user.pk)
            end_other_sessions(user_id=user.pk)
            audit.note(AuditEntry.Act.PASSWORD, audit.named(user.pk))

    def get_help_text(self) -> str:
        return _("A new password ends all other sessions and all API tokens.")


def set_address(*, user: User, email: str) -> None:
    """Another mail address of a person's account; empty for none."""
    User.objects.filter(pk=user.pk).update(email=User.objects.normalize_email(email))
    audit.note(AuditEntry.Act.ADDRESS, audit.named(user.pk))
