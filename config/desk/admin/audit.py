"""The audit log."""

from __future__ import annotations

from django.contrib import admin

from config.desk.models import AuditEntry

from .columns import when
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
