"""What Crivo reads from an objective, or from guidance, said back in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from trading.analyst.objective import Wishes, read_objective
from trading.presenting.code_names import word


def wishes_in_words(text: str) -> list[str]:
    """What a text asks for, a phrase each, in the reader's language; none where it names nothing
    that the strategist knows."""
    wishes = read_objective(text)
    found = []
    if wishes.kinds:
        found.append(_("wants %(kinds)s") % {"kinds": _names(wishes.kinds)})
    if wishes.unwanted:
        found.append(_("leaves out %(kinds)s") % {"kinds": _names(wishes.unwanted)})
    return found + _manner(wishes)


def guidance_read(text: str) -> str:
    """A sentence on what the strategist takes from guidance."""
    read = wishes_in_words(text)
    if not read:
        return _("It names no kind of rule, side or risk that Crivo knows: the numbers decide.")
    return _("Read from your words: %(read)s.") % {"read": "; ".join(read)}


def _manner(wishes: Wishes) -> list[str]:
    found = []
    if wishes.long_only:
        found.append(_("long only"))
    if wishes.low_risk:
        found.append(_("low risk"))
    return found


def _names(kinds: frozenset[str]) -> str:
    return ", ".join(sorted(word(kind, "kind") for kind in kinds))
