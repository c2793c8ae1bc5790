"""What the author says about a version, as edits of the claim's slots."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import get_args

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.reader import read_stated
from hypotheses.domain.claim import (
    DESIGNS,
    DIRECTIONS,
    SLOTS,
    Claim,
    Doubt,
    Slot,
    SlotName,
    is_choice,
)
from hypotheses.domain.types import Language, Origin

# The names that earlier interfaces, and people, use for a slot.
SLOT_NAMES: dict[str, tuple[SlotName, ...]] = {
    **{name: (name,) for name in SLOTS},
    "population": ("unit", "bound"),
    "participants": ("unit",),
    "setting": ("bound",),
    "phenomenon": ("outcome",),
    "metrics": ("measure",),
    "metric": ("measure",),
    "testability": ("comparator",),
}
# Words that precede a slot's words in a sentence and do not belong to them.
_LEAD: dict[str, dict[Language, re.Pattern[str]]] = {
    "bound": {
        "en": lazy_regex(r"^(?:only|just)\s+", re.IGNORECASE),
        "pt": lazy_regex(r"^(?:só|somente|apenas)\s+", re.IGNORECASE),
    },
    "measure": {
        "en": lazy_regex(r"^(?:as\s+)?(?:measured|assessed)?\s*(?:by|with|using)\s+", re.I),
        "pt": lazy_regex(r"^(?:medid[oa]s?|avaliad[oa]s?)?\s*(?:por|com|pel[oa]s?)\s+", re.I),
    },
    "comparator": {
        "en": lazy_regex(r"^(?:(?:when\s+)?compared\s+(?:with|to)|than|versus|vs\.?)\s+", re.I),
        "pt": lazy_regex(
            r"^(?:em\s+compara[cç][aã]o\s+com|comparad[oa]s?\s+(?:com|a)|do\s+que)\s+", re.I
        ),
    },
}
_PREPOSITION: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        r"\b(?:of|in|at|from|on|aged|with|who|that|which|enrolled|working|living|treated|seen"
        r"|between|under|over|during|attending|registered|near)\b",
        re.IGNORECASE,
    ),
    "pt": lazy_regex(
        r"\b(?:de|d[oa]s?|em|n[oa]s?|com|que|entre|matriculad[oa]s?|atendid[oa]s?|do|da|sob"
        r"|acima|abaixo|durante|cadastrad[oa]s?|num|numa|pelo|pela)\b",
        re.IGNORECASE,
    ),
}


def apply_answers(claim: Claim, answers: Mapping[str, str], language: Language) -> Claim:
    """The claim with the author's answers; empty words confirm what was proposed or read.

    An answer that would veto a claim (`whatever everyone knows is right`) is uncertain, so that its
    author is asked about it.
    """
    for name, words in answers.items():
        if name in get_args(Doubt):
            claim = _decided(claim, name, words)
        elif name == "leftover":
            claim = _as_condition(claim, words)
        elif name == "exposure" and (told := _variables(words, language, claim)):
            for part, quote in told.items():
                claim = with_words(claim, part, quote, "confirmed", language)
        elif name in SLOT_NAMES and words.strip():
            claim = with_words(claim, name, words, "confirmed", language)
            # Half of a claim cannot be a tautology.
            if any(veto.code != "tautology" for veto in read_stated(words, language).vetoes):
                claim = _doubted(claim, SLOT_NAMES[name])
        elif name == "exposure" and claim.is_relation_open:
            claim = _confirmed(claim, ("exposure", "outcome"))  # asked about at once
        elif name in SLOT_NAMES:
            claim = _confirmed(claim, SLOT_NAMES[name])
    return claim


def framed(claim: Claim, frame: Mapping[str, str | None], language: Language) -> Claim:
    """The claim that was read, with what its author set before the run.

    A slot set to no words stays empty; if it shares its place with another one (`outcome`,
    `phenomenon`), the place goes to the other. Words for `leftover` are still asked about.
    """
    counted = claim.outcome.text if claim.counted and claim.outcome and not claim.measure else None
    for name, words in frame.items():
        if name in get_args(Doubt):
            claim = _decided(claim, name, words or "")
        elif words is None:
            claim = _emptied(claim, name, frame)
        elif name != "measure" or words != counted:  # the outcome, shown as its own measure
            claim = _set(claim, name, words, language)
    return claim


def _emptied(claim: Claim, name: str, frame: Mapping[str, str | None]) -> Claim:
    filled = {slot for other in frame if frame[other] for slot in SLOT_NAMES.get(other, ())}
    if filled.isdisjoint(SLOT_NAMES[name]):
        for slot_name in SLOT_NAMES[name]:
            claim = claim.with_slot(slot_name, None)
    return replace(claim, counted=False) if name == "measure" else claim


def _set(claim: Claim, name: str, words: str, language: Language) -> Claim:
    before = {part: held for part in SLOT_NAMES[name] if (held := getattr(claim, part))}
    shown = claim.population if len(before) > 1 else next(iter(before.values()), None)
    if shown is None or words != shown.text:
        for part in before:
            claim = claim.with_slot(part, None)
        claim = with_words(claim, name, words, "user", language)
    for part in SLOT_NAMES[name]:
        slot, place = getattr(claim, part), before.get(part)
        if slot is not None:
            start, end = (place.start, place.end) if place else (None, None)
            sure = name != "leftover"
            claim = claim.with_slot(part, Slot(slot.text, "user", start, end, sure))
    return claim


def _decided(claim: Claim, name: str, words: str) -> Claim:
    """Design or direction as the author chooses it, or confirms it by empty words."""
    claim = replace(claim, doubts=tuple(each for each in claim.doubts if each != name))
    if name == "design":
        return replace(claim, design=words) if words in DESIGNS else claim
    return replace(claim, direction=words) if words in DIRECTIONS else claim


def _as_condition(claim: Claim, words: str) -> Claim:
    """What belonged to no slot, confirmed as a condition of the claim or reworded."""
    lost, held = claim.leftover, claim.qualifiers
    claim = claim.with_slot("leftover", None)
    said = " ".join(words.split()) or (lost.text if lost else "")
    if not said:
        return claim
    whole = f"{held.text}, {said}" if held else said
    start, end = (lost.start, lost.end) if lost and not held and not words.strip() else (None, None)
    return claim.with_slot("qualifiers", Slot(whole, "confirmed", start, end))


def _variables(words: str, language: Language, claim: Claim) -> dict[str, str]:
    """Exposure and outcome of an answer that states a whole relation; else nothing.

    Where the outcome is open as well, both are asked for, and two things are the relation.
    """
    told = read_stated(words, language).claim
    if told.exposure is None or told.outcome is None:
        return {}
    if not (told.relation or claim.is_relation_open):
        return {}
    return {"exposure": told.exposure.text, "outcome": told.outcome.text}


def _doubted(claim: Claim, names: tuple[SlotName, ...]) -> Claim:
    for name in names:
        slot = getattr(claim, name)
        if slot is not None and slot.origin == "confirmed":
            claim = claim.with_slot(name, replace(slot, sure=False))
    return claim


def _confirmed(claim: Claim, names: tuple[SlotName, ...]) -> Claim:
    for name in names:
        slot = claim.slot(name)
        if slot is None or is_choice(slot.text):
            continue
        if slot.origin in ("suggested", "model") or not slot.sure:
            claim = claim.with_slot(name, replace(slot, origin="confirmed", sure=True))
    return claim


def with_words(claim: Claim, name: str, words: str, origin: Origin, language: Language) -> Claim:
    """The claim with a person's words in a slot; a population is divided into unit and bound.

    The words replace the author's, so they keep the author's offsets.
    """
    words = " ".join(words.split()).rstrip(".;,")
    if name == "population":
        return _with_population(claim, words, origin, language)
    (slot_name,) = SLOT_NAMES[name]
    lead = _LEAD.get(slot_name)
    bare = lead[language].sub("", words) if lead else words
    claim = _instead(claim, slot_name, bare or words, origin)
    if slot_name == "outcome":
        claim = replace(claim, counted=False)
    return claim


def _with_population(claim: Claim, words: str, origin: Origin, language: Language) -> Claim:
    """`the developers of one bank`: unit and bound; `of one bank`: a bound of the present unit."""
    words = _LEAD["bound"][language].sub("", words)
    joint = _PREPOSITION[language].search(words)
    if joint is None:
        if claim.unit is None:
            return _instead(claim, "unit", words, origin)
        return _instead(claim, "bound", words, origin)
    unit, bound = words[: joint.start()].strip(), words[joint.start() :].strip()
    if unit:
        claim = _instead(claim, "unit", unit, origin)
    return _instead(claim, "bound", bound, origin)


def _instead(claim: Claim, name: SlotName, words: str, origin: Origin) -> Claim:
    before = getattr(claim, name)
    place = (before.start, before.end) if before is not None else (None, None)
    return claim.with_slot(name, Slot(words, origin, *place))
