"""What could fill a claim's open slots: only what fits the author's own words.

A measure must measure the claim's own outcome for its own kind of unit; a comparator is the absence
or the opposite of its own exposure; a bound narrows its own unit; a unit or an outcome comes from
the exposure's own field. A margin is never proposed: only the author can state it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.proposals import contrasts
from hypotheses.analyst.proposals.alternatives import (
    BEFORE,
    PLAIN,
    act_undone,
    alternative,
    counts_several,
    kinds_asked,
    levels_asked,
    with_article,
)
from hypotheses.analyst.proposals.comparators import comparator
from hypotheses.analyst.proposals.contrast import contrast
from hypotheses.analyst.proposals.measures import (
    Match,
    Measure,
    asks_of_weeks,
    constructs_in,
    family_of,
    fields_in,
    fields_of,
    is_momentary,
    is_of_other_period,
    measures_of,
    suits,
)
from hypotheses.analyst.proposals.outcomes import is_of_content
from hypotheses.analyst.proposals.populations import named_in, own_group, own_unit
from hypotheses.analyst.proposals.quantities import quantity
from hypotheses.analyst.proposals.questions import choice, wording
from hypotheses.analyst.proposals.sentences import place_of
from hypotheses.analyst.proposals.subjects import (
    is_of_author,
    of_himself,
    own_bound,
    owned_one,
    place_of_author,
)
from hypotheses.analyst.proposals.units import PEOPLE, Nature, UnitKind, kind_of, kinds_in
from hypotheses.analyst.syntax.antecedents import points_back
from hypotheses.analyst.syntax.clause import is_topic
from hypotheses.analyst.syntax.forms.experiences import tells
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.periods import is_long_past
from hypotheses.analyst.syntax.tagging.tagger import tagged
from hypotheses.analyst.syntax.tokens import split
from hypotheses.analyst.writer.compose_english import as_gerund, is_act
from hypotheses.analyst.writer.phrases import analysed
from hypotheses.analyst.writer.portuguese import infinitive_of_past
from hypotheses.domain.claim import (
    CLOSING,
    HANGS_ON,
    Claim,
    Slot,
    SlotName,
    choice_of,
    is_choice,
    is_placeholder,
)
from hypotheses.domain.types import Language

THRESHOLD = 80
"""The lowest fit at which something is proposed."""
MOST = 3
"""The most proposals for a slot."""

_DATA = Path(__file__).parent / "data" / "defaults.toml"


@dataclass(frozen=True, slots=True)
class RankedProposal:
    """Words that could fill a slot, where they are from, and how well they fit (0-100)."""

    text: str
    source: str
    fit: int


def propose(
    claim: Claim, language: Language, source: str = "", whole: str = ""
) -> dict[SlotName, tuple[RankedProposal, ...]]:
    """Ranked proposals for the slots that a claim lacks; a slot without any is left out.

    `source` is the author's clause, which tells how the claim's words stand in it; `whole` is all
    that the author wrote, where that is more: it may name the place.
    """
    if any(is_placeholder(slot.text) for _, slot in claim.items()):
        return {}
    if claim.design == "unknown":
        if claim.exposure is None or claim.outcome is None:
            return {}
        topic = is_topic(parsed(split(source)))  # an association has no comparator
        claim = replace(claim, design="correlational" if topic else "causal")
        if _WHY[language].search(source):
            claim = replace(claim, comparator=_NONE)  # an unknown predictor has no comparator
    found: dict[SlotName, tuple[RankedProposal, ...]] = {}
    known, own = claim, without_rivals(whole or source, claim)
    for name in _ORDER:
        if name not in claim.missing or _hangs_on_doubt(claim, name):
            continue
        elsewhere = known.exposure is not None and known.exposure.text not in source
        text = own if name == "comparator" and elsewhere else source
        made = (
            _PLACED[name](known, language, source, own)
            if name in _PLACED
            else _MAKERS[name](known, language, text)
        )
        ranked = sorted(made, key=lambda proposal: -proposal.fit)
        fitting = tuple(each for each in ranked if each.fit >= THRESHOLD)[:MOST]
        if fitting:
            found[name] = fitting
            # The measure depends on the unit that is proposed here.
            known = known.with_slot(name, Slot(fitting[0].text, "suggested"))
    unnamed = "measure" in claim.missing and not _hangs_on_doubt(claim, "measure")
    asked = bool(kinds_asked(claim, language, source))
    if unnamed and "measure" not in found and _is_to_be_named(claim, known, asked=asked):
        found["measure"] = (_choice(known, "measure", language),)
    return {name: found[name] for name in claim.missing if name in found}


def _hangs_on_doubt(claim: Claim, name: SlotName) -> bool:
    """Whether a slot depends on another one that its author has yet to confirm."""
    return name in HANGS_ON and claim.is_doubted(HANGS_ON[name])


_NONE = Slot("-")


def without_rivals(text: str, claim: Claim) -> str:
    """A text without the other explanations that its author names: nobody in them is observed."""
    for rival in claim.rivals:
        at = text.find(rival)
        text = text[:at] + " " * len(rival) + text[at + len(rival) :] if at >= 0 else text
    return text


def _is_to_be_named(claim: Claim, known: Claim, *, asked: bool) -> bool:
    """Whether the measure is a choice of the study, and no question for the author now.

    It is where the author states the outcome and its direction; the unit is asked about first. A
    margin means nothing without its measure, so both are asked about together. `asked` tells that
    which ones are compared is the author's own question.
    """
    if claim.outcome is None or "margin" in claim.missing or claim.design == "unknown":
        return False
    said = " ".join(slot.text for _, slot in claim.items() if slot.origin in CLOSING).lower()
    unit = known.unit
    told = unit is None or unit.origin in CLOSING or unit.text.lower() in said
    told |= known.observes_its_groups
    told |= is_choice(unit.text if unit else "") and bool(_WHOEVER.intersection(said.split()[:1]))
    directed = claim.direction != "unspecified" or claim.design == "descriptive"
    open_comparator = known.comparator is not None and is_choice(known.comparator.text)
    return told and directed and (asked or not open_comparator)


def _choice(claim: Claim, name: SlotName, language: Language) -> RankedProposal:
    """What the study has to specify, where the claim is complete without it."""
    origin = defaults()["source"]["choice"][language]
    return RankedProposal(choice(claim, name, language), origin, _FIRST)


def _with_words(
    choice: RankedProposal, claim: Claim, language: Language, whole: str
) -> RankedProposal:
    """A choice with what the speaker says about himself: it enters no sentence, but is kept."""
    said = of_himself(whole, language)
    if not said or any(slot.text in said for _, slot in claim.items()):
        return choice
    lead = {"en": "you say", "pt": "você diz"}[language]
    return replace(choice, text=f"{choice.text} ({lead}: “{said}”)")


_FIRST = 100


def _units(claim: Claim, language: Language, clause: str, source: str) -> list[RankedProposal]:
    """Those whom the author mentions; otherwise units of the exposure's own field, or those in
    which the outcome is measured.

    `clause` is that of the claim, `source` all that the author wrote.
    """
    if claim.unit is not None:
        return []
    own = _mentioned(claim, language, clause, source)
    if own or claim.exposure is None or points_back(parsed(split(clause))):
        return own  # who `she` is, only the author can tell
    told = [slot.text for slot in (claim.exposure, claim.bound) if slot is not None]
    own_fields = [fields_in(words, language) for words in told]
    of_outcome = fields_in(claim.outcome.text, language) if claim.outcome else frozenset()
    fields = of_outcome.union(*own_fields)
    matches = _whole(claim, language)
    rules = defaults()
    found = []
    if len(fields) == 1 and any(own_fields):  # a mark alone is of a pupil, a film or a product
        (field,) = fields
        for at, unit in enumerate(rules["unit"].get(field, {}).get(language, ())):
            fits = claim.outcome is None or _measurable(unit, matches, claim, language)
            if fits and _is_fit(unit, claim, language):
                found.append(RankedProposal(unit, rules["source"]["field"][language], 90 - at))
    by_outcome = rules["source"]["outcome"][language]
    others = any(kind.nature == "person" for kind in kinds_in(source, language))
    others |= any(map(_has_results, kinds_in(claim.exposure.text, language)))
    whom = [] if others else _measured_in(matches, fields, language)
    measured = enumerate(each for each in whom if _is_fit(each, claim, language))
    found = found or [RankedProposal(unit, by_outcome, 82 - at) for at, unit in measured]
    if not found:
        return _kept_by_author(claim, language, source)
    named = named_in(claim.exposure.text, found[0].text, language)
    named = named or _own_one(claim, language, clause, source, found[0].text)
    return [replace(found[0], text=named), *found[1:]] if named else found


def _mentioned(claim: Claim, language: Language, clause: str, source: str) -> list[RankedProposal]:
    """Whom the author's own words mention as observed, himself included."""
    origin = defaults()["source"]["own"][language]
    if _is_whoever(claim, source):
        whoever = choice_of(wording("whoever", "unit", language), language)
        return [RankedProposal(whoever, origin, 86)]
    own = own_unit(claim, language, clause, source)
    if own is not None:
        return [RankedProposal(own, origin, 88)]
    if claim.exposure is not None and is_of_author(claim, language, source):
        himself = choice_of(wording("author", "unit", language), language)
        return [RankedProposal(himself, origin, 88)]
    own = own_group(claim, language, source)
    return [] if own is None else [RankedProposal(own, origin, 86)]


