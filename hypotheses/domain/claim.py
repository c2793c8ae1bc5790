"""A claim as a frame: its design, its direction, and slots that hold words with an origin.

A slot holds the author's words wherever there are any. What a design needs is one table, `NEEDS`.
Sources: PICO (Richardson et al. 1995, ACP Journal Club 123:A12) for causal and comparative claims;
SPIDER (Cooke, Smith & Booth 2012, Qualitative Health Research 22:1435) for qualitative ones;
FINER (Hulley et al. 2013, Designing Clinical Research, ch. 2) for what a question must state;
CONSORT's extension for non-inferiority and equivalence (Piaggio et al. 2012, JAMA 308:2594) for
the margin; STROBE (von Elm et al. 2007) for associations, which need no comparator.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal, get_args

from config.text.lazy_regex import lazy_regex
from hypotheses.domain.types import Aspect, Origin

Design = Literal[
    "causal",
    "comparative",
    "correlational",
    "descriptive",
    "predictive",
    "equivalence",
    "non_inferiority",
    "qualitative",
    "unknown",
]
Direction = Literal["increase", "decrease", "difference", "none", "unspecified"]
CoreSlot = Literal[
    "exposure",
    "outcome",
    "comparator",
    "measure",
    "window",
    "margin",
    "qualifiers",
    "approach",
]
"""What a claim, an author's answer and a check of the wording have in common."""
SlotName = Literal["unit", "bound", CoreSlot, "leftover"]
Doubt = Literal["design", "direction"]

DESIGNS: tuple[Design, ...] = get_args(Design)
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)
SLOTS: tuple[SlotName, ...] = get_args(SlotName)

CLOSING: frozenset[Origin] = frozenset(("user", "confirmed", "guidance"))
"""Origins that close a gap; a `suggested` or `model` slot closes it only conditionally."""

ASPECT_OF: dict[SlotName, Aspect] = {
    "unit": "population",
    "bound": "population",
    "exposure": "variables",
    "outcome": "variables",
    "qualifiers": "variables",
    "measure": "metrics",
    "approach": "metrics",
    "comparator": "testability",
    "window": "testability",
    "margin": "testability",
    "leftover": "testability",
}

# The slots that a design needs, in the order in which they are asked for.
NEEDS: dict[Design, tuple[SlotName, ...]] = {
    "causal": ("unit", "bound", "exposure", "outcome", "measure", "comparator"),
    "comparative": ("unit", "bound", "exposure", "outcome", "measure", "comparator"),
    "correlational": ("unit", "bound", "exposure", "outcome", "measure"),
    "descriptive": ("unit", "bound", "outcome", "measure"),
    "predictive": ("unit", "bound", "exposure", "outcome", "measure"),
    "equivalence": ("unit", "bound", "exposure", "outcome", "measure", "comparator", "margin"),
    "non_inferiority": ("unit", "bound", "exposure", "outcome", "measure", "comparator", "margin"),
    "qualitative": ("unit", "bound", "outcome", "approach"),
    "unknown": ("unit", "bound", "exposure", "outcome", "measure", "comparator"),
}
# One of these may be missing if all else is the author's own: a unit without its bound is half a
# population, a direction without a comparison half a test.
MAY_LACK: frozenset[SlotName] = frozenset(("bound", "comparator"))
# The kinds of elements under which a version stores the slots.
ELEMENT_KINDS: dict[SlotName, str] = {
    "unit": "population",
    "bound": "bound",
    "exposure": "independent_variable",
    "outcome": "dependent_variable",
    "comparator": "comparator",
    "measure": "metric",
    "window": "window",
    "margin": "margin",
    "qualifiers": "qualifier",
    "approach": "approach",
    "leftover": "leftover",
}
RIVALS, MECHANISM = "rivals", "mechanism"
"""The kinds of elements for what the author says beside the claim."""
_SLOT_OF_KIND = {kind: name for name, kind in ELEMENT_KINDS.items()}
# Slots that depend on another one: a measure of nothing means nothing.
HANGS_ON: dict[SlotName, SlotName] = {
    "measure": "outcome",
    "margin": "outcome",
    "comparator": "exposure",
}
# A slot that another one can replace: a change over time is a comparison with before.
STANDS_IN: dict[SlotName, SlotName] = {"comparator": "window"}


