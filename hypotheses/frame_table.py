"""A claim as the table of its page: a row a slot, with what its author may say to each.

Rows are those of PICO (population, exposure, comparator, outcome); of SPIDER for a qualitative
claim (participants, phenomenon, setting, approach). See `hypotheses.domain.claim`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from hypotheses.domain.claim import (
    CLOSING,
    Claim,
    Slot,
    SlotName,
    asked_for,
    condition_kind,
    is_choice,
    joined,
)
from hypotheses.models import Clarification, Direction, Element, Gap, Proposal, StudyDesign, Version
from hypotheses.services.wording import slot_name

RowState = Literal["yours", "proposed", "unnamed", "doubted", "open", "optional"]

# A row's name is what answers to it are called; its slots are those that it shows.
_PICO: dict[str, tuple[SlotName, ...]] = {
    "population": ("unit", "bound"),
    "exposure": ("exposure",),
    "comparator": ("comparator",),
    "outcome": ("outcome",),
    "measure": ("measure",),
    "window": ("window",),
    "margin": ("margin",),
    "qualifiers": ("qualifiers",),
    "approach": ("approach",),
    "leftover": ("leftover",),
}
_SPIDER: dict[str, tuple[SlotName, ...]] = {
    "participants": ("unit",),
    "phenomenon": ("outcome",),
    "setting": ("bound",),
    "approach": ("approach",),
    "exposure": ("exposure",),
    "comparator": ("comparator",),
    "measure": ("measure",),
    "window": ("window",),
    "qualifiers": ("qualifiers",),
    "leftover": ("leftover",),
}
_ASKING: frozenset[RowState] = frozenset(("proposed", "unnamed", "doubted", "open"))
# Of a population both halves of which were proposed, or one of which its author names: each is
# settled by itself.
_HALVES: dict[str, tuple[SlotName, ...]] = {"participants": ("unit",), "setting": ("bound",)}
# Offered even where a design does without them.
_ALWAYS = frozenset(("window", "qualifiers"))
# What answers to one half of a population are called.
_ANSWER_OF: dict[str, str] = {"unit": "participants", "bound": "setting"}
# The rows that a question on a slot is about; the first that is open takes it.
_ASKED: dict[str, tuple[str, ...]] = {
    "population": ("population", "participants", "setting"),
    "unit": ("population", "participants"),
    "bound": ("population", "setting"),
    "outcome": ("outcome", "phenomenon"),
}
USE = "use:"
"""Begins the value of a choice that takes a proposal: `use:measure:the words`."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What may be said to a proposal by one click; `source` is where the proposal is from."""

    value: str
    label: str
    source: str = ""
    checked: bool = False


@dataclass(frozen=True, slots=True)
class FrameRow:
    """A slot, or the two of a population: its words, whose they are, what is asked of it.

    `question` is what its author was asked, `wanted` what a row lacks where nothing was asked of
    it. `typed` are the words that a person sent and that were refused. `note` tells how
    the slot is filled where its words alone would not.
    """

    name: str
    label: str
    words: str
    origin: str
    state: RowState
    question: str = ""
    wanted: str = ""
    note: str = ""
    choices: tuple[Choice, ...] = ()
    typed: str = ""

    @property
    def ask(self) -> str:
        """The question to show beside the row."""
        return self.question or self.wanted


@dataclass(frozen=True, slots=True)
class Selection:
    """The design or the direction: one of a list. The present one has an empty value."""

    name: str
    label: str
    options: tuple[tuple[str, str, bool], ...]
    question: str = ""

    @property
    def present(self) -> str:
        """The present one, in the reader's language."""
        return self.options[0][1]


