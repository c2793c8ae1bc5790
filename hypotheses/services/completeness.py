"""Whether a version is whole enough to be frozen or built upon, whoever approved it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from config.desk.refusals import Conflict
from config.text.tokens import SLOT
from hypotheses.domain.claim import Slot
from hypotheses.models import Version
from hypotheses.slots import slot_name


def unconfirmed_parts(version: Version) -> list[tuple[str, Slot]]:
    """The slots that rest on nobody's word: proposed, or read with doubt."""
    claim = version.claim
    names = {name for name, _slot in claim.conditions} | set(claim.unsure)
    return [(name, slot) for name, slot in claim.items() if name in names]


def open_parts(version: Version) -> list[str]:
    """What a version does not say yet, each part in the reader's language.

    Slots that its design needs and that hold nothing, only a letter (`what varies (“X”)`) or a
    choice that is yet to be made, and the marks in its question (`[to be defined: ...]`).
    """
    claim = version.claim
    parts = []
    for name in (*claim.missing, *claim.choices):
        slot = claim.slot(name)
        parts.append(f"{slot_name(name)} (“{slot.text}”)" if slot else slot_name(name))
    return parts + [mark.strip() for mark in SLOT.findall(version.question)]


def require_complete(version: Version) -> None:
    """Raises Conflict while a version leaves something open, or rests on unconfirmed words."""
    numbers = {"number": version.number, "id": version.hypothesis_id}
    if unconfirmed := unconfirmed_parts(version):
        raise Conflict(
            _("confirm first what hypothesis %(id)s was approved on: %(conditions)s")
            % {**numbers, "conditions": "; ".join(slot.text for _name, slot in unconfirmed)}
        )
    if parts := open_parts(version):
        raise Conflict(
            _("fill in first what V%(number)s of hypothesis %(id)s leaves open: %(parts)s")
            % {**numbers, "parts": "; ".join(parts)}
        )