@dataclass(frozen=True, slots=True)
class Slot:
    """Words of a claim, who said them, and their place in the text they were read from.

    `start` and `end` are character offsets, None for words that stand in no text. `sure` is False
    where the reader may be wrong about the author's words: then they are asked about.
    """

    text: str
    origin: Origin = "user"
    start: int | None = None
    end: int | None = None
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Claim:
    """A research claim.

    `unit` and `bound` are the population: who or what is observed, and what bounds it; of a
    qualitative claim they are participants and setting, and `outcome` is the phenomenon.
    `counted` tells that the outcome's own words say how it is observed (`hours until merge`), so
    that it is its own measure. `relation` are the author's words that carry the relation, for the
    writer. `hedges` are quotes that weaken the claim. `leftover` are words of the author's that
    belong to no slot and join none: they are asked about where a version has lost them. `doubts`
    tells whether design or direction was read, but perhaps wrongly. `rivals` are other
    explanations that the author names, `mechanism` is why the author believes that it works;
    neither is part of what is claimed.
    `story` tells that it was read in several sentences: what varies or the outcome, where it is
    missing, was likely said and not understood.
    """

    design: Design = "unknown"
    direction: Direction = "unspecified"
    unit: Slot | None = None
    bound: Slot | None = None
    exposure: Slot | None = None
    outcome: Slot | None = None
    comparator: Slot | None = None
    measure: Slot | None = None
    window: Slot | None = None
    margin: Slot | None = None
    qualifiers: Slot | None = None
    approach: Slot | None = None
    leftover: Slot | None = None
    counted: bool = False
    relation: str = ""
    hedges: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    rivals: tuple[str, ...] = ()
    mechanism: str = ""
    story: bool = False

    def slot(self, name: SlotName) -> Slot | None:
        """A slot by its name. The measure of a counted outcome is the outcome itself."""
        found: Slot | None = getattr(self, name)
        if name == "measure" and found is None and self.counted:
            return self.outcome
        return found

    def with_slot(self, name: SlotName, slot: Slot | None) -> Claim:
        """The claim with one slot changed."""
        change: dict[str, Any] = {name: slot}
        return replace(self, **change)

    def items(self) -> Iterator[tuple[SlotName, Slot]]:
        """The filled slots in their fixed order."""
        for name in SLOTS:
            found: Slot | None = getattr(self, name)
            if found is not None:
                yield name, found

    @property
    def population(self) -> Slot | None:
        """Unit and bound in one; its origin is the weaker of the two."""
        both = [slot for slot in (self.unit, self.bound) if slot is not None]
        if not both:
            return None
        weak = next((slot for slot in both if slot.origin not in CLOSING), both[-1])
        sure = all(slot.sure for slot in both)
        shown = _once(*both) if len(both) > 1 else both
        return Slot(joined(shown), weak.origin, sure=sure)

    @property
    def placeholders(self) -> tuple[SlotName, ...]:
        """The slots whose words are a bare letter (`X`, `method B`) or hold an open mark."""
        slots = (each for each in self.items() if each[0] != "leftover")
        return tuple(name for name, slot in slots if is_placeholder(slot.text))

    def is_filled(self, name: SlotName) -> bool:
        """Whether a slot, or the one that can replace it, holds words that say something.

        Events in a place are counted there: then the place is the population.
        """
        if name == "unit" and self.unit is None and self.bound is not None:
            place = _PLACE.match(self.bound.text) is not None
            return place and self._is_number and not is_placeholder(self.bound.text)
        slot = self.slot(name) or self.stand_in(name)
        return slot is not None and not is_placeholder(slot.text)

    def stand_in(self, name: SlotName) -> Slot | None:
        """The words that replace an empty slot: a time before and after is a comparison."""
        other = STANDS_IN.get(name)
        slot = self.slot(other) if other else None
        return slot if slot is not None and _COMPARES_TIMES.search(slot.text) else None

    @property
    def _is_number(self) -> bool:
        """Whether the outcome is only counted, and not a property of a person or a thing."""
        measure = self.slot("measure")
        return measure is not None and _NUMBER.match(measure.text) is not None

    @property
    def needed(self) -> tuple[SlotName, ...]:
        """The slots this claim needs, and those of its placeholders.

        A claim that nothing changes needs a margin.
        """
        needs = NEEDS[self.design]
        if self.direction == "none" and self.design != "qualitative" and "margin" not in needs:
            needs = (*needs, "margin")
        return (*needs, *(name for name in self.placeholders if name not in needs))

    @property
    def open_doubts(self) -> tuple[Doubt, ...]:
        """The doubts on which something rests.

        Where two things are compared, they are whichever of the two designs it is; a difference
        that is looked for in either direction claims nothing that the author did not say, and what
        is only described has no direction.
        """
        settled: set[Doubt] = set()
        if self.is_filled("comparator") and self.design in ("causal", "comparative"):
            settled.add("design")
        if self.direction == "difference" or self.design in ("descriptive", "qualitative"):
            settled.add("direction")
        return tuple(each for each in self.doubts if each not in settled)

    @property
    def unsure(self) -> tuple[SlotName, ...]:
        """The needed slots that were read with doubt.

        A doubtful window beside a comparator or a condition is shown and stops nothing: its words
        are in a slot, and the claim is complete without it. A doubt about a person's own answer
        always stops.
        """
        rests = {*self.needed, "leftover"}
        if self.counted:
            rests.discard("measure")  # the outcome says how it is observed
        rests |= {STANDS_IN[name] for name in STANDS_IN if name in rests and self._rests_on(name)}
        return tuple(
            name
            for name, slot in self.items()
            if self.is_doubted(name) and (name in rests or slot.origin == "confirmed")
        )

    def is_doubted(self, name: SlotName) -> bool:
        """Whether the words of a slot may have been read wrongly. A place of the author's own
        (`in my clinic`) bounds what is observed wherever it stands."""
        slot: Slot | None = getattr(self, name)
        if slot is None or slot.sure:
            return False
        return name != "bound" or slot.origin == "confirmed" or not _OWN_PLACE.match(slot.text)

    @property
    def is_doubted_at_core(self) -> bool:
        """Whether the exposure or the outcome may have been read wrongly, or could not be read:
        until they are known, only the author's own sentence is used."""
        return self.is_unread or self.is_doubted("exposure") or self.is_doubted("outcome")

    @property
    def is_relation_open(self) -> bool:
        """Whether what varies and the outcome are both missing or in doubt, in a claim that relates
        two things: then they are asked for together."""
        core: tuple[SlotName, ...] = ("exposure", "outcome")
        related = self.design != "unknown" and "exposure" in self.needed
        read = related and not self.placeholders
        return read and all(not self.is_filled(n) or self.is_doubted(n) for n in core)

    @property
    def is_unread(self) -> bool:
        """Whether the exposure or the outcome could not be read, and has not been given since."""
        core: tuple[SlotName, ...] = ("exposure", "outcome")
        return self.story and any(n in NEEDS[self.design] and self.slot(n) is None for n in core)

    def _rests_on(self, name: SlotName) -> bool:
        return getattr(self, name) is None and self.stand_in(name) is not None

    @property
    def missing(self) -> tuple[SlotName, ...]:
        """The needed slots that hold nothing, in the order in which they are asked for."""
        return tuple(name for name in self.needed if not self.is_filled(name))

    @property
    def conditions(self) -> tuple[tuple[SlotName, Slot], ...]:
        """The slots that were proposed and not confirmed."""
        return tuple((name, slot) for name, slot in self.items() if slot.origin not in CLOSING)

    @property
    def choices(self) -> tuple[SlotName, ...]:
        """The slots that name a choice which the author has not made yet; see `choice_of`."""
        return tuple(name for name, slot in self.items() if is_choice(slot.text))

    @property
    def stated(self) -> Claim:
        """The claim without choices that are not made yet, and without a unit that only repeats the
        groups that are compared."""
        claim = self.with_slot("unit", None) if self.observes_its_groups else self
        for name in self.choices:
            claim = claim.with_slot(name, None)
        return claim

    @property
    def observes_its_groups(self) -> bool:
        """Whether those observed are the groups that are compared: `nurses and porters`."""
        unit, exposure, comparator = self.unit, self.exposure, self.comparator
        if unit is None or exposure is None or comparator is None or unit.start is not None:
            return False
        observed, one, other = (
            set(each.text.lower().split()) for each in (unit, exposure, comparator)
        )
        joined_up = observed & {"and", "e"}
        return bool(joined_up) and observed - joined_up <= one | other

    def as_json(self, null: str = "", alternative: str = "") -> dict[str, Any]:
        """The claim as interfaces show it: a slot is `{text, origin, sure}` or None."""
        qualitative = self.design == "qualitative"
        population = _shown(self.population)
        return {
            "design": self.design,
            "direction": self.direction,
            "population": None if qualitative else population,
            "exposure": _shown(self.exposure),
            "outcome": None if qualitative else _shown(self.outcome),
            "comparator": _shown(self.comparator),
            "measure": _shown(self.slot("measure")),
            "window": _shown(self.window),
            "margin": _shown(self.margin),
            "qualifiers": _shown(self.qualifiers),
            "phenomenon": _shown(self.outcome) if qualitative else None,
            "participants": _shown(self.unit) if qualitative else None,
            "setting": _shown(self.bound) if qualitative else None,
            "leftover": _shown(self.leftover),
            "doubts": list(self.doubts),
            "rivals": list(self.rivals),
            "mechanism": self.mechanism,
            "null": null,
            "alternative": alternative,
        }

    def as_dict(self) -> dict[str, Any]:
        """All of the claim as plain JSON, for a state or a row; see `from_dict`."""
        lists = {name: list(getattr(self, name)) for name in ("hedges", "doubts", "rivals")}
        return {**asdict(self), **lists}


