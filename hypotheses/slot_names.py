"""The names of a claim's slots for readers; the admin shows them without the analyst."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

SLOT_NAMES: dict[str, str | Promise] = {
    "population": _("population"),
    "unit": _("unit of study"),
    "bound": _("bound of the population"),
    "exposure": _("what varies"),
    "outcome": pgettext_lazy("claim", "outcome"),
    "comparator": _("comparison"),
    "measure": _("measure"),
    "window": _("time window"),
    "margin": _("margin"),
    "qualifiers": _("condition"),
    "approach": _("approach"),
    "leftover": _("words not placed"),
    "participants": _("participants"),
    "setting": _("setting"),
    "phenomenon": _("phenomenon"),
    "direction": _("direction"),
    "design": _("design"),
    "hedge": _("hedge"),
    "fit": _("fit of the parts"),
}
"""Of the slots, of their parts, and of what is asked for beside them."""
