"""The parts that statements about a claim are made of: the quantity, the groups, the place."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from hypotheses.analyst.writer import clauses
from hypotheses.analyst.writer.compose import governs
from hypotheses.analyst.writer.edit import placed
from hypotheses.analyst.writer.phrases import ATTACHED, Phrase, mid, phrase
from hypotheses.analyst.writer.portuguese import ARTICLES
from hypotheses.analyst.writer.tagging.tagger import tagged
from hypotheses.domain.claim import SLOTS, Claim, SlotName
from hypotheses.domain.types import Language

_CUT = re.compile(r"\s(?:than|do que|que|compared|versus|vs)\b|[,.;:?!()]")
_LOOSE = re.compile(r"(?:\s+(?:[a-zà-ü]{1,3}|with|from|into|para|pela|pelo|entre))+$")
_OWNER = re.compile(r"\s(?:of|of the|de|do|da|dos|das)\s")
_AMOUNT = re.compile(r"[±<>]?\s*\d")
_EDGES = re.compile(r"^(?:margin of|margem de|a margin of|uma margem de)\s+|\s+margin$", re.I)


@dataclass(frozen=True, slots=True)
class Frame:
    """A claim's phrases as the statements need them.

    `outcome` is read whole: a verb with its object. `group` is unit, bounds and an exposure that
    stands behind them. `exposure` is the exposure as a subject, None where it cannot be one.
    """

    claim: Claim
    language: Language
    phrases: dict[SlotName, Phrase]
    outcome: Phrase | None
    group: Phrase | None
    exposure: Phrase | None
    adverbial: Phrase | None

    @property
    def quantity(self) -> Phrase | None:
        """The outcome as a noun, with its measure in brackets; or the measure of a verb."""
        measure = self.phrases.get("measure")
        if measure is not None and (self.claim.counted and self.claim.measure is None):
            measure = None
        if self.outcome is not None and self.outcome.nominal:
            if measure is None or measure.text.lower() in self.outcome.text.lower():
                return self.outcome
            return replace(self.outcome, text=f"{self.outcome.text} ({_bare(measure)})")
        return None

    @property
    def measured(self) -> str:
        """`, measured by ...`, for an outcome that is no noun."""
        measure = self.claim.measure and self.phrases.get("measure")
        if not measure or (self.outcome is not None and self.outcome.nominal):
            return ""
        made = clauses.measure(measure, None, self.language)
        return f", {made}" if made else ""

    @property
    def comparator(self) -> Phrase | None:
        """What it is held against, as a noun phrase or an adverbial."""
        return self.phrases.get("comparator")

    @property
    def compared(self) -> str:
        """`, compared with ...`."""
        if self.comparator is None:
            return ""
        made = clauses.comparator(self.comparator, self.phrases.get("unit"), self.language)
        return f", {made}" if made else ""

    @property
    def where(self) -> str:
        """` in {unit} {bounds}`, where the group does not hold them."""
        unit, bounds = self.phrases.get("unit"), self.phrases.get("bound")
        if self.group is not None:
            loose = bounds is not None and bounds.text.lower() not in self.group.text.lower()
            return f" {bounds.text}" if bounds is not None and loose else ""
        if unit is not None:
            made = clauses.population(unit, bounds, self.language)
            return f" {made}" if made else ""
        return f" {bounds.text}" if bounds is not None and bounds.shape == "prepositional" else ""

    @property
    def when(self) -> str:
        """Window and condition, at the end."""
        made = ""
        for name, rule in (("qualifiers", clauses.qualifiers), ("window", clauses.window)):
            held = self.phrases.get(name)  # type: ignore[call-overload]
            text = rule(held, self.language) if held is not None else None
            made += f", {text}" if text else ""
        return made

    @property
    def unit(self) -> Phrase | None:
        """Unit and bounds as one noun phrase."""
        unit, bounds = self.phrases.get("unit"), self.phrases.get("bound")
        if unit is None or not unit.nominal:
            return None
        return replace(unit, text=unit.text + (clauses.bound(bounds) if bounds else ""))

    @property
    def others(self) -> str | None:
        """The group that is compared with, as a noun phrase."""
        other, unit = self.comparator, self.phrases.get("unit")
        english = self.language == "en"
        if other is not None and other.nominal:
            return other.text
        if other is not None and other.shape in ATTACHED:
            if unit is None or not unit.plural:
                return f"that {other.text}" if english else None
            return f"{'those' if english else ARTICLES[unit.gender or 'm', True]} {other.text}"
        if other is not None or unit is None or not unit.nominal:
            return None
        if unit.determined or not unit.plural:
            return "the others" if english else "os demais"
        if english:
            return f"other {unit.text}"
        return f"{'outras' if unit.gender == 'f' else 'outros'} {unit.text}"

    @property
    def margin(self) -> str:
        """The margin's amount: `3 percentage points`."""
        slot = self.claim.margin
        if slot is None:
            return ""
        return _EDGES.sub("", slot.text.strip(" ().,;")) if _AMOUNT.search(slot.text) else ""


def _bare(measure: Phrase) -> str:
    return re.sub(r"^(?:the|a|an|o|os|as) (?=\S)", "", measure.text)


