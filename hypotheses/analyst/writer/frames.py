"""The components of statements about a claim: the quantity, the groups, the place."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tagging.tagger import Token, tagged
from hypotheses.analyst.syntax.tokens import split
from hypotheses.analyst.writer import clauses
from hypotheses.analyst.writer.compose import COPULAS, governs
from hypotheses.analyst.writer.compose_english import as_gerund, is_act
from hypotheses.analyst.writer.holders import stretch, with_holder
from hypotheses.analyst.writer.phrases import (
    ATTACHED,
    Phrase,
    analysed,
    mid,
    opens,
    phrases_of,
    with_indefinite,
)
from hypotheses.analyst.writer.places import placed
from hypotheses.analyst.writer.portuguese import ARTICLES
from hypotheses.analyst.writer.predicates import DEGREES
from hypotheses.domain.claim import Claim, SlotName
from hypotheses.domain.types import Language

_CUT = lazy_regex(r"\s(?:than|do que|que|compared|versus|vs)\b|[,.;:?!()]")
_LOOSE = lazy_regex(r"\s(?:[a-zà-ü]{1,3}|with|from|into|para|pela|pelo|entre)")
_INDEFINITE = lazy_regex(r"(?:an?|uma?) (?=\w\w)")
_VERBS = ("V0", "V3", "VD", "AUX", "VF", "AUXF")
_SCORE = lazy_regex(r"(?:the |o )?(?:score|escore)\b", re.I)


@dataclass(frozen=True, slots=True)
class Frame:
    """A claim's phrases as the statements need them.

    `outcome` is complete: a verb with its object. `group` is unit, bounds and an exposure that
    follows them. `exposure` is the exposure as a subject, None where it cannot be one.
    """

    claim: Claim
    language: Language
    source: str
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
            outcome = (
                replace(self.outcome, text=_bare(self.outcome))
                if (_INDEFINITE.match(self.outcome.text))
                else self.outcome
            )
            if outcome is not self.outcome:
                outcome = replace(outcome, determined=False)
            if measure is None or measure.text.lower() in outcome.text.lower():
                return outcome
            directed = self.claim.direction in ("increase", "decrease")
            turned = directed and _SCORE.match(measure.text)  # a high score may be a bad one
            if _holds(measure, outcome) and not turned:
                return measure  # `number of errors` measures errors: it is the quantity
            inner = re.sub(r" \((\S+)\)$", r", \1", _bare(measure))
            return replace(outcome, text=f"{outcome.text} ({inner})")
        return None

    @property
    def measured(self) -> str:
        """`, measured by ...`, for an outcome that is no noun."""
        measure = self.claim.measure and self.phrases.get("measure")
        if not measure or (self.outcome is not None and self.outcome.nominal):
            return ""
        return self.by_measure

    @property
    def by_measure(self) -> str:
        """`, measured by ...`, whatever the outcome."""
        measure = self.phrases.get("measure") if self.claim.measure is not None else None
        made = measure and clauses.measure(measure, None, self.language)
        return f", {made}" if made else ""

    @property
    def comparator(self) -> Phrase | None:
        """The comparator, as a noun phrase or an adverbial."""
        return self.phrases.get("comparator")

    @property
    def compared(self) -> str:
        """`, compared with ...`."""
        if self.comparator is None:
            return ""
        made = clauses.comparator(self.comparator, clauses.held_by(self.phrases), self.language)
        return f", {made}" if made else ""

    @property
    def where(self) -> str:
        """` in {unit} {bounds}`, where the group does not hold them."""
        unit, bounds = self.phrases.get("unit"), self.phrases.get("bound")
        if self.group is not None:
            loose = bounds is not None and bounds.text.lower() not in self.group.text.lower()
            return f" {bounds.text}" if bounds is not None and loose else ""
        if unit is not None:
            rest = self._unnamed(unit)
            made = clauses.population(rest, bounds, self.language) if rest is not None else None
            if made is not None:
                return f" {made}"
        place = clauses.place(bounds, self.language) if bounds is not None else None
        return f" {place}" if place else ""

    def _unnamed(self, unit: Phrase) -> Phrase | None:
        """What exposure and outcome do not name of the unit, in whichever number: of `counties in
        Ohio`, where `a county` is named, `in Ohio`. None where they name it whole."""
        said = " ".join(
            each.text for each in (self.quantity, self.outcome, self.exposure) if each is not None
        )
        named = [_numbers(word) for word in _WORD.findall(said.lower())]
        inner = tagged(unit.text, self.language)

        def is_named(word: Token) -> bool:
            return not word.tag.startswith(_CONTENT) or any(
                _numbers(word.lower) & each for each in named
            )

        until = next((at for at, word in enumerate(inner) if not is_named(word)), len(inner))
        if until == len(inner):
            return None
        while until and not inner[until - 1].tag.startswith(_CONTENT):
            until -= 1  # `in the` before `US`
        told = analysed(unit.text[inner[until].start :], self.language)
        return told if until and told.shape == "prepositional" else unit

    @property
    def when(self) -> str:
        """Window and condition, for the end."""
        qualifiers, window = self.phrases.get("qualifiers"), self.phrases.get("window")
        texts = [
            clauses.qualifiers(qualifiers, self.language) if qualifiers is not None else None,
            clauses.window(window, self.language) if window is not None else None,
        ]
        return "".join(f", {text}" for text in texts if text)

    @property
    def unit(self) -> Phrase | None:
        """Unit and bounds as one noun phrase."""
        unit, bounds = self.phrases.get("unit"), self.phrases.get("bound")
        if unit is None or not unit.nominal:
            return None
        return replace(unit, text=unit.text + (clauses.bound(bounds) if bounds else ""))

    @property
    def others(self) -> str | None:
        """The comparison group, as a noun phrase."""
        other, unit = self.comparator, self.phrases.get("unit")
        english = self.language == "en"
        if other is not None and other.nominal:
            return other.text if english or other.plural else clauses.definite(other)
        if other is not None and not english and re.match(r"d[oa]s? ", other.text):
            return other.text[1:]  # `(a nota) dos que votam`
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
    def against(self) -> str | None:
        """The comparator as a noun phrase."""
        other = self.comparator
        if other is None or not other.nominal:
            return None
        return other.text if self.language == "en" else clauses.definite(other)

    @property
    def margin(self) -> str:
        """The margin's amount: `3 percentage points`."""
        slot = self.claim.margin
        return "" if slot is None else clauses.amount(slot.text)


