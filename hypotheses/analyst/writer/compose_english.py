"""English questions made from a frame: a pattern for each design."""

from __future__ import annotations

from dataclasses import replace

from hypotheses.analyst.syntax.english import base, gerund, is_past, is_present, present
from hypotheses.analyst.writer import clauses
from hypotheses.analyst.writer.assertion import assertion
from hypotheses.analyst.writer.fragments import (
    DEGREES,
    SIGNS,
    Pattern,
    Phrases,
    are_nominal,
    circumstance_of,
    degree_of,
    embedded,
    group,
    level_of,
    relation,
    than_phrase,
    topics,
)
from hypotheses.analyst.writer.phrases import (
    ATTACHED,
    Phrase,
    analysed,
)
from hypotheses.domain.claim import Claim, Direction, SlotName

_ENGLISH_VERBS: dict[Direction, str] = {
    "increase": "increase {}",
    "decrease": "reduce {}",
    "difference": "affect {}",
    "unspecified": "affect {}",
    "none": "leave {} unchanged",
}
_LEVELS: dict[Direction, str] = {"increase": "greater", "decrease": "lower"}


def _many(phrase: Phrase) -> bool:
    return phrase.plural and phrase.shape == "nominal"


def _en_causal(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    if not are_nominal(phrases, "exposure"):
        return _en_comparative(claim, phrases)
    exposure, outcome = phrases["exposure"], phrases.get("outcome")
    lead = f"{'do' if _many(exposure) else 'does'} {exposure.text}"
    if outcome is None:
        return None
    if outcome.nominal and exposure.ambiguous and claim.direction in DEGREES["en"]:
        change = "an increase" if claim.direction == "increase" else "a reduction"
        text = f"is there {change} in {outcome.text} with {exposure.text}"
        return text, {"exposure", "outcome"}
    if outcome.nominal:
        own = relation(claim, "en", exposure.plural)
        verb = f"{base(own)} {{}}" if own else _ENGLISH_VERBS[claim.direction]
        return f"{lead} {verb.format(outcome.text)}", {"exposure", "outcome"}
    degree = degree_of(outcome, claim, "en")
    unit = phrases.get("unit")
    if claim.design != "causal" or unit is None or not unit.nominal:
        return None
    if outcome.shape == "adjective" and degree is not None:
        bounds = clauses.bound(phrases["bound"]) if "bound" in phrases else ""
        text = f"{lead} make {unit.text}{bounds} {degree}{outcome.text}"
        return text, {"exposure", "outcome", "unit", "bound"}
    return None


def _en_comparative(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    whole, outcome = group(phrases), phrases.get("outcome")
    if outcome is None:
        return None
    used: set[SlotName] = {"exposure", "outcome"}
    if whole is None:
        return _en_options(claim, phrases)
    used |= {"unit", "bound"}
    rest = _en_other(phrases)
    if rest is None:
        return None
    used.add("comparator")
    be = "are" if phrases["unit"].plural else "is"
    sign = _LEVELS.get(claim.direction)
    degree = degree_of(outcome, claim, "en")
    if outcome.nominal:
        if sign is None:
            return f"is there a difference in {outcome.text} between {whole} and {rest}", used
        if _many(outcome) and phrases["unit"].plural:
            level = level_of(claim, "en", outcome, plural=True)
            return f"do {whole} have {level} {outcome.text} than {rest}", used
        return f"is {outcome.text} {sign} in {whole} than in {rest}", used
    if outcome.shape == "adjective" and degree is not None:
        return f"{be} {whole} {degree}{outcome.text} than {rest}", used
    if outcome.shape == "verb" and degree is not None and phrases["unit"].plural:
        done = f"{as_base(outcome)} {level_of(claim, 'en', outcome)}".rstrip()
        return f"do {whole} {done} than {rest}", used
    return None


def _en_options(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    """Two options compared: `is the yield greater with irrigation than with rain`."""
    if not are_nominal(phrases, "exposure", "comparator"):
        return None
    first, outcome, other = (phrases[n] for n in ("exposure", "outcome", "comparator"))
    used: set[SlotName] = {"exposure", "outcome", "comparator"}
    sign = _LEVELS.get(claim.direction)
    if not outcome.nominal:
        return _en_which(claim, first, outcome, other, used)
    if sign is None:
        return (
            f"is there a difference in {outcome.text} between {first.text} and {other.text}",
            used,
        )
    be = "are" if _many(outcome) else "is"
    return f"{be} {outcome.text} {sign} with {first.text} than with {other.text}", used


def _en_which(
    claim: Claim, first: Phrase, outcome: Phrase, other: Phrase, used: set[SlotName]
) -> tuple[str, set[SlotName]] | None:
    """`are women interrupted more than men`, `do hens lay more than ducks`."""
    degree = degree_of(outcome, claim, "en")
    if degree is None:
        return None
    if outcome.shape == "adjective":
        be = "are" if _many(first) else "is"
        return f"{be} {first.text} {degree}{outcome.text} than {other.text}", used
    if outcome.shape == "verb":
        done = f"{as_base(outcome)} {level_of(claim, 'en', outcome)}".rstrip()
        return f"{'do' if _many(first) else 'does'} {first.text} {done} than {other.text}", used
    return None


def _en_other(phrases: Phrases) -> str | None:
    other, unit = phrases.get("comparator"), phrases["unit"]
    if other is None:
        return None if unit.determined else f"other {unit.text}"
    if clauses.is_period(other):
        return None
    if other.nominal:
        return other.text
    return f"those {other.text}" if other.shape in ATTACHED and unit.plural else None


def _en_correlational(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    if not are_nominal(phrases, "exposure", "outcome"):
        return None
    exposure, outcome = phrases["exposure"], phrases["outcome"]
    be = "are" if _many(exposure) else "is"
    sign = SIGNS["en"].get(claim.direction, "")
    return f"{be} {exposure.text}{sign} associated with {outcome.text}", {"exposure", "outcome"}


def _en_related(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    """The minimal question of a topic: `is there a relation between pets and loneliness`, `what do
    pets change`."""
    first, second = topics(phrases)
    if group(phrases) is not None and second is not None:
        return _en_comparative(claim, {**phrases, "outcome": second})
    if (first and not first.nominal) or (second and not second.nominal):
        return None
    if "comparator" in phrases:
        return None  # what goes together is compared with nothing
    if first and second:
        text = f"is there a relation between {first.text} and {second.text}"
        return text, {"exposure", "outcome"}
    if first:
        return f"what {'do' if _many(first) else 'does'} {first.text} change", {"exposure"}
    if second is None:
        return None
    own = clauses.bound(phrases["bound"]) if "bound" in phrases and "unit" not in phrases else ""
    return f"what makes a difference to {second.text}{own}", {"outcome", "bound"}


def as_predictor(phrase: Phrase) -> Phrase:
    """A predictor as a thing, where it could be read as an act: `nursing notes`."""
    tags = [word.tag for word in phrase.tags]
    things = phrase.shape == "action" and tags == ["VG", "NP"]
    return replace(phrase, shape="nominal", plural=True) if things else phrase


_THEIRS = frozenset("their his her its".split())


def theirs(phrase: Phrase, unit: Phrase | None) -> Phrase:
    """What foretells with whose it is, where they are named behind it: `clients' orders predict
    which clients pay`."""
    whose, _, what = phrase.text.partition(" ")
    if whose.lower() not in _THEIRS or not what or unit is None or len(unit.tags) > _SHORT:
        return phrase
    owner = f"{unit.text}'" if unit.text.endswith("s") else f"{unit.text}'s"
    return replace(phrase, text=f"{owner} {what}")


_SHORT = 2  # words: `junior nurses' notes`


def _en_predictive(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    if not are_nominal(phrases, "exposure"):
        return None
    outcome, unit = phrases.get("outcome"), phrases.get("unit")
    exposure = theirs(as_predictor(phrases["exposure"]), unit)
    asked = f"{'do' if _many(exposure) else 'does'} {exposure.text} predict"
    if outcome is not None and outcome.nominal:
        other = phrases.get("comparator")
        if claim.direction == "increase" and other is not None and other.nominal:
            used: set[SlotName] = {"exposure", "outcome", "comparator"}
            return f"{asked} {outcome.text} better than {other.text}", used
        return f"{asked} {outcome.text}", {"exposure", "outcome"}
    if outcome is None or outcome.shape != "verb" or unit is None or not unit.plural:
        return None
    bounds = clauses.bound(phrases["bound"]) if "bound" in phrases else ""
    asks = unit.text.lower().startswith("which ")  # `which of the bikes I sell`
    which = "" if asks else "which of" if unit.determined else "which"
    who = f"{which} {unit.text}{bounds} {outcome.text}"
    return f"{asked} {who.lstrip()}", {"exposure", "outcome", "unit", "bound"}


def _en_descriptive(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    outcome, unit = phrases.get("outcome"), phrases.get("unit")
    if outcome is None or "exposure" in phrases:
        return None
    if (asked := embedded(phrases, "en")) is not None:
        return asked
    if outcome.nominal:
        return f"what {'are' if _many(outcome) else 'is'} {_the(outcome)}", {"outcome"}
    if unit is None or not unit.nominal:
        return None
    bounds = clauses.bound(phrases["bound"]) if "bound" in phrases else ""
    be = "" if outcome.shape in ("verb", "clause") else "are "
    return f"how many {unit.text}{bounds} {be}{outcome.text}", {"outcome", "unit", "bound"}


def _the(phrase: Phrase) -> str:
    return phrase.text if phrase.determined else f"the {phrase.text}"


def _en_equivalence(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    if not are_nominal(phrases, "exposure", "outcome", "comparator"):
        return None
    exposure, other = phrases["exposure"], phrases["comparator"]
    used: set[SlotName] = {"exposure", "outcome", "comparator"}
    if claim.design == "equivalence":
        text = f"are {exposure.text} and {other.text} equivalent in {phrases['outcome'].text}"
        return text, used
    be = "are" if _many(exposure) else "is"
    text = f"{be} {exposure.text} non-inferior to {other.text} in {phrases['outcome'].text}"
    return text, used


def _en_qualitative(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    if (asked := embedded(phrases, "en")) is not None:
        return asked
    if not are_nominal(phrases, "unit", "outcome"):
        return None
    unit = phrases["unit"]
    bounds = clauses.bound(phrases["bound"]) if "bound" in phrases else ""
    do = "do" if unit.plural else "does"
    text = f"how {do} {unit.text}{bounds} experience {phrases['outcome'].text}"
    return text, {"unit", "bound", "outcome"}


def _en_made(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    """`does a bell make the children calm down sooner`, `does it affect whether they do`."""
    outcome = phrases.get("outcome")
    unit = phrases.get("unit", analysed("people", "en"))
    if not are_nominal(phrases, "exposure") or not unit.nominal or outcome is None:
        return None
    if outcome.shape != "verb" or claim.design != "causal":
        return None
    done = as_base(outcome)
    exposure = phrases["exposure"]
    bounds = clauses.bound(phrases["bound"]) if "bound" in phrases else ""
    used: set[SlotName] = {"exposure", "outcome", "unit", "bound"}
    lead = f"{'do' if _many(exposure) else 'does'} {exposure.text}"
    if claim.direction in _LEVELS:
        degree = level_of(claim, "en", outcome)
        return f"{lead} make {unit.text}{bounds} {done} {degree}", used
    return f"{lead} affect whether {unit.text}{bounds} {outcome.text}", used


def _en_circumstance(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    """`are there fewer quarrels when it rains`, `do hens lay more with a lamp`."""
    when, outcome, unit = (
        circumstance_of(phrases, "en"),
        phrases.get("outcome"),
        phrases.get("unit"),
    )
    if when is None or outcome is None or claim.direction == "none":
        return None
    than, used = than_phrase(phrases, "en")
    used |= {"exposure", "outcome"}
    directed = claim.direction in _LEVELS
    if outcome.nominal:
        be = "are" if _many(outcome) else "is"
        if not directed:
            return f"{'do' if _many(outcome) else 'does'} {outcome.text} differ {when}{than}", used
        level = level_of(claim, "en", outcome, plural=_many(outcome))
        if level and claim.counted and not _many(outcome):
            return f"{be} {outcome.text} {_LEVELS[claim.direction]} {when}{than}", used
        return (
            f"{be} there {level} {outcome.text} {when}{than}",
            used,
        )
    if outcome.shape == "clause" and directed and not outcome.subordinate:
        found = assertion(
            Claim(), "en", f"{outcome.text} {level_of(claim, 'en', outcome)}".rstrip()
        )
        return None if found is None else (f"{found.question} {when}{than}", used)
    if unit is None or not unit.nominal or not directed:
        return None
    bounds = clauses.bound(phrases["bound"]) if "bound" in phrases else ""
    used |= {"unit", "bound"}
    subject, degree = f"{unit.text}{bounds}", level_of(claim, "en", outcome)
    if outcome.shape == "adjective":
        return (
            f"{'are' if unit.plural else 'is'} {subject} {degree} {outcome.text} {when}{than}",
            used,
        )
    if outcome.shape == "verb":
        do = "do" if unit.plural else "does"
        return f"{do} {subject} {as_base(outcome)} {degree} {when}{than}", used
    return None


_BEGINNINGS = frozenset("start starts started begin begins began".split())


def as_gerund(act: Phrase) -> Phrase:
    """An act in a form that can be a subject: `read aloud` -> `reading aloud`."""
    base_like = act.tags[:1] and act.tags[0].tag == "VN" and is_present(act.tags[0].lower)
    if not base_like and (act.shape != "verb" or act.tags[0].tag not in ("V0", "V3", "VD")):
        return act
    first, _, rest = act.text.partition(" ")
    second = act.tags[1].tag if len(act.tags) > 1 else ""
    if first.lower() in _BEGINNINGS and second == "VG":  # `started doing`
        return replace(act, text=rest, shape="action", plural=False, tags=act.tags[1:])
    made = f"{gerund(as_base(replace(act, text=first)))} {rest}".strip()
    return replace(act, text=made, shape="action", plural=False)


def is_act(phrase: Phrase) -> bool:
    """Whether the words certainly begin with a verb: `flash the lights`, but not `sleep
    quality`."""
    tags = [word.tag for word in phrase.tags]
    return phrase.shape == "verb" and (tags[0] == "V3" or tags[1:2] != ["NS"])


def as_base(verb: Phrase) -> str:
    first, _, rest = verb.text.partition(" ")
    made = base(first) if verb.tags[0].tag == "V3" else first
    past = made.endswith("ed") and verb.tags[0].tag != "V0"  # but `need`
    made = present(made) if is_past(made) or past else made
    return f"{made} {rest}".strip()


IN_ENGLISH: tuple[Pattern, ...] = (_en_causal, _en_made, _en_circumstance)


ENGLISH: dict[str, Pattern] = {
    "causal": _en_causal,
    "comparative": _en_comparative,
    "correlational": _en_correlational,
    "descriptive": _en_descriptive,
    "predictive": _en_predictive,
    "equivalence": _en_equivalence,
    "non_inferiority": _en_equivalence,
    "qualitative": _en_qualitative,
    "unknown": _en_related,
}