def _has_results(kind: UnitKind) -> bool:
    """Whether what the exposure names may have the outcome itself, so that it need not be people's:
    a review has marks, a country has its health."""
    return kind.nature in ("organisation", "text") or bool(kind.classes & {"place", "film", "song"})


def _kept_by_author(claim: Claim, language: Language, source: str) -> list[RankedProposal]:
    """The shop or school that the author keeps: `tenho | uma sorveteria`."""
    place = place_of_author(claim, language, source)
    kind = kind_of(place[1], language) if place is not None else None
    if place is None or kind is None or kind.nature != "organisation":
        return []
    return [RankedProposal(" ".join(place), defaults()["source"]["own"][language], 84)]


def _own_one(claim: Claim, language: Language, clause: str, source: str, like: str) -> str:
    """The author's own of such units: `the porters` of the clause, `a small bakery` of one who runs
    it; or empty."""
    own = own_group(claim, language, clause, like)
    kind, place = kind_of(like, language), place_of_author(claim, language, source)
    if own is None and place is not None and kind is not None and kind.nature == "organisation":
        return " ".join(place)
    return own or ""


def _is_whoever(claim: Claim, source: str) -> bool:
    """Whether the persons observed are described only by what they do: `quem senta perto da
    janela`."""
    place = place_of(claim.exposure, source)
    if place is None:
        return False
    near = place.tree.words.lower[max(0, place.first - 1) : place.first + 1]
    return not _WHOEVER.isdisjoint(near)


