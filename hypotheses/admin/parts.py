"""What the pages of a hypothesis's parts share."""

from __future__ import annotations

from unfold.contrib.filters.admin import AutocompleteSelectFilter

from config.desk.admin import ExportAdmin, LedgerAdmin
from config.desk.admin.columns import BAD, CALM, GOOD, PLAIN, WARN
from config.desk.admin.filters import DayFilter
from hypotheses.models import Hypothesis

VERDICTS = {"approved": GOOD, "rejected": BAD, "needs_refinement": WARN, "again": CALM,
            "working": CALM, "failed": BAD, "cancelled": WARN}  # fmt: skip
SOURCES = {"agent": CALM, "forced": WARN, "human": GOOD}
GAP_STATES = {"open": WARN, "reopened": BAD, "closed": GOOD, "waived": PLAIN}
ORIGINS = {
    "user": GOOD,
    "confirmed": GOOD,
    "suggested": WARN,
    "guidance": GOOD,
    "model": WARN,
    "structurer": CALM,
}
CREATED = ("created_at", DayFilter)


def of(path: str) -> tuple[str, type]:
    """A filter by what a row belongs to; lists link to each other through it."""
    return path, AutocompleteSelectFilter


class VersionPartAdmin(LedgerAdmin):
    """Rows that belong to a version of a hypothesis."""

    root, path = Hypothesis, "version__hypothesis"


class ReviewPartAdmin(LedgerAdmin):
    """Rows that belong to a review."""

    root, path = Hypothesis, "review__version__hypothesis"
    list_select_related = ("review__version",)


class ExportedPartAdmin(VersionPartAdmin, ExportAdmin):
    pass