def from_dict(data: Mapping[str, Any]) -> Claim:
    """The claim from what `as_dict` gave."""
    values = dict(data)
    for name in SLOTS:
        if values.get(name) is not None:
            values[name] = Slot(**values[name])
    values["hedges"] = tuple(values.get("hedges", ()))
    values["doubts"] = tuple(values.get("doubts", ()))
    values["rivals"] = tuple(values.get("rivals", ()))
    known = {each.name for each in fields(Claim)}
    return Claim(**{name: value for name, value in values.items() if name in known})


def elements_of(claim: Claim) -> list[dict[str, Any]]:
    """The filled slots as a version's elements, with the slot's own fields, and what is beside."""
    beside = {RIVALS: "; ".join(claim.rivals), MECHANISM: claim.mechanism}
    return [
        {"aspect": ASPECT_OF[name], "kind": ELEMENT_KINDS[name], **asdict(slot)}
        for name, slot in claim.items()
    ] + [
        {"aspect": "variables", "kind": kind, **asdict(Slot(text))}
        for kind, text in beside.items()
        if text
    ]


def with_elements(claim: Claim, elements: Iterable[Mapping[str, Any]]) -> Claim:
    """The claim with its slots and what is beside it taken from a version's elements."""
    for element in elements:
        name = _SLOT_OF_KIND.get(element["kind"])
        if name is not None:
            found: Any = {key: element.get(key) for key in ("text", "origin", "start", "end")}
            claim = claim.with_slot(name, Slot(**found, sure=element.get("sure", True)))
        elif element["kind"] == RIVALS:
            claim = replace(claim, rivals=tuple(element["text"].split("; ")))
        elif element["kind"] == MECHANISM:
            claim = replace(claim, mechanism=element["text"])
    return claim