_WHOEVER = frozenset(("quem", "whoever", "anyone"))


def _is_fit(unit: str, claim: Claim, language: Language) -> bool:
    """Whether a unit of the catalogues could be what this author observes.

    It could not where he names persons himself, or where the exposure is a thing or a living being
    of another kind: garlic keeps mosquitoes off, but not in municipalities.
    """
    kind = kind_of(unit, language)
    if kind is None:
        return False
    named = [slot for slot in (claim.comparator, claim.qualifiers) if slot is not None]
    if any(k.nature == "person" for slot in named for k in kinds_in(slot.text, language)):
        return False
    if kind.nature == "person":
        return True
    # An author who bounds the claim to a place does not mean places.
    varies = kinds_in(claim.exposure.text, language) if claim.exposure else ()
    own = all(each.classes & kind.classes or each.fields & kind.fields for each in varies)
    return claim.bound is None and own


def _measurable(unit: str, matches: list[Match], claim: Claim, language: Language) -> bool:
    """Whether the claim's outcome is a construct that is measured in this kind of unit."""
    kind = kind_of(unit, language)
    fields = fields_of(claim, language) | (kind.fields if kind else frozenset())
    return kind is not None and any(
        suits(measure, kind, fields)
        for match in matches
        for measure in measures_of(match.construct, language)
    )