_WORD = lazy_regex(r"\w+(?:-\w+){0,9}")
_CONTENT = ("N", "J", "V")


def _numbers(word: str) -> set[str]:
    """A word without what may be the ending of its plural: `counties`, `county`."""
    bare = {word, word.removesuffix("s"), word.removesuffix("es")}
    return bare | {f"{word[:-3]}y"} if word.endswith("ies") else bare


def _holds(measure: Phrase, outcome: Phrase) -> bool:
    """Whether a measure repeats the outcome's words, after further ones."""
    tokens = {word.lower for word in measure.tags}
    wanted = {w.lower for w in outcome.tags if w.tag.startswith(("N", "J")) and w.tag != "NUM"}
    return measure.nominal and bool(wanted) and wanted < tokens


def _bare(measure: Phrase) -> str:
    return re.sub(r"^(?:the|an?|os?|as|uma?) (?=\S)", "", measure.text)


def frame(claim: Claim, language: Language, source: str = "") -> Frame:
    """The parts of a claim."""
    phrases = phrases_of(claim, language, source)
    phrases = with_holder(claim, phrases, source)
    exposure = phrases.get("exposure")
    if exposure is not None and language == "en" and is_act(exposure):
        exposure = phrases["exposure"] = as_gerund(exposure)
    group = _group(claim, phrases, source, language)
    adverbial = None
    if exposure is not None and group is None:
        fits = exposure.shape == "prepositional" or exposure.subordinate
        adverbial = exposure if fits else None
    subject = exposure if exposure is not None and exposure.nominal and group is None else None
    if subject is not None and language == "en":
        subject = with_indefinite(subject)
    outcome = _whole_outcome(claim, phrases, language, source)
    return Frame(claim, language, source, phrases, outcome, group, subject, adverbial)


def _group(
    claim: Claim, phrases: dict[SlotName, Phrase], source: str, language: Language
) -> Phrase | None:
    """Unit, bounds and exposure as one noun phrase, where the exposure defines the group."""
    unit, exposure, bounds = phrases.get("unit"), phrases.get("exposure"), phrases.get("bound")
    if unit is None or exposure is None or not unit.nominal:
        return None
    marks = " ,()" if exposure.shape in ("relative", "participle") else " ()"
    near = exposure.shape == "relative" and language
    span = stretch(claim, ("unit", "bound", "exposure"), source, marks, near or None)
    span = span or stretch(claim, ("unit", "exposure"), source, marks, near or None)
    if span is not None and not (
        _modifies(claim, exposure, source) and _is_headed(claim, span, source)
    ):
        return None
    if span is not None and placed(claim.exposure, source) and placed(claim.unit, source):
        added = clauses.bound(bounds) if bounds and placed(claim.bound, source) is None else ""
        text = source[slice(*span)]
        if bounds is not None and bounds.text.lower() not in f"{text}{added}".lower():
            added = clauses.bound(bounds)
        if added:
            spot = placed(claim.unit, source)
            cut = spot[1] if spot and exposure.shape != "adjective" else span[1]
            text = source[span[0] : cut] + added + source[cut : span[1]]
        return replace(unit, text=mid(text, language) if opens(source, span[0]) else text)
    if placed(claim.exposure, source) and placed(claim.unit, source):
        return None
    if exposure.shape not in ATTACHED:
        return None
    return replace(
        unit, text=f"{unit.text}{clauses.bound(bounds) if bounds else ''} {exposure.text}"
    )


