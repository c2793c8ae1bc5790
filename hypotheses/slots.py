"""The slots of a claim in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def slot_name(slot: str) -> str:
    """A slot's name, or of what is asked for beside the slots."""
    return {
        "population": _("population"),
        "unit": _("unit of study"),
        "bound": _("bound of the population"),
        "exposure": _("what varies"),
        "outcome": pgettext("claim", "outcome"),
        "comparator": _("comparison"),
        "measure": _("measure"),
        "window": _("time window"),
        "margin": _("margin"),
        "qualifiers": _("condition"),
        "approach": _("approach"),
        "participants": _("participants"),
        "setting": _("setting"),
        "phenomenon": _("phenomenon"),
        "direction": _("direction"),
        "design": _("design"),
        "hedge": _("hedge"),
        "fit": _("fit of the parts"),
    }.get(slot, slot)