def _measured_in(matches: list[Match], fields: frozenset[str], language: Language) -> list[str]:
    """The people in whom the outcome's one construct is measured: adults or children where it is
    measured in anybody; otherwise the only group there is, as only the author can tell employees
    from pupils."""
    if len({family_of(match.construct) for match in matches}) != 1:
        return []
    measures = [each for match in matches for each in measures_of(match.construct, language)]
    kinds = [each.first for each in measures if "*" in each.fields or each.fields & fields]
    every = {each.first for each in measures}
    if PEOPLE & set(kinds) and not fields and every != set(kinds):
        return []  # a queue is of patients, customers or riders
    if not PEOPLE & set(kinds) or fields - {"health"}:
        return []
    if all("*" in each.fields and each.classes <= PEOPLE for each in measures):
        anybody = frozenset().union(*(each.classes for each in measures))
        grown = [kind for kind in ("adult", "child") if anybody & {kind, "person"}]
        kinds = grown[:1] or kinds
    if len(set(kinds)) != 1:
        return []
    units = defaults()["whom"]
    named = [units[kind][language] for kind in dict.fromkeys(kinds) if kind in units]
    alone = len(named) == 1 < len(set(kinds))
    return [] if alone else named  # one with a plain name does not stand for the others


def _bounds(claim: Claim, language: Language, source: str, whole: str = "") -> list[RankedProposal]:
    """The place that the author names, otherwise an open choice; never a guess."""
    own_days = wording("author", "unit", language)
    named = claim.unit is not None and not claim.unit.text.endswith(own_days)
    whole = whole or source
    own = own_bound(claim, language, source, whole) if named else None
    if own is not None and claim.unit is not None and own.endswith(claim.unit.text):
        own, named = None, False
    there = own is not None and own in source
    if own is not None and (there or (claim.unit and not is_choice(claim.unit.text))):
        return [RankedProposal(own, defaults()["source"]["own"][language], 95)]
    if claim.unit is None:
        return []
    if not named or owned_one(claim, language, whole):
        days = choice_of(wording("author", "bound", language), language)
        return [RankedProposal(days, defaults()["source"]["choice"][language], _FIRST)]
    if _IS_OWN.match(claim.unit.text):
        many = choice_of(wording("author", "bound_of_many", language), language)
        return [RankedProposal(many, defaults()["source"]["choice"][language], _FIRST)]
    if is_choice(claim.unit.text):
        where = choice_of(wording("whoever", "bound", language), language)
        origin = defaults()["source"]["choice"][language]
        return [_with_words(RankedProposal(where, origin, _FIRST), claim, language, whole)]
    return [_with_words(_choice(claim, "bound", language), claim, language, whole)]


# For the author's own possession the bound is known: `my year 9s`.
_IS_OWN = lazy_regex(r"(?:my|our|(?:[oa]s? )?(?:minhas?|meus?|noss[oa]s?))\b", re.I)


def _outcomes(claim: Claim, language: Language, source: str) -> list[RankedProposal]:
    """An outcome only for an exposure of a field in which `works better` has a usual meaning."""
    if claim.exposure is None or claim.design in ("qualitative", "descriptive"):
        return []
    fields = fields_in(claim.exposure.text, language)
    if len(fields) != 1 or not _succeeds(claim, language):
        return []
    kind = kind_of(claim.unit.text, language) if claim.unit else None
    if kind is not None and kind.fields and not kind.fields & fields:
        return []  # a programme of patients is no software
    source = defaults()["source"]["field"][language]
    outcomes = defaults()["outcome"].get(next(iter(fields)), {}).get(language, ())
    return [RankedProposal(text, source, 85 - at) for at, text in enumerate(outcomes)]