@dataclass(frozen=True, slots=True)
class Remark:
    """What the author says beside the claim, in the author's words. Nothing is asked about it."""

    label: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FrameTable:
    """The frame of a version, what its author says beside it, and the questions that are about
    none of its rows."""

    spider: bool
    selections: tuple[Selection, ...]
    rows: tuple[FrameRow, ...]
    remarks: tuple[Remark, ...]
    others: tuple[Clarification, ...]

    @property
    def asking(self) -> list[FrameRow]:
        """What the author is to confirm or to answer."""
        return [row for row in self.rows if row.question or row.state in _ASKING]

    @property
    def settled(self) -> list[FrameRow]:
        """What nothing is asked about."""
        return [row for row in self.rows if not row.question and row.state not in _ASKING]

    @property
    def proposed(self) -> list[FrameRow]:
        """What the author is asked to confirm."""
        return [row for row in self.rows if row.state == "proposed"]

    @property
    def unnamed(self) -> list[FrameRow]:
        """What the author is asked to name: nothing is proposed for it."""
        return [row for row in self.rows if row.state == "unnamed"]

    @property
    def offers(self) -> bool:
        """Whether something is there to choose from."""
        return any(row.choices for row in self.asking)

    @property
    def questions(self) -> list[FrameRow | Selection]:
        """What the author is asked in words."""
        every: list[FrameRow | Selection] = [*self.selections, *self.rows]
        return [row for row in every if row.question]


def frame_table(
    version: Version,
    questions: Iterable[Clarification],
    typed: Mapping[str, str] | None = None,
    *,
    approved: bool = False,
    gaps: Iterable[Gap] = (),
) -> FrameTable:
    """The frame of a version; `typed` is what a person sent and a service refused, `gaps` are the
    hypothesis's."""
    claim, typed = version.claim, typed or {}
    spider = claim.design == "qualitative"
    kinds = _SPIDER if spider else _pico(claim)
    shown = {name: slots for name, slots in kinds.items() if _is_shown(claim, name, slots)}
    open_questions, others = _by_row(
        claim, shown, [ask for ask in questions if not ask.answered_at]
    )
    proposals = list(version.proposals.all())
    wanted = {name: gap.suggestion for gap in gaps for name in _rows_of(gap.slot, shown)}
    rows = (
        _row(claim, name, slots, open_questions.get(name, ""), proposals, typed, approved=approved)
        for name, slots in shown.items()
    )
    rows = (replace(row, wanted=_wanted(row, wanted)) for row in rows)
    selections = (
        _selection("design", claim.design, StudyDesign.choices, open_questions, typed),
        _selection("direction", claim.direction, Direction.choices, open_questions, typed),
    )
    return FrameTable(
        spider=spider,
        selections=selections[:1] if spider else selections,
        rows=tuple(rows),
        remarks=tuple(_remarks(claim)),
        others=tuple(others),
    )


def _pico(claim: Claim) -> dict[str, tuple[SlotName, ...]]:
    """The rows of PICO; as many to settle as the claim has conditions."""
    halves: set[SlotName] = {"unit", "bound"}
    both_proposed = halves <= {name for name, _slot in claim.conditions}
    if not both_proposed and halves.isdisjoint(claim.choices):
        return _PICO
    return _HALVES | {name: slots for name, slots in _PICO.items() if name != "population"}


def _remarks(claim: Claim) -> Iterable[Remark]:
    if claim.rivals:
        yield Remark(_("Other explanations"), claim.rivals)
    if claim.mechanism and claim.mechanism not in claim.rivals:
        yield Remark(_("Why it would be so"), (claim.mechanism,))


def _is_shown(claim: Claim, name: str, slots: tuple[SlotName, ...]) -> bool:
    needed = any(slot in claim.needed for slot in slots)
    return needed or name in _ALWAYS or any(claim.slot(slot) for slot in slots)


def _rows_of(slot: str, shown: Mapping[str, tuple[SlotName, ...]]) -> list[str]:
    """The rows that what is said of a slot is about."""
    return [name for name in _ASKED.get(slot, (slot,)) if name in shown]


def _wanted(row: FrameRow, wanted: Mapping[str, str]) -> str:
    if row.state == "unnamed":
        return row.wanted
    return wanted.get(row.name, "") if row.state == "open" and not row.question else ""


def _by_row(
    claim: Claim, shown: Mapping[str, tuple[SlotName, ...]], asks: list[Clarification]
) -> tuple[dict[str, str], list[Clarification]]:
    """The questions by the row that each is about, and those about none."""
    by_row: dict[str, str] = {}
    others = []
    for ask in asks:
        names = _rows_of(ask.slot, shown)
        names.sort(key=lambda name: all(claim.is_filled(slot) for slot in shown[name]))
        name = ask.slot if ask.slot in ("design", "direction") else next(iter(names), "")
        if name and name not in by_row:
            by_row[name] = ask.question
        else:
            others.append(ask)
    return by_row, others


