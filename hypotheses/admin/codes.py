"""Codes that rows keep, in words."""

from __future__ import annotations

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from hypotheses.models.fields import Field

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
ELEMENTS: dict[str, str | Promise] = {
    "claim": _("claim"),
    "population": _("population"),
    "metric": _("metric"),
    "independent_variable": _("independent variable"),
    "dependent_variable": _("dependent variable"),
    "comparator": _("comparator"),
    "window": _("time window"),
}
JUDGES: dict[str, str | Promise] = {"builtin": _("built-in analyst")}
STATUSES: dict[str, str | Promise] = {
    "approved": _("approved"),
    "rejected": _("rejected"),
    "working": _("at work"),
    "failed": _("failed"),
    "cancelled": _("cancelled"),
}
SECTIONS: dict[str, str | Promise] = {
    "topics": _("topics"),
    "units": _("units"),
    "settings": _("settings"),
    "named": _("named populations"),
    "bounds": _("bounds"),
    "measures": _("measures"),
    "symbols": _("symbols"),
}
FIELDS: dict[str, Any] = {**dict(Field.choices), "general": _("general")}