def _is_headed(claim: Claim, span: tuple[int, int], source: str) -> bool:
    """Whether the unit is the noun of a phrase: `tired nurses`, and not `the pay of nurses`."""
    unit = placed(claim.unit, source)
    tree = parsed(split(source))
    inside = tree.words.within(*span)
    if unit is None or not inside:
        return True
    top = tree.top(inside[0], inside[-1] + 1)
    return unit[0] <= tree.words.starts[top] < unit[1] or not tree.tags[top].startswith("N")


def _modifies(claim: Claim, exposure: Phrase, source: str) -> bool:
    """Whether an exposure beside its unit can be part of the noun phrase."""
    unit, spot = placed(claim.unit, source), placed(claim.exposure, source)
    if unit is None or spot is None or spot < unit:
        return exposure.shape not in ("verb", "clause", "action")
    if exposure.tags[0].tag in ("VD", "VN", "VG"):
        return True
    return exposure.shape in ATTACHED or exposure.shape == "adjective"


def _whole_outcome(
    claim: Claim, phrases: dict[SlotName, Phrase], language: Language, source: str
) -> Phrase | None:
    """The outcome; a verb alone gets what follows it in the source: `recall fewer words`."""
    found, spot = phrases.get("outcome"), placed(claim.outcome, source)
    if found is None:
        return None
    if found.shape == "action" and len(found.tags) == 1:  # `make them notice more`
        return replace(found, shape="other")
    found = _in_role(found, claim, language, source)
    if found.shape != "verb" or spot is None or len(found.tags) > 1:
        return found
    starts = [p[0] for _, s in claim.items() if (p := placed(s, source)) and p[0] >= spot[1]]
    text = source[spot[0] : min(starts, default=len(source))]
    cut = _CUT.search(text)
    text = text[: cut.start()] if cut else text
    text = _without_loose(text.strip())
    tokens = tuple(w for w in tagged(source, language) if spot[0] <= w.start < spot[0] + len(text))
    return replace(found, text=mid(text, language), tags=tokens or found.tags)


def _in_role(found: Phrase, claim: Claim, language: Language, source: str) -> Phrase:
    """An outcome whose verb determines its kind: `is calmer` an adjective, `feels fear` a noun."""
    spot = placed(claim.outcome, source)
    if found.shape == "nominal" and len(found.tags) == 1 and _before_degree(spot, language, source):
        return replace(found, shape="verb")  # `grow taller`, `retain less`, as nouns by themselves
    before = _free(claim, language, source, spot[0]) if spot is not None else []
    verb = next((w for w in reversed(before) if w.tag.startswith(_VERBS)), None)
    linked = verb is not None and verb.lower in COPULAS
    if found.shape == "nominal" and len(found.tags) == 1 and linked and before:
        degree = before[-1].lower in ("more", "less", "mais", "menos")
        return replace(found, shape="adjective") if degree else found
    if found.shape not in ("adjective", "other", "verb"):
        return found
    governed = governs(claim, language)
    if found.shape != "verb" and (claim.counted or governed):
        return replace(found, shape="nominal")
    if claim.design == "causal" and governed and len(found.tags) > 1:
        return replace(found, shape="nominal")
    if found.shape == "adjective" and verb is not None and not linked and "AUX" not in verb.tag:
        return replace(found, shape="nominal")
    return found


def _before_degree(spot: tuple[int, int] | None, language: Language, source: str) -> bool:
    """Whether a comparative follows directly: its noun would stand after it."""
    if spot is None:
        return False
    following = next((w for w in tagged(source, language) if w.start >= spot[1]), None)
    return following is not None and (following.tag in ("JC", "RC") or following.lower in DEGREES)


def _free(claim: Claim, language: Language, source: str, until: int) -> list[Token]:
    """The words before a position, without those of other slots."""
    taken = [p for _, slot in claim.items() if (p := placed(slot, source))]
    tokens = [w for w in tagged(source, language) if w.end <= until]
    return [w for w in tokens if not any(a <= w.start < b for a, b in taken)]


def _without_loose(text: str) -> str:
    """The text without the small words at its end."""
    while True:
        at = max(map(text.rfind, " \n\t\u00a0"))
        if at < 0 or not _LOOSE.fullmatch(text, at):
            return text
        text = text[:at].rstrip()