def _row(
    claim: Claim,
    name: str,
    slots: tuple[SlotName, ...],
    question: str,
    proposals: list[Proposal],
    typed: Mapping[str, str],
    *,
    approved: bool,
) -> FrameRow:
    filled = [slot for slot in (claim.slot(each) for each in slots) if slot is not None]
    state = _state(claim, slots, filled, question, approved=approved)
    origin = next((slot.origin for slot in filled if slot.origin not in CLOSING), "")
    origin = origin or (filled[-1].origin if filled else "")
    called = name if len(slots) > 1 or claim.design == "qualitative" else slots[0]
    return FrameRow(
        name=name,
        label=capfirst(slot_name(called)),
        words=joined(slot for slot in filled if not is_choice(slot.text)),
        origin=str(Element.Origin(origin).label) if origin else "",
        state=state,
        question=question,
        wanted=next((_to_name(claim, slot) for slot in filled if is_choice(slot.text)), ""),
        note=_note(claim, name, slots),
        choices=tuple(
            _choices(name, state, slots, filled, proposals, typed.get(f"act-{name}", ""))
        ),
        typed=typed.get(f"edit-{name}", ""),
    )


def _state(
    claim: Claim,
    slots: tuple[SlotName, ...],
    filled: list[Slot],
    question: str,
    *,
    approved: bool,
) -> RowState:
    rests = [condition_kind(slot.text) for slot in filled if slot.origin not in CLOSING]
    if rests:
        return "unnamed" if "name" in rests else "proposed"
    if not all(slot.sure for slot in filled):
        return "doubted"
    missing = [slot for slot in slots if slot in claim.needed and not claim.is_filled(slot)]
    if question or (missing and not approved):
        return "open"
    return "yours" if filled or any(claim.is_filled(slot) for slot in slots) else "optional"


def _to_name(claim: Claim, choice: Slot) -> str:
    """What is asked for a choice; for a bound, of whom or what: `“small teams”: where, when`."""
    text, unit = asked_for(choice.text), claim.stated.unit
    if choice is claim.bound and unit is not None and unit.text not in text:
        return f"“{unit.text}”: {text}"
    return capfirst(text)


def _note(claim: Claim, name: str, slots: tuple[SlotName, ...]) -> str:
    if any(slot in claim.placeholders for slot in slots):
        return _("A letter stands for anything: name it.")
    if name == "measure" and claim.measure is None and claim.counted:
        return _("The outcome's own words say how it is observed.")
    if name == "comparator" and claim.comparator is None and claim.window is not None:
        return _("A change over time: compared with before.")
    return ""


def _choices(
    name: str,
    state: RowState,
    slots: tuple[SlotName, ...],
    filled: list[Slot],
    proposals: list[Proposal],
    picked: str,
) -> Iterable[Choice]:
    offered = [each for each in proposals if each.slot in slots and not is_choice(each.text)]
    if state not in _ASKING or (state in ("unnamed", "open") and not offered):
        return
    present = {slot.text for slot in filled}
    sources = {each.text: each.source for each in offered}
    yield Choice("", _("later"), checked=not picked)
    if state in ("proposed", "doubted"):
        source = next((sources[text] for text in present if sources.get(text)), "")
        yield Choice("confirm", _("confirm"), source, picked == "confirm")
    for each in offered:
        if each.text not in present:
            value = f"{USE}{_ANSWER_OF.get(each.slot, name)}:{each.text}"
            yield Choice(value, each.text, each.source, picked == value)
    if state == "proposed" or name == "leftover":
        yield Choice("drop", _("drop"), checked=picked == "drop")
    yield Choice("edit", _("my words:"), checked=picked == "edit")


def _selection(
    name: str,
    present: str,
    choices: Iterable[tuple[str, Any]],
    questions: Mapping[str, str],
    typed: Mapping[str, str],
) -> Selection:
    """The present one first, with an empty value: chosen, it says nothing."""
    picked = typed.get(f"edit-{name}", "")
    labels = dict(choices)
    others = [
        (code, str(label), code == picked)
        for code, label in labels.items()
        if code not in (present, "unknown")
    ]
    asks = name in questions and present != "unknown"
    confirmed = [(present, _("yes: %(read)s") % {"read": labels[present]}, picked == present)]
    options = (
        ("", str(labels[present]), not picked),
        *(confirmed if asks else []),
        *others,
    )
    return Selection(name, capfirst(slot_name(name)), options, questions.get(name, ""))