def frame(claim: Claim, language: Language, source: str = "") -> Frame:
    """The parts of a claim."""
    phrases: dict[SlotName, Phrase] = {
        name: found
        for name in SLOTS
        if (found := phrase(claim, name, language, source)) is not None
    }
    phrases = _owned(claim, phrases, source)
    exposure = phrases.get("exposure")
    group = _group(claim, phrases, source, language)
    adverbial = None
    if exposure is not None and group is None:
        fits = exposure.shape == "prepositional" or exposure.subordinate
        adverbial = exposure if fits else None
    subject = exposure if exposure is not None and exposure.nominal and group is None else None
    return Frame(
        claim, language, phrases, _whole_outcome(claim, phrases, language, source), group, subject,
        adverbial,
    )  # fmt: skip


def _group(
    claim: Claim, phrases: dict[SlotName, Phrase], source: str, language: Language
) -> Phrase | None:
    """Unit, bounds and exposure as one noun phrase, where the exposure tells whom it is about."""
    unit, exposure, bounds = phrases.get("unit"), phrases.get("exposure"), phrases.get("bound")
    if unit is None or exposure is None or not unit.nominal:
        return None
    marks = " ,()" if exposure.shape in ("relative", "participle") else " ()"
    span = _stretch(claim, ("unit", "bound", "exposure"), source, marks)
    span = span or _stretch(claim, ("unit", "exposure"), source, marks)
    if span is not None and not _modifies(claim, exposure, source):
        return None
    if span is not None and placed(claim.exposure, source) and placed(claim.unit, source):
        added = clauses.bound(bounds) if bounds and placed(claim.bound, source) is None else ""
        text = source[slice(*span)]
        if added:
            spot = placed(claim.unit, source)
            cut = spot[1] if spot else span[1]
            text = source[span[0] : cut] + added + source[cut : span[1]]
        return replace(unit, text=mid(text, language))
    if placed(claim.exposure, source) and placed(claim.unit, source):
        return None
    if exposure.shape not in ATTACHED:
        return None
    return replace(
        unit, text=f"{unit.text}{clauses.bound(bounds) if bounds else ''} {exposure.text}"
    )


def _modifies(claim: Claim, exposure: Phrase, source: str) -> bool:
    """Whether an exposure beside its unit can be part of the noun phrase."""
    unit, spot = placed(claim.unit, source), placed(claim.exposure, source)
    if unit is None or spot is None or spot < unit:
        return exposure.shape not in ("verb", "clause", "action")
    if exposure.shape in ("verb", "action"):
        return exposure.tags[0].tag in ("VD", "VN", "VG")
    return exposure.shape in ATTACHED or exposure.shape == "adjective"


def _stretch(
    claim: Claim, names: tuple[SlotName, ...], source: str, marks: str = " ,()"
) -> tuple[int, int] | None:
    """From the first to the last of slots that stand side by side in the source; else None."""
    spots = sorted(p for name in names if (p := placed(getattr(claim, name), source)))
    for (_, end), (start, _) in zip(spots, spots[1:], strict=False):
        if source[end:start].strip(marks):
            return None
    return (spots[0][0], spots[-1][1]) if spots else None


def _owned(claim: Claim, phrases: dict[SlotName, Phrase], source: str) -> dict[SlotName, Phrase]:
    """Exposure or outcome with the unit that the author hung on it: `the mood of investors`."""
    unit = _stretch(claim, ("unit", "bound"), source)
    if unit is None or placed(claim.unit, source) is None:
        return phrases
    for name in ("outcome", "exposure"):
        held, spot = phrases.get(name), placed(getattr(claim, name), source)  # type: ignore[call-overload]
        if held is None or spot is None or held.shape != "nominal" or unit[0] < spot[1]:
            continue
        if not _OWNER.fullmatch(source[spot[1] : unit[0]]):
            continue
        bounds = phrases.get("bound")
        added = clauses.bound(bounds) if bounds and placed(claim.bound, source) is None else ""
        text = held.text + source[spot[1] : unit[1]] + added
        kept = {n: p for n, p in phrases.items() if n not in ("unit", "bound")}
        return {**kept, name: replace(held, text=text)}  # type: ignore[dict-item]
    return phrases


def _whole_outcome(
    claim: Claim, phrases: dict[SlotName, Phrase], language: Language, source: str
) -> Phrase | None:
    """The outcome; a lone verb with what follows it in the author's sentence: `recall fewer words`."""
    found, spot = phrases.get("outcome"), placed(claim.outcome, source)
    if found is not None and found.shape in ("adjective", "other", "verb"):
        noun = claim.counted and found.shape != "verb"
        if noun or (claim.design == "causal" and governs(claim, language)):
            return replace(found, shape="nominal")
    if found is None or found.shape != "verb" or spot is None or len(found.tags) > 1:
        return found
    starts = [p[0] for _, s in claim.items() if (p := placed(s, source)) and p[0] >= spot[1]]
    text = source[spot[0] : min(starts, default=len(source))]
    cut = _CUT.search(text)
    text = text[: cut.start()] if cut else text
    text = _LOOSE.sub("", text.strip())
    words = tuple(w for w in tagged(source, language) if spot[0] <= w.start < spot[0] + len(text))
    return replace(found, text=mid(text, language), tags=words or found.tags)