def _succeeds(claim: Claim, language: Language) -> bool:
    """Whether the relation only says that the exposure works, or is better."""
    return any(
        match.construct == "works_better"
        for match in constructs_in(claim.relation, language)
        if match.fit >= THRESHOLD
    )


def _measures(claim: Claim, language: Language, source: str) -> list[RankedProposal]:
    """The catalogue's measure for the outcome in its unit, or the quantity that the author compares
    by.

    What the author states as a quantity (`more often`, `sooner`) is measured in no other way.
    """
    if claim.outcome is None:
        return []
    own = quantity(claim, language, source)
    listed = [] if is_of_content(claim, language, source) else _listed(claim, language)
    if own is not None and own.way in _TELLS:
        told = [each for each in listed if _TELLS[own.way].search(each.text)]
        listed = told if own.said else told or listed  # `mais dor lombar`: no number of pains
    if listed or own is None or not own.text:
        return listed
    origin = defaults()["source"]["comparison"][language]
    return [RankedProposal(own.text, origin, THRESHOLD + (4 if own.said else 0))]


# What a measure of the catalogue must mention to measure a stated quantity.
_NUMBER_WORDS = lazy_regex(
    r"number|frequency|times|rate\b|share|minutes|número|frequência|vezes|taxa|proporção|minutos",
    re.I,
)
_TIME_WORDS = lazy_regex(
    r"time|latency|duration|hours|minutes|days|date|tempo|latência|duração|horas|minutos|dias|data",
    re.I,
)
_DELAY_WORDS = lazy_regex(
    r"time\b|latency|minutes|until|date|tempo|latência|minutos|até|data", re.I
)
_TELLS: dict[str, re.Pattern[str]] = {
    "times": _NUMBER_WORDS,
    "count": _NUMBER_WORDS,
    "share": lazy_regex(r"share|proportion|rate\b|proporção|taxa|percentual", re.I),
    "speed": lazy_regex(r"speed|time|velocidade|tempo", re.I),
    "height": lazy_regex(r"height|altura", re.I),
    "temperature": lazy_regex(r"temperature|temperatura", re.I),
    "thickness": lazy_regex(r"thickness|espessura", re.I),
    "length": lazy_regex(r"length|duration|comprimento|duração", re.I),
    "drunk": lazy_regex(r"volume|litre|glass|dose|ml\b|litro|copo", re.I),
    "eaten": lazy_regex(r"amount|gram|intake|portion|calor|quantidade|ingest|porç", re.I),
    "hours": _TIME_WORDS,
    "lasts": _TIME_WORDS,
    "sound": lazy_regex(r"decibel|decibéis", re.I),
    "price": lazy_regex(r"price|preço", re.I),
    "money": lazy_regex(
        r"money|spend|expend|income|amount paid|dinheiro|valor|despesa|renda", re.I
    ),
    "growth": lazy_regex(r"growth|increase|gain|height|weight|cresc|ganho|altura|peso", re.I),
    **dict.fromkeys(("until", "date", "age", "takes"), _DELAY_WORDS),
}


def _listed(claim: Claim, language: Language) -> list[RankedProposal]:
    """What the catalogue has for the one construct of the outcome, in the claim's unit."""
    kind = kind_of(claim.unit.text, language) if claim.unit else _compared_kind(claim, language)
    if kind is None:
        return []
    fields = fields_of(claim, language)
    passing = is_momentary(claim, language)
    fitting = [
        (measure, match.fit - _distance(measure, kind.name, fields))
        for match in _whole(claim, language)
        for measure in measures_of(match.construct, language)
        if suits(measure, kind, fields)
        and not (passing and asks_of_weeks(measure.text))
        and not is_of_other_period(measure.text, claim)
    ]
    fitting.sort(key=lambda pair: -pair[1])
    families = {family_of(measure.construct) for measure, _ in fitting}
    if len(families) > 1:  # two constructs share a word: only the one of this field is meant
        specific = [pair for pair in fitting if "*" not in pair[0].fields]
        if len({family_of(measure.construct) for measure, _ in specific}) != 1:
            return []
        fitting = specific
    return [RankedProposal(measure.text, measure.source, fit) for measure, fit in fitting]


