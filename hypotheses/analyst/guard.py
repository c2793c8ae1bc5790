"""What a version must keep of its original: exposure, outcome, sign and conditions."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

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
_NEGATORS = frozenset(
    """no not non none never without except nor neither
    nao nem nunca sem exceto nenhum nenhuma""".split()
)
_AROUND: tuple[SlotName, ...] = ("unit", "bound")  # a group's words may stand on either side
_CONDITIONS: tuple[SlotName, ...] = ("unit", "bound", "window", "margin", "qualifiers")

# Words that turn a relation up or down, by their stems. A comparative counts in the outcome, too.
_COMPARATIVES: dict[int, frozenset[str]] = {
    1: frozenset(
        """more higher greater larger bigger better faster longer stronger mais maior maiores melhor
        melhores superior superiores""".split()
    ),
    -1: frozenset(
        """less fewer lower smaller worse slower shorter weaker menos menor menores pior piores
        inferior inferiores""".split()
    ),
}
_TURNS: dict[int, tuple[str, ...]] = {
    1: tuple(
        """increas rais rise rose improv boost grow enhanc strengthen positiv gain exceed lift favor
        favour foster promot likel aument elev sobe sub melhor cresc refor favorec amplia eleva
        promov""".split()
    ),
    -1: tuple(
        """decreas reduc lower drop fall fell cut worsen weaken negativ diminish shrink inverse
        hamper hinder impair unlikel prevent reduz dimin cai caem baix pior enfraquec encurt
        prejudic inversa evita""".split()
    ),
}


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


def sign(relation: str, outcome: str = "") -> Direction:
    """The sign that words tell: `unspecified` without a word that turns, `none` if negated.

    Two turns multiply: `the more ... the less` is a decrease, `the lower ... the lower` an
    increase.
    """
    made = 0
    negated = False
    for word in _words(relation):
        negated ^= word in _NEGATORS
        made = _times(made, _turn(word))
    for word in _words(outcome):
        made = _times(made, _comparative(word))
    if negated:
        return "none"
    return {1: "increase", -1: "decrease", 0: "unspecified"}[made]  # type: ignore[return-value]


def _times(made: int, turn: int) -> int:
    return made * turn if made and turn else made or turn


def _turn(word: str) -> int:
    side = _comparative(word)
    if side:
        return side
    for side, stems in sorted(_TURNS.items()):
        if word.startswith(stems):
            return side
    return 0


def _comparative(word: str) -> int:
    return next((side for side, tokens in _COMPARATIVES.items() if word in tokens), 0)


def _words(text: str) -> list[str]:
    text = re.sub(r"n['’]t\b", " not", text.lower())
    folded = unicodedata.normalize("NFKD", text)
    return re.findall(r"\w+", "".join(c for c in folded if not unicodedata.combining(c)))


def _stems(texts: Iterable[str]) -> set[str]:
    """The content words of texts, each by its first letters."""
    return {
        word.rstrip("s")[:_STEM] or word
        for text in texts
        for word in _words(text)
        if word not in _EMPTY and word not in _NEGATORS
    }


def _texts(claim: Claim, names: Iterable[SlotName]) -> list[str]:
    return [slot.text for name in names if (slot := getattr(claim, name)) is not None]


def _share(wanted: set[str], present: set[str]) -> float:
    return len(wanted & present) / len(wanted) if wanted else 1.0


def _negations(texts: Iterable[str]) -> int:
    return sum(word in _NEGATORS for text in texts for word in _words(text)) % 2


def _lost(original: Claim, version: Claim, name: SlotName, other: SlotName) -> bool:
    """Whether the words of a variable are gone, negated, or in the other variable's place."""
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
    """Whether the original's condition has gone: a unit, time or margin may be replaced, though."""
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
