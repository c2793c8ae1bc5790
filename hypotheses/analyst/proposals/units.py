"""What kind of thing a claim observes: classes of units, by the head noun of the words."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from hypotheses.analyst.proposals.stems import fold, noun_stem, tokens
from hypotheses.domain.types import Language

# The wider classes that a class is part of.
_PEOPLE: dict[str, frozenset[str]] = {
    "person": frozenset(("person", "adult")),
    **{
        name: frozenset((name, "person", "adult"))
        for name in (
            *("worker", "patient", "athlete", "driver", "older", "couple", "parent", "caregiver"),
            *("migrant", "voter", "believer", "musician"),
        )
    },
    **{
        name: frozenset((name, "worker", "person", "adult"))
        for name in ("politician", "candidate", "scientist")
    },
    "consumer": frozenset(("consumer", "adult")),
    "student": frozenset(("student", "pupil", "person", "adult")),
    "learner": frozenset(("learner", "pupil", "person")),
    **{name: frozenset((name, "person")) for name in ("pupil", "child", "youth")},
}
_THINGS = {
    "document": "ad book contract email job_ad law letter news paper post ruling",
    "software": "app website system",
    "shop": "restaurant gym",
    "firm": "startup bank ngo warehouse",
    "hospital": "clinic care_home",
    "place": "country road",
    "device": "machine part gadget appliance battery solar",
    "vehicle": "bicycle ship plane",
    "asset": "bond fund",
    "livestock": "cow poultry pig aquaculture",
    "pet": "dog cat horse",
    "ecosystem": "reef tree",
    "food": "dish",
    "club": "ensemble congregation",
    "museum": "library",
    "archive": "site",
    "agency": "police",
}
WIDER: dict[str, frozenset[str]] = _PEOPLE | {
    name: frozenset((name, wider)) for wider, names in _THINGS.items() for name in names.split()
}
PEOPLE = frozenset((*_PEOPLE, "adult", "infant", "investor"))


Nature = Literal["person", "organisation", "text", "other"]
_ORGANISATIONS = frozenset(
    """team firm shop hotel hospital school classroom university court agency club farm museum
    household prison party assembly campaign project""".split()
)


@dataclass(frozen=True, slots=True)
class UnitKind:
    """A kind of unit: its class and the fields it belongs to."""

    name: str
    fields: frozenset[str]

    @property
    def classes(self) -> frozenset[str]:
        """The class and those that contain it."""
        return WIDER.get(self.name, frozenset((self.name,)))

    @property
    def nature(self) -> Nature:
        """The nature of the unit: one that speaks for itself, one that persons speak for, one that
        is read, or none."""
        if self.classes & PEOPLE and self.name != "infant":
            return "person"
        if "document" in self.classes or self.name == "archive":
            return "text"
        return "organisation" if self.classes & _ORGANISATIONS else "other"

    @property
    def names(self) -> tuple[str, ...]:
        """The classes, its own first."""
        return (self.name, *sorted(self.classes - {self.name}))


# Words that follow the head of an English noun phrase.
_ENDS_EN = frozenset(
    """of in at on with without from who that which whose where for to under over aged by than
    after before near between during via using through whom""".split()
)
# Words that may precede a Portuguese head noun.
_BEFORE_PT = frozenset(
    """o a os as um uma uns umas este esta estes estas esse essa esses essas todo toda todos todas
    varios varias alguns algumas muitos muitas certos certas pequeno pequena pequenos pequenas
    grande grandes novo nova novos novas antigo antiga antigos antigas primeiro primeira primeiros
    primeiras meu minha meus minhas nosso nossa nossos nossas outros outras dois duas
    tres quatro cinco seis sete oito nove dez meio boa bom boas bons""".split()
)


def kind_of(words: str, language: Language) -> UnitKind | None:
    """The kind of unit that words name, None where their head noun is not known."""
    line = _phrase(tokens(words), language)
    if language == "pt":
        return _named(line, 0, language)
    # `people living alone`: the head precedes a participle without a preposition.
    ends = [at for at, word in enumerate(line) if at and word.endswith(("ing", "ed"))]
    for end in (len(line), *ends):
        found = _named(line, end, language)
        if found is not None:
            return found
    return None


def kinds_in(words: str, language: Language) -> tuple[UnitKind, ...]:
    """The kinds that words name anywhere, in their order."""
    line = tokens(words)
    places = range(len(line)) if language == "pt" else range(1, len(line) + 1)
    found = (_named(line, at, language) for at in places)
    return tuple(kind for kind in found if kind is not None)


_WIDEST = 4  # words of a noun


def named_anywhere(words: str, language: Language) -> frozenset[str]:
    """The classes of all kinds that some of the words name, those within longer names, too."""
    line = tokens(words)
    parts = (line[at : at + width] for at in range(len(line)) for width in range(1, _WIDEST + 1))
    found = (_named(part, 0 if language == "pt" else len(part), language) for part in parts)
    return frozenset(kind.name for kind in found if kind is not None)


def _named(line: list[str], at: int, language: Language) -> UnitKind | None:
    """The kind of the noun that starts (Portuguese) or ends (English) at a position, longest
    first."""
    nouns = _nouns(language)
    for width in range(_WIDEST, 0, -1):
        piece = line[at : at + width] if language == "pt" else line[max(0, at - width) : at]
        if len(piece) == width:
            stemmed = " ".join(noun_stem(word, language) for word in piece)
            found = nouns.get(" ".join(piece)) or nouns.get(stemmed)
            if found is not None:
                return found
    return None


def _phrase(line: list[str], language: Language) -> list[str]:
    """The first noun phrase: from its head on (Portuguese), or up to its head (English)."""
    if language == "pt":
        while line and (line[0] in _BEFORE_PT or line[0].isdigit()):
            line = line[1:]
        return line
    for at, word in enumerate(line):
        if at and word in _ENDS_EN:
            return line[:at]
    return line


@lru_cache(maxsize=2)
def _nouns(language: Language) -> dict[str, UnitKind]:
    """Head nouns with their kinds, as they are and as stems: `música` is no `músico`."""
    path = Path(__file__).parent / "data" / "units.toml"
    named: list[tuple[list[str], UnitKind]] = []
    for group in tomllib.loads(path.read_text(encoding="utf-8"))["group"]:
        kind = UnitKind(group["class"], frozenset(group.get("fields", ())))
        nouns = fold(group[language]).replace("-", " ").split(",")
        named += [(noun.split(), kind) for noun in nouns]
    found: dict[str, UnitKind] = {}
    for words, kind in named:
        found.setdefault(" ".join(words), kind)
    for words, kind in named:
        found.setdefault(" ".join(noun_stem(word, language) for word in words), kind)
    return found
