"""Where an added unit or its bounds stand in the author's own sentence."""

from __future__ import annotations

from dataclasses import dataclass

from hypotheses.analyst.syntax.tagging.tagger import tagged
from hypotheses.analyst.writer import clauses
from hypotheses.analyst.writer.phrases import Phrase
from hypotheses.domain.claim import SlotName
from hypotheses.domain.types import Language

CORE: tuple[SlotName, ...] = ("exposure", "outcome")


@dataclass(frozen=True, slots=True)
class Edit:
    """Characters `start` to `end` of the source become `text`."""

    start: int
    end: int
    text: str


def population(
    phrases: dict[SlotName, Phrase],
    language: Language,
    source: str,
    spots: dict[SlotName, tuple[int, int]],
    added: list[SlotName],
) -> tuple[list[Edit], list[str]] | None:
    """Edits that place an added unit or bounds, and what of them goes to the clause's end."""
    edits: list[Edit] = []
    ending: list[str] = []
    if "unit" in added and "unit" in phrases:
        bounds = phrases.get("bound") if "bound" in added else None
        whole = clauses.population(phrases["unit"], bounds, language)
        if whole is None:
            return None
        if (place := _place_of_unit(phrases, source, spots)) is not None:
            among = "among" if language == "en" else "entre"
            return [Edit(place, place, f"{among} {phrases['unit'].text} ")], ending
        ending.append(f"{_comma(spots)} {whole}")
    elif "bound" in added and "bound" in phrases and "unit" not in spots:
        whole = clauses.place(phrases["bound"], language)
        if whole is None:
            return None
        ending.append(f"{_comma(spots)} {whole}")
    elif "bound" in added and "bound" in phrases and clauses.is_setting(phrases["bound"]):
        ending.append(f"{_comma(spots)} {clauses.place(phrases['bound'], language)}")
    elif "bound" in added and "bound" in phrases:
        edit = _bound_behind_unit(phrases, language, source, spots)
        if edit is None:
            return None
        edits.append(edit)
    return edits, ending


def _bound_behind_unit(
    phrases: dict[SlotName, Phrase],
    language: Language,
    source: str,
    spots: dict[SlotName, tuple[int, int]],
) -> Edit | None:
    """Bounds behind the author's unit; no compound is parted: `software | faults`."""
    unit = _behind(phrases, spots, source)
    exposure = spots.get("exposure")
    # `a patient waits`: no compound
    acts = bool(unit and exposure and source[unit[1] : exposure[0]].isspace())
    outcome = spots.get("outcome")
    if unit and outcome and phrases["outcome"].shape == "verb":
        acts |= source[unit[1] : outcome[0]].isspace()  # `gold rises`
    if unit and exposure and outcome:  # `makes the dough rise`: no compound
        acts |= exposure < unit and outcome[0] == unit[1] + 1
    return _bound(phrases["bound"], source, unit, language, acts, spots)


def _place_of_unit(
    phrases: dict[SlotName, Phrase], source: str, spots: dict[SlotName, tuple[int, int]]
) -> int | None:
    """Where a unit stands before the author's own bounds: `buying | in a small shop`."""
    bound, outcome = spots.get("bound"), spots.get("outcome")
    if bound is None or outcome is None or not source[outcome[1] : bound[0]].isspace():
        return None
    many = phrases["unit"].nominal and phrases["unit"].plural
    return bound[0] if many and phrases["bound"].shape == "prepositional" else None


def _comma(spots: dict[SlotName, tuple[int, int]]) -> str:
    """A comma behind a clause that ends in another slot than its outcome."""
    last = max(spots, key=lambda name: spots[name][1], default="unit")
    return "" if last in (*CORE, "unit", "comparator") else ","


def _behind(
    phrases: dict[SlotName, Phrase], spots: dict[SlotName, tuple[int, int]], source: str
) -> tuple[int, int] | None:
    """The unit's place, with an adjective that follows it: `pessoas ansiosas`."""
    unit, exposure = spots.get("unit"), spots.get("exposure")
    adjective = "exposure" in phrases and phrases["exposure"].shape == "adjective"
    if unit is None or exposure is None or not adjective:
        return unit
    near = exposure[0] > unit[0] and source[unit[1] : exposure[0]] == " "
    return (unit[0], exposure[1]) if near else unit


def _with_complement(
    unit: tuple[int, int], source: str, spots: dict[SlotName, tuple[int, int]]
) -> tuple[int, int]:
    """A Portuguese unit with the adjective or `de` and noun behind it: `clubes de xadrez`."""
    others = [spot for spot in spots.values() if spot[0] >= unit[1]]
    behind = [word for word in tagged(source, "pt") if word.start >= unit[1]][:2]
    if not behind or not source[unit[1] : behind[0].start].isspace():
        return unit
    held = next((spot for spot in others if spot[0] <= behind[0].start < spot[1]), None)
    if held is not None:
        whole = behind[0].start == held[0] and behind[0].end == held[1]
        return (unit[0], held[1]) if whole and behind[0].tag.startswith(("J", "N")) else unit
    if behind[0].tag.startswith("J") and behind[0].lower not in ("vs", "versus"):
        return unit[0], behind[0].end
    if len(behind) > 1 and behind[0].lower == "de" and behind[1].tag.startswith("N"):
        free = not any(spot[0] <= behind[1].start < spot[1] for spot in others)
        return (unit[0], behind[1].end) if free else unit
    return unit


def _compound(source: str, end: int) -> bool:
    """Whether a noun follows at once: `software` in `software faults`."""
    following = next((w for w in tagged(source, "en") if w.start >= end), None)
    near = following is not None and source[end : following.start].isspace()
    return near and following is not None and following.tag in ("NS", "NP")


def _bound(
    found: Phrase,
    source: str,
    unit: tuple[int, int] | None,
    language: Language,
    acts: bool,
    spots: dict[SlotName, tuple[int, int]],
) -> Edit | None:
    if unit is None:
        return None
    if language == "pt":
        unit = _with_complement(unit, source, spots)
    behind = source[unit[1] : unit[1] + 1]
    if behind and (behind.isalnum() or behind in "'’-"):
        return None
    if language == "en" and not acts and _compound(source, unit[1]):
        return None
    return Edit(unit[1], unit[1], _unrepeated(clauses.bound(found), source, unit[1]))


def _unrepeated(bound: str, source: str, end: int) -> str:
    """A bound without its -ing form before another one: `people in a town living alone`."""
    first, _, rest = bound.strip().partition(" ")
    behind = source[end:].split()[:1]
    doubled = first.endswith("ing") and behind and behind[0].endswith("ing")
    return f" {rest}" if doubled else bound
