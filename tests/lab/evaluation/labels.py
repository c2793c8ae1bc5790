"""The figures' names for a reader; their keys are the same in every language."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

NAMES: dict[str, Promise] = {
    "verdict_agreement": _("same verdict as the label"),
    "same_verdict": _("same verdict in pt and en"),
    "gap_recall": _("gaps found, of those labelled"),
    "gap_precision": _("gaps labelled, of those found"),
    "covered_population": _("population covered (2)"),
    "covered_metrics": _("metrics covered (2)"),
    "covered_variables": _("variables covered (2)"),
    "covered_testability": _("testability covered (2)"),
    "exact_population": _("population, exact score"),
    "exact_metrics": _("metrics, exact score"),
    "exact_variables": _("variables, exact score"),
    "exact_testability": _("testability, exact score"),
    "veto_recall": _("vetoes found, of those labelled"),
    "veto_precision": _("vetoes labelled, of those found"),
    "veto_kind": _("reason of the veto as labelled"),
    "detection": _("language recognised"),
    "approved": _("approved"),
    "rejected": _("rejected"),
}
PARTS: dict[str, Promise] = {
    "tuning": _("pairs, tuning half"),
    "heldout": _("pairs, held-out half"),
    "unseen": _("pairs, unseen"),
    "blind": _("pairs, written blind"),
    "practice": _("pairs, practice"),
    "full": _("trials: title, inclusion, outcome"),
    "no_outcome": _("trials: title, inclusion"),
    "no_inclusion": _("trials: title, outcome"),
    "title_only": _("trials: public title only"),
    "all_items": _("trials: all items"),
}


def name(key: str) -> str:
    return str(NAMES[key])


def part(key: str) -> str:
    """A set of pairs that is new has its file's name for a label."""
    return str(PARTS.get(key, key))
