"""What kind of thing a claim observes: classes of units, by the head noun of the words."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from hypotheses.analyst.proposals.words import fold, stem, tokens
from hypotheses.domain.types import Language

# The wider classes that a class is part of.
WIDER: dict[str, frozenset[str]] = {
    "person": frozenset(("person", "adult")),
    **{
        name: frozenset((name, "person", "adult"))
        for name in ("worker", "patient", "consumer", "athlete", "driver", "investor", "older")
    },
    "student": frozenset(("student", "pupil", "person", "adult")),
    **{name: frozenset((name, "person")) for name in ("pupil", "child", "youth")},
}
PEOPLE = frozenset((*WIDER, "adult", "infant"))


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of unit: its class, the fields it belongs to, and what may bound it.

    `bounds` are settings that narrow the unit, best first; none where only the author can tell.
    """

    name: str
    fields: frozenset[str]
    bounds: tuple[str, ...]

    @property
    def classes(self) -> frozenset[str]:
        """The class and those it is part of."""
        return WIDER.get(self.name, frozenset((self.name,)))


# Words after which an English noun phrase's head has been passed.
_ENDS_EN = frozenset(
    """of in at on with without from who that which whose where for to under over aged by than
    after before near between during via using through whom""".split()
)
_ENDS_PT = frozenset(
    """que quem cujo cuja com sem em na no nas nos num numa para por pelo pela entre sob ate desde
    onde apos""".split()
)


def kind_of(words: str, language: Language) -> Kind | None:
    """The kind of unit that words name, None where their head noun is not known."""
    nouns = _nouns(language)
    line = _phrase(tokens(words), language)
    order = range(len(line)) if language == "pt" else range(len(line) - 1, -1, -1)
    for at in order:
        for width in (3, 2, 1):
            piece = line[at : at + width] if language == "pt" else line[max(0, at - width + 1) : at + 1]
            if len(piece) == width:
                found = nouns.get(" ".join(stem(word, language) for word in piece))
                if found is not None:
                    return found
    return None


def _phrase(line: list[str], language: Language) -> list[str]:
    """The words up to the end of the first noun phrase."""
    ends = _ENDS_EN if language == "en" else _ENDS_PT
    for at, word in enumerate(line):
        if at and word in ends:
            return line[:at]
    return line


@lru_cache(maxsize=2)
def _nouns(language: Language) -> dict[str, Kind]:
    """Head nouns, as stems, with their kinds."""
    path = Path(__file__).parent / "data" / "units.toml"
    found: dict[str, Kind] = {}
    for group in tomllib.loads(path.read_text(encoding="utf-8"))["group"]:
        kind = Kind(
            group["class"], frozenset(group.get("fields", ())), tuple(group.get(f"bound_{language}", ()))
        )
        for noun in group[language].split(","):
            key = " ".join(stem(word, language) for word in fold(noun).replace("-", " ").split())
            found.setdefault(key, kind)
    return found
