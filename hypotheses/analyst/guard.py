"""What a version must keep of its original: exposure, outcome, sign and conditions."""

from __future__ import annotations

from collections.abc import Iterable

from hypotheses.analyst.syntax.sign import NEGATORS, sign, words_of
from hypotheses.domain.claim import Claim, Direction, SlotName, is_placeholder
from hypotheses.domain.types import Language

_STEM = 6  # letters of a word that must agree: `productive`, `productivity`
_KEPT = 0.5  # share of content words that must survive
_EMPTY = frozenset(
    """a an the of in on at by to for from with and or than that which who whom whose is are was
    were be been as their its his her they it those these this
    o os as um uma de do da dos das em no na nos nas por pelo pela pelos pelas ao aos para com e ou
    que quem se seu sua seus suas eles elas isso esse essa esses essas foi ser sao""".split()
)
_AROUND: tuple[SlotName, ...] = ("unit", "bound")  # a group's words may stand on either side
_CONDITIONS: tuple[SlotName, ...] = ("unit", "bound", "window", "margin", "qualifiers")


def drift(original: Claim, version: Claim, language: Language) -> list[str]:
    """What the version lost: of `independent`, `dependent`, `direction`, `condition`."""
    found = []
    if _lost(original, version, "exposure", "outcome"):
        found.append("independent")
    if _lost(original, version, "outcome", "exposure"):
        found.append("dependent")
    if _turned(original, version):
        found.append("direction")
    if any(_dropped(original, version, name) for name in _CONDITIONS):
        found.append("condition")
    return found


def _stems(texts: Iterable[str]) -> set[str]:
    """The content words of texts, each by its first letters."""
    return {
        word.rstrip("s")[:_STEM] or word
        for text in texts
        for word in words_of(text)
        if word not in _EMPTY and word not in NEGATORS
    }


def _texts(claim: Claim, names: Iterable[SlotName]) -> list[str]:
    return [slot.text for name in names if (slot := getattr(claim, name)) is not None]


def _share(wanted: set[str], present: set[str]) -> float:
    return len(wanted & present) / len(wanted) if wanted else 1.0


def _negations(texts: Iterable[str]) -> int:
    return sum(word in NEGATORS for text in texts for word in words_of(text)) % 2


def _lost(original: Claim, version: Claim, name: SlotName, other: SlotName) -> bool:
    """Whether the words of a variable are missing, negated, or in the place of the other
    variable."""
    slot = getattr(original, name)
    if slot is None or is_placeholder(slot.text):
        return False
    places = (name, *_AROUND) if name == "exposure" else (name,)
    wanted = _stems([slot.text])
    retained = _share(wanted, _stems(_texts(version, places)))
    elsewhere = _share(wanted, _stems(_texts(version, (other,))))
    own = _share(wanted, _stems(_texts(version, (name,))))
    if retained < _KEPT or elsewhere > max(own, _KEPT):
        return True
    here = _negations(_texts(original, places))
    return here != _negations(_texts(version, places))


def _turned(original: Claim, version: Claim) -> bool:
    """Whether the sign differs, by the reader's direction or by the words."""
    first, second = original.direction, version.direction
    if "unspecified" not in (first, second) and first != second:
        return True
    if first != "unspecified" and second == "unspecified" and not version.relation:
        return True
    worded, says = _said(original), _said(version)
    return "unspecified" not in (worded, says) and worded != says


def _said(claim: Claim) -> Direction:
    return sign(claim.relation, claim.outcome.text if claim.outcome else "")


def _dropped(original: Claim, version: Claim, name: SlotName) -> bool:
    """Whether the original's condition is missing. A unit, a time or a margin may be replaced."""
    slot = getattr(original, name)
    if slot is None or is_placeholder(slot.text):
        return False
    replacement = getattr(version, name)
    if replacement is not None and name != "qualifiers":
        return False
    everywhere = [each.text for _, each in version.items()]
    if _share(_stems([slot.text]), _stems(everywhere)) < _KEPT:
        return True
    return replacement is not None and _negations([slot.text]) != _negations([replacement.text])