def _shown(slot: Slot | None) -> dict[str, Any] | None:
    return None if slot is None else {"text": slot.text, "origin": slot.origin, "sure": slot.sure}


_NUMBER = lazy_regex(
    r"(?:the |o |a )?(?:number|count|amount of (?:waste|rubbish|money)|share|número|quantidade|"
    r"proporção|porcentagem)\b", re.I
)  # fmt: skip
# A window that separates a time before from one after; one that only lasts compares nothing.
_COMPARES_TIMES = lazy_regex(
    r"^(?:(?:ever )?since|desde|a partir|(?:(?:before and )?after|(?:antes e )?depois|ap[óo]s)\b"
    r"(?! +(?:d[aeo] )?(?:\d|an?\b|one|two|three|uma?\b|dois|duas|três)))\b", re.I
)  # fmt: skip
_OWN_PLACE = lazy_regex(
    r"(?:in|at|on|of|from|to|em|n[oa]s?|d[oa]s?) ?(?:my|our|meus?|minhas?|noss[oa]s?)\b", re.I
)
_LED = lazy_regex(
    r"(?:in|at|on|of|from|among|within|under|with|em|n[oa]s?|numa?|d[oa]s?|entre|com)\b", re.I
)
_PLACE = lazy_regex(r"(?:in|at|on|em|n[oa]s?|numa?)\b", re.I)
# Letters as in algebra stand for anything; another capital only behind a noun that says nothing.
_LETTER = lazy_regex(r"\b[WXYZ]\b(?!['’])")
_CAPITAL = lazy_regex(r"(?!^I$)\b[A-Z]\b")  # `I` alone is the author
_GENERIC = frozenset(
    """method methods approach technique algorithm model tool system product factor thing variable
    treatment intervention group option strategy process material way some somehow any
    método métodos abordagem técnica algoritmo modelo ferramenta sistema produto fator coisa
    variável tratamento intervenção grupo opção estratégia processo material
    modo forma maneira jeito algum alguma""".split()
)
_MARK = lazy_regex(r"\[(?:to be defined|a definir):")
_EMPTY = frozenset("the a an of in on o a os as um uma de do da em no na".split())