def _compared_kind(claim: Claim, language: Language) -> UnitKind | None:
    """The kind of the groups that the author compares, where no other unit is named."""
    if claim.qualifiers is None or claim.comparator is None:
        return None
    kinds = [kind_of(slot.text, language) for slot in (claim.qualifiers, claim.comparator)]
    return kinds[0] if kinds[0] is not None and kinds[0] == kinds[1] else None


def _distance(measure: Measure, name: str, fields: frozenset[str]) -> int:
    """How much wider a measure is than the claim: a wider class of units, any field."""
    wider = 0 if name in measure.classes else 4
    return wider + (0 if measure.fields & fields else 2)


def _whole(claim: Claim, language: Language) -> list[Match]:
    """The constructs that the outcome fully names, without those that the exposure also names."""
    if claim.outcome is None:
        return []
    context = " ".join(slot.text for slot in (claim.unit, claim.bound) if slot)
    matches = constructs_in(claim.outcome.text, language, context, claim.relation)
    felt = _felt(claim.outcome.text, language)
    if felt and not any(match.fit >= THRESHOLD for match in matches):
        matches = constructs_in(felt, language, context, claim.relation)
    if claim.exposure is not None:
        held = {
            family_of(match.construct)
            for match in constructs_in(claim.exposure.text, language, context)
            if match.fit >= 50
        }
        matches = tuple(match for match in matches if family_of(match.construct) not in held)
    return [match for match in matches if match.fit >= THRESHOLD]


def _felt(words: str, language: Language) -> str:
    """A state or feeling after the verb that attributes it: `se sentem menos | sozinhos`."""
    marked = tagged(words, language)
    at = next((i for i, word in enumerate(marked) if word.tag.startswith(("V", "AUX"))), None)
    behind = [word for word in marked[(at or 0) + 1 :] if word.tag.startswith(("N", "J", "VP"))]
    begins = at is not None and at <= 1  # `se sentem`
    return words[behind[0].start :] if begins and len(behind) == 1 else ""


def _comparators(claim: Claim, language: Language, source: str) -> list[RankedProposal]:
    if claim.exposure is None:
        return []
    told = _told(claim, claim.exposure, language, source)
    if told is not None:
        return [told]
    unit = claim.unit.text if claim.unit else None
    found = _known(claim, claim.exposure, language, source)
    found = _act_not_done(claim, language, source) or found
    if found is not None and unit and found[0].lower().split().count(unit.lower()) > 1:
        found = None  # `apps without apps that ...`
    undone = act_undone(claim, language, source)
    found = undone or _of_its_kind(claim, language, source, found)
    if found is None:
        denied = contrasts.not_so(claim, language, source)
        found = (denied, THRESHOLD) if denied else alternative(claim, language, source)
    denies = found is not None and _DENIES.search(found[0]) is not None
    several = _is_of_levels(claim.exposure, source) or counts_several(claim, language)
    if found is None or (denies and several):
        levels = _levels(claim, language, source)
        if levels or found is None:
            return levels
    text = with_article(found[0], claim.exposure.text, source) if language == "en" else found[0]
    own = claim.exposure.text.lower().split()[:2]
    if claim.qualifiers is not None:
        text = text.replace(f" {claim.qualifiers.text}", "")  # it stands behind both
    if text.lower().split()[:2] == own and _is_bare_clause(claim.exposure, source):
        text = f"{'when' if language == 'en' else 'quando'} {text}"
    return [RankedProposal(text, defaults()["source"]["exposure"][language], found[1])]


