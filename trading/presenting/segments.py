"""What segments are called where their figures are shown."""

from __future__ import annotations

from django.utils.translation import gettext as _

from trading.presenting.code_names import word


def segment_word(name: str) -> str:
    """A segment that was played: a holdout with figures is sealed no more."""
    return _("opened holdout") if name == "holdout" else word(name, "segment")