_CHOICE: dict[str, str] = {"en": "to be named: ", "pt": "a indicar: "}

ConditionKind = Literal["name", "confirm"]
"""What an author does with what an approval rests on: names a choice, or confirms a proposal."""


def choice_of(question: str, language: str) -> str:
    """The words of a choice of the study that is yet to be made, from what would be asked for it.

    They close a slot on condition, as a proposal does, but say nothing: no sentence holds them,
    they cannot be confirmed, only answered, and nothing is frozen with them.
    """
    return _CHOICE[language] + question[:1].lower() + question[1:]


def is_choice(text: str) -> bool:
    """Whether words name a choice that is not made yet."""
    return text.lower().startswith(tuple(_CHOICE.values()))


def condition_kind(text: str) -> ConditionKind:
    """What is to be done with the words of a condition."""
    return "name" if is_choice(text) else "confirm"


def asked_for(text: str) -> str:
    """What a choice that is not made yet asks for: `where, when, and how many`."""
    return text.partition(": ")[2]


def _once(unit: Slot, bound: Slot) -> list[Slot]:
    """A unit and its bound in the order in which they read: `my dog`, `dogs in the park`.

    What the words of one hold already is not said again: `our team`, bounded by `our`.
    """
    if f" {bound.text} ".lower() in f" {unit.text} ".lower():
        return [unit]
    if f" {unit.text} ".lower() in f" {bound.text} ".lower():
        return [bound]
    if _LED.match(bound.text):
        return [unit, replace(bound, text=bound.text[:1].lower() + bound.text[1:])]
    if unit.start is None or bound.start is None:
        return [unit, bound]
    return sorted((unit, bound), key=lambda slot: slot.start or 0)


def joined(slots: Iterable[Slot]) -> str:
    """The words of slots on one line; choices that are not made yet in brackets."""
    return " ".join(f"({slot.text})" if is_choice(slot.text) else slot.text for slot in slots)


def holds_choice(line: str) -> bool:
    """Whether `joined` words hold a choice that is not made yet."""
    return any(is_choice(part) for part in line.split("("))


_ABBREVIATED = lazy_regex(r"\b[^\W\d_]\.[^\W\d_]\b")


def is_placeholder(text: str) -> bool:
    """Whether words are only letters and nouns that say nothing: `X`, `método X`, `algorithm A`.

    `vitamin D` and `drug A` are names: the noun before the letter says something, and letters with
    dots abbreviate one, `the U.S.`. Words with a mark such as `[to be defined: value]` are not yet
    said.
    """
    if _MARK.search(text):
        return True
    if _ABBREVIATED.search(text):
        return False
    if not (_LETTER.search(text) or _CAPITAL.search(text)):
        return False
    left = [
        word
        for word in re.findall(r"\w+", _CAPITAL.sub(" ", text).lower())
        if word not in _GENERIC and word not in _EMPTY
    ]
    return not left