def _told(claim: Claim, exposure: Slot, language: Language, source: str) -> RankedProposal | None:
    """What the author's sentence itself compares with: another option, the time before an event,
    the presence of what is missing, or the ones that the author asks about."""
    origins = defaults()["source"]
    option = contrasts.other_option(claim, source)
    if option is not None:
        return RankedProposal(option, origins["own"][language], _OWN)
    if contrasts.is_event(claim, source):
        return RankedProposal(BEFORE[language], origins["exposure"][language], THRESHOLD + 6)
    there = contrasts.not_missing(claim, source)
    if there is not None:
        return RankedProposal(there, origins["exposure"][language], THRESHOLD + 10)
    asked = kinds_asked(claim, language, source)
    if not asked:
        return None
    return RankedProposal(choice_of(asked, language), origins["choice"][language], _FIRST)


def _known(claim: Claim, exposure: Slot, language: Language, source: str) -> tuple[str, int] | None:
    """The comparison that the exposure's own words imply."""
    kind, margin = contrast(exposure, source)
    found = comparator(
        exposure.text,
        claim.unit.text if claim.unit else None,
        language,
        groups=claim.design == "comparative",
        constructs=frozenset(match.construct for match in _whole(claim, language)),
        levels=kind == "levels" and margin >= PLAIN,
    )
    denied = found is not None and _denies_no_act(exposure, found[0], source)
    return None if denied else found


def _denies_no_act(exposure: Slot, found: str, source: str) -> bool:
    """Whether an act is denied that is only a noun's first word: `not | learning analytics`."""
    place = place_of(exposure, source)
    if place is None or found.partition(" ")[0] not in ("not", "não"):
        return False
    return place.tree.relations[place.first] in ("compound", "amod") and place.top > place.first


def _is_of_levels(exposure: Slot, source: str) -> bool:
    """Whether what varies is plainly never absent: it has levels, or kinds."""
    kind, margin = contrast(exposure, source)
    return kind in ("levels", "kinds") and margin >= PLAIN


# A comparison that only denies the exposure: `no temperature`, `people who do not live there`.
_DENIES = lazy_regex(r"\b(?:no|not|without|does not|sem|não|a ausência)\b|n['’]t\b", re.I)


def _of_its_kind(
    claim: Claim, language: Language, source: str, found: tuple[str, int] | None
) -> tuple[str, int] | None:
    """The comparison from the tree, where the catalogues only give `others` or `none`."""
    if found is not None and not _WEAK.match(found[0]):
        return found
    made = contrasts.elsewhere(claim, language, source)
    made = made or contrasts.rest_of_kind(claim, language, source)
    return (made, THRESHOLD + 5) if made else found


def _is_bare_clause(exposure: Slot, source: str) -> bool:
    """Whether an exposure is a clause with its subject, without its conjunction."""
    place = place_of(exposure, source)
    if place is None or not place.tree.tags[place.top].startswith(("V", "AUX")):
        return False
    subjects = place.tree.children(place.top, "nsubj", "nsubj:pass")
    marks = place.tree.children(place.top, "mark", "advmod")
    if not subjects or not place.holds(subjects[0]) or place.tree.tags[subjects[0]] == "WH":
        return False
    return not any(place.holds(at) and at < subjects[0] for at in marks)


_WEAK = lazy_regex(r"(?:the )?(?:other|outr[oa]s|no|a ausência|n[oa]s outr[oa]s|not)\b", re.I)


_OWN = 95  # the fit of what the author's own sentence states


def _levels(claim: Claim, language: Language, source: str) -> list[RankedProposal]:
    """A quantity, or one of several kinds: the study has to specify which."""
    asked = levels_asked(claim, language, source)
    origin = defaults()["source"]["choice"][language]
    return [RankedProposal(choice_of(asked, language), origin, _FIRST)] if asked else []


