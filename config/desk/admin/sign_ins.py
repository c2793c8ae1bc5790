"""Failed sign-ins, and the audit log."""

from __future__ import annotations

from typing import Any

from axes.models import AccessAttempt
from axes.utils import reset
from django.conf import settings
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from config.desk.models import AuditEntry
from config.desk.sign_in_limits import is_paused

from .act import Act, AdminRequest
from .acts import ActsAdmin
from .base import ReadOnlyAdmin
from .columns import BAD, PLAIN, display, when
from .export import ExportAdmin
from .filters import DayFilter


@admin.register(AuditEntry)
class AuditAdmin(ExportAdmin):
    """Who did what with accounts and data; to look at, search and take along."""

    root = AuditEntry
    list_display = [when(AuditEntry, "at"), "act", "person", "address", "subject"]
    list_filter = ["act", ("at", DayFilter)]
    search_fields = ["person", "address", "subject"]
    fields = readonly_fields = ["at", "act", "person", "address", "subject"]
    exported = ("id", "at", "act", "person", "address", "subject")


def _let_in(asked: AdminRequest) -> None:
    attempt = AccessAttempt.objects.get(pk=asked.pk)
    reset(ip=attempt.ip_address, username=attempt.username)


@admin.register(AccessAttempt)
class AttemptAdmin(ActsAdmin, ReadOnlyAdmin):
    """Without what was typed and sent: a mistyped name may be a password."""

    list_display = ["attempt_time", "username", "ip_address", "failures_since_start", "locked"]
    list_filter = [("attempt_time", DayFilter)]
    search_fields = ["username", "ip_address"]
    date_hierarchy = "attempt_time"
    fields = ["attempt_time", "username", "ip_address", "user_agent", "path_info",
              "failures_since_start"]  # fmt: skip
    acts = [Act("let_in", _("Unlock"), _("unlocked"), _let_in, icon="lock_open")]

    @display(description=_("state"), label={"locked": BAD, "open": PLAIN})
    def locked(self, attempt: Any) -> tuple[str, Any]:
        """Whether the next try is refused, for as long as the pause lasts."""
        failures, last = attempt.failures_since_start, attempt.attempt_time
        if is_paused(failures, last, settings.AXES_FAILURE_LIMIT):
            return "locked", _("locked out")
        return "open", _("next attempt possible")
