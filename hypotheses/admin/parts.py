"""What the pages of a hypothesis's parts share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.apps import apps
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import AutocompleteSelectFilter

from config.desk.admin import ExportAdmin, LedgerAdmin
from config.desk.admin.columns import BAD, CALM, GOOD, PLAIN, WARN, DayFilter, display, links_to
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


# Links from a row's page to the lists of what belongs to it.


def related_of(*lists: tuple[str, str]) -> Callable[[Any, Any], str]:
    """A method of an admin class: each list is a model's name and the lookup that filters it."""

    def related(admin: Any, row: Any) -> str:
        models = [(apps.get_model("hypotheses", name), lookup) for name, lookup in lists]
        return links_to((model, {lookup: row.pk}) for model, lookup in models)

    shown: Callable[[Any, Any], str] = display(description=_("related"))(related)
    return shown


# Codes that rows keep, in words.

GAPS: dict[str, str | Promise] = {
    "missing": _("missing"),
    "no_bound": _("unit without bound"),
    "construct_only": _("construct without measure"),
    "negated": _("measure denied"),
    "one_side": _("only one variable"),
    "placeholder": _("letters for variables"),
    "vague_iv": _("independent variable too general"),
    "vague_dv": _("dependent variable too general"),
    "no_comparator": _("no comparison or time window"),
    "no_direction": _("no direction"),
    "hedged": _("hedged"),
    "no_margin": _("no margin"),
    "observed": _("an observation, no claim"),
    "not_put": _("not put as one question"),
    "no_approach": _("no approach"),
    "unit_measure": _("the measure does not fit the unit"),
    "outcome_measure": _("the measure does not fit the outcome"),
    "same_comparator": _("the comparison is the exposure itself"),
    "other_kind": _("the comparison is of another kind"),
    "window_short": _("the time window does not fit the outcome"),
    "order": _("the outcome comes before the exposure"),
    "judged": _("told by the model"),
}
VETOES: dict[str, str | Promise] = {
    "popular_belief": _("popular belief"),
    "value_judgement": _("value judgement"),
    "tautology": _("tautology"),
    "unfalsifiable": _("cannot be refuted"),
    "metaphysics": _("metaphysics"),
    "vagueness": _("too vague"),
    "no_basis": _("no scientific basis"),
}
JUDGES: dict[str, str | Promise] = {"builtin": _("built-in analyst")}
STATUSES: dict[str, str | Promise] = {
    "approved": _("approved"),
    "rejected": _("rejected"),
    "working": _("at work"),
    "failed": _("failed"),
    "cancelled": _("cancelled"),
}