def _act_not_done(claim: Claim, language: Language, source: str) -> tuple[str, int] | None:
    """`sends reminders` -> `not sending reminders`: an act of somebody other than the unit."""
    if claim.exposure is None or claim.design != "causal":
        return None
    at = source.find(claim.exposure.text)
    if at > 0 and (_is_event(claim.exposure.text, at, source, language)):
        return BEFORE[language], THRESHOLD + 6
    if language == "pt":
        return None
    place = place_of(claim.exposure, source)
    if place is not None and place.tree.tags[place.top].startswith("N"):
        return None  # `hand-written cards`
    act = analysed(claim.exposure.text, "en")
    done = as_gerund(act)
    behind = next(
        (word for word in tagged(source, "en") if word.start >= at + len(claim.exposure.text)), None
    )
    if at >= 0 and behind is not None and behind.tag in ("V3", "VD", "MD"):
        return None  # a subject: `gut diversity shapes`, `speed bumps made`
    near = claim.unit is not None and f"{claim.unit.text} {act.text}".lower() in source.lower()
    if not is_act(act) or near or len(act.tags) < 2 or act.tags[0].tag == "VD":
        return None
    return f"not {done.text}", THRESHOLD + 2


def _is_event(words: str, start: int, source: str, language: Language) -> bool:
    """Whether words report a single act: `(our ward) replaced paper menus`."""
    tokens = tagged(source, language)
    first = next((word for word in tokens if word.start == start), None)
    before = next((word for word in reversed(tokens) if word.end <= start), None)
    if first is None or before is None or before.lower in ("who", "that", "que", "quem"):
        return False
    if not before.tag.startswith(("N", "PRON")):
        return False
    if language == "en":
        told = {word.lower for word in tokens if word.start < start} & {"after", "since"}
        return first.tag == "VD" or (first.tag == "VN" and bool(told))
    return first.tag.startswith("VF") and bool(infinitive_of_past(first.text))


def _approaches(claim: Claim, language: Language, source: str) -> list[RankedProposal]:
    kind = kind_of(claim.unit.text, language) if claim.unit else None
    told = (claim.unit, claim.bound, claim.window)
    said = "; ".join((source, *(slot.text for slot in told if slot is not None)))
    if is_long_past(said):  # nobody lives who could be interviewed
        names_texts = any(each.nature == "text" for each in kinds_in(said, language))
        group = "document" if names_texts else "past"
    elif claim.outcome is not None and _are_texts(kind, claim.outcome.text):
        group = "document"
    elif kind is None and (claim.unit is None or _WHY[language].search(source)):
        return []  # with an unknown kind, `why` could address something that cannot answer
    else:
        group = _APPROACHES.get(kind.nature, "") if kind else "person"
    return [
        RankedProposal(row[language], row["source"], 90 - at)
        for at, row in enumerate(defaults()["approach"].get(group, ()))
    ]


def _are_texts(kind: UnitKind | None, told: str) -> bool:
    """Whether what speaks of something is nobody: `newspapers | write about`."""
    return (kind is None or kind.nature == "other") and tells(told.partition(" ")[0].lower())


_APPROACHES: dict[Nature, str] = {"person": "person", "organisation": "person", "text": "document"}
_WHY: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(r"\bwhy\b", re.I),
    "pt": lazy_regex(r"\bpor ?qu[eê]\b", re.I),
}


def _margins(claim: Claim, language: Language, source: str) -> list[RankedProposal]:
    """Never: only the author can say which difference does not matter."""
    return []


_MAKERS: dict[SlotName, Callable[[Claim, Language, str], list[RankedProposal]]] = {
    "outcome": _outcomes,
    "measure": _measures,
    "comparator": _comparators,
    "approach": _approaches,
    "exposure": _margins,
    "margin": _margins,
}
# These depend on more than the claim's clause.
_PLACED: dict[SlotName, Callable[[Claim, Language, str, str], list[RankedProposal]]] = {
    "unit": _units,
    "bound": _bounds,
}
_ORDER: tuple[SlotName, ...] = (
    "unit",
    "bound",
    "exposure",
    "outcome",
    "measure",
    "comparator",
    "margin",
    "approach",
)


@lru_cache(maxsize=1)
def defaults() -> dict:  # type: ignore[type-arg]
    return tomllib.loads(_DATA.read_text(encoding="utf-8"))
