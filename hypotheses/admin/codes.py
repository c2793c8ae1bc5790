"""Codes that rows keep, in words."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

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
