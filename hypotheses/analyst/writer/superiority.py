"""H0 and H1 of a claim that something is higher, lower or different."""

from __future__ import annotations

import re

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax import english
from hypotheses.analyst.syntax.tagging.tagger import tagged
from hypotheses.analyst.writer import portuguese
from hypotheses.analyst.writer.clauses import definite, is_period
from hypotheses.analyst.writer.fragments import relation
from hypotheses.analyst.writer.frames import Frame
from hypotheses.analyst.writer.phrases import Phrase
from hypotheses.analyst.writer.places import placed
from hypotheses.analyst.writer.predicates import DEGREES, is_degree, predicate
from hypotheses.domain.types import Language

Pair = tuple[str, str]

SIDES = {"increase": 1, "decrease": -1}


def with_article(phrase: Phrase, language: Language) -> str:
    """A noun phrase as a subject or object; a Portuguese one with its article."""
    return phrase.text if language == "en" else definite(phrase)


def _be(phrase: Phrase, language: Language) -> str:
    if language == "en":
        return "are" if phrase.plural else "is"
    return "são" if phrase.plural else "é"


def do_not(phrase: Phrase) -> str:
    """The English negation that agrees with a subject."""
    return "do not" if phrase.plural else "does not"


def pair(parts: Frame) -> Pair | None:
    """H0 and H1 of a claim that something is higher, lower or different."""
    if parts.group is not None:
        return _of_groups(parts, parts.group)
    if parts.adverbial is not None:
        return _of_conditions(parts, parts.adverbial)
    if parts.exposure is not None:
        if parts.claim.design == "causal" or parts.against is None:
            return _of_cause(parts, parts.exposure)
        return _of_two(parts, parts.exposure)
    return None


_PROPORTIONAL = lazy_regex(
    r"(?:^|(?<=, )|(?<=that )|(?<=que )|(?<=que, )|(?<=[.:?!]\s))"
    r"(?:the (?:\w{1,20}er|more|less|worse)\b"
    r"(?=[^.?!]{1,300}, the (?:\w{1,20}er|more|less|worse)\b)"
    r"|quanto (?:mais|menos|maior|menor|melhor|pior)\b"
    r"(?=[^.?!]{1,300}(?:,| (?:mais|menos|maior|menor|melhor|pior)\b)))",
    re.I,
)


def proportional(source: str) -> str | None:
    """`The longer a label is, the less is read` as a clause; None for any other sentence."""
    found = _PROPORTIONAL.search(source)
    if found is None:
        return None
    clause = source[found.start() :].rstrip(" .?!")
    return clause[0].lower() + clause[1:]


def _of_cause(parts: Frame, exposure: Phrase) -> Pair | None:
    return _of_caused(parts, exposure) or _of_effect(parts, exposure)


def _of_effect(parts: Frame, exposure: Phrase) -> Pair | None:
    language, quantity = parts.language, parts.quantity
    subject = with_article(exposure, language)
    if subject.count(",") == 1 and not re.search(r"\b(?:and|e)\b", subject):
        subject += ","  # `exercise, twice a week, does not`
    end = parts.where + parts.when + parts.compared
    written = predicate(parts.claim, language, parts.source)
    if (
        written is not None
        and parts.outcome is not None
        and any(map(is_degree, parts.outcome.tags))
    ):
        than = (
            f" {'than' if language == 'en' else 'do que'} {parts.against}" if parts.against else ""
        )
        rest = f"{than}{parts.where}{parts.when}{parts.by_measure}"
        return f"{subject} {written[1]}{rest}", f"{subject} {written[0]}{rest}"
    if quantity is None:
        return _of_made(parts, exposure)
    target = with_article(quantity, language)
    if parts.claim.direction not in SIDES:
        if language == "en" and exposure.ambiguous:
            effect = f"effect of {subject} on {target}{end}"
            return f"there is no {effect}", f"there is an {effect}"
        if language == "en":
            have = "have" if exposure.plural else "has"
            return f"{subject} {have} no effect on {target}{end}", (
                f"{subject} {have} an effect on {target}{end}"
            )
        have = "têm" if exposure.plural else "tem"
        return f"{subject} não {have} efeito sobre {target}{end}", (
            f"{subject} {have} efeito sobre {target}{end}"
        )
    own = relation(parts.claim, language, exposure.plural, parts.source)
    up = parts.claim.direction == "increase"
    if language == "en" and exposure.ambiguous:
        change = f"{'increase' if up else 'reduction'} in {target} with {subject}{end}"
        return f"there is no {change}", f"there is {'an' if up else 'a'} {change}"
    if language == "en":
        verb = english.base(own) if own else "increase" if up else "reduce"
        finite = verb if exposure.plural else english.third(verb)
        return f"{subject} {do_not(exposure)} {verb} {target}{end}", (
            f"{subject} {finite} {target}{end}"
        )
    neutral = ("aumentam" if up else "reduzem") if exposure.plural else "aumenta" if up else "reduz"
    verb = own or neutral
    return f"{subject} não {verb} {target}{end}", f"{subject} {verb} {target}{end}"


_CAUSATIVES = {
    "en": {"make": "make", "makes": "make", "let": "let", "lets": "let", "help": "help",
           "helps": "help"},
    "pt": {verb: verb for verb in ("faz", "fazem", "deixa", "deixam")},
}  # fmt: skip


def _of_caused(parts: Frame, exposure: Phrase) -> Pair | None:
    """A cause that makes its unit do something: `makes people stay longer`."""
    language, unit, causative = parts.language, parts.unit, _causative(parts)
    written = predicate(parts.claim, language, parts.source)
    if written is None or unit is None or not causative:
        return None
    subject = with_article(exposure, language)
    denial, verb = f"não {causative}", causative
    if language == "en":
        denial = f"{do_not(exposure)} {causative}"
        verb = causative if exposure.plural else english.third(causative)
    end = parts.when + parts.compared + parts.by_measure
    rest = f"{with_article(unit, language)} {written[0]}{end}"
    return f"{subject} {denial} {rest}", f"{subject} {verb} {rest}"


def _causative(parts: Frame) -> str:
    """The causative verb: `make` in `makes people stay longer`."""
    unit = placed(parts.claim.unit, parts.source)
    before = tagged(parts.source[: unit[0]], parts.language) if unit is not None else ()
    verbs = [word.lower for word in before if not word.tag.startswith("D")]
    return _CAUSATIVES[parts.language].get(verbs[-1], "") if verbs else ""


def _of_made(parts: Frame, exposure: Phrase) -> Pair | None:
    """A cause that makes its unit more or less of an adjective, or makes it do more or less."""
    language, outcome, unit = parts.language, parts.outcome, parts.unit
    if outcome is None or unit is None or outcome.shape not in ("adjective", "verb"):
        return None
    degree = _degree(parts)
    if degree is None:
        return None
    subject, end = with_article(exposure, language), parts.when + parts.compared + parts.measured
    if language == "en":
        if outcome.shape == "verb" and outcome.tags[0].tag != "V0":
            return None
        rest = _ranked(outcome, degree)
        make = "make" if exposure.plural else "makes"
        return f"{subject} {do_not(exposure)} make {unit.text} {rest}{end}", (
            f"{subject} {make} {unit.text} {rest}{end}"
        )
    if outcome.shape == "verb":
        return None
    verb = "deixam" if exposure.plural else "deixa"
    rest = _ranked(outcome, degree)
    whole = definite(unit)
    return f"{subject} não {verb} {whole} {rest}{end}", f"{subject} {verb} {whole} {rest}{end}"


def _degree(parts: Frame) -> str | None:
    """`more`, `less`; empty where the outcome's words contain a degree; None without a sign."""
    outcome = parts.outcome
    if outcome is not None and any(
        w.tag in ("JC", "RC") or w.lower in DEGREES for w in outcome.tags
    ):
        return ""
    own = tagged(parts.claim.relation, parts.language)
    if own and len(own) < 4 and (own[0].tag in ("JC", "RC") or own[0].lower in DEGREES):
        return parts.claim.relation.lower()
    tokens = {"en": ("more", "less"), "pt": ("mais", "menos")}[parts.language]
    side = SIDES.get(parts.claim.direction)
    return None if side is None else tokens[side < 0]


def _ranked(outcome: Phrase, degree: str) -> str:
    """`more productive`, but `learn more`."""
    parts = [degree, outcome.text] if outcome.shape == "adjective" else [outcome.text, degree]
    return " ".join(part for part in parts if part)


def _of_groups(parts: Frame, group: Phrase) -> Pair | None:
    language, quantity, outcome = parts.language, parts.quantity, parts.outcome
    others = parts.others
    if others is None:
        return _of_conditions(parts, None)
    end = parts.where + parts.when
    own = predicate(parts.claim, language, parts.source)
    if own is not None and parts.claim.direction in SIDES:
        than = "than" if language == "en" else "do que"
        rest = f" {than} {others}{end}{parts.by_measure}"
        return f"{group.text} {own[1]}{rest}", f"{group.text} {own[0]}{rest}"
    if outcome is not None and any(map(is_degree, outcome.tags)):
        quantity = None
    if quantity is not None:
        return (
            _levels(parts, quantity, f"in {group.text}", f"in {others}", end)
            if (language == "en")
            else _levels(parts, quantity, _in(group.text), _in(others), end)
        )
    degree = _degree(parts)
    if outcome is None or degree is None:
        return None
    than = "than" if language == "en" else "do que"
    end = f" {than} {others}{parts.where}{parts.when}{parts.measured}"
    return _says(parts, group, outcome, degree, end)


def _in(text: str) -> str:
    return portuguese.joined("em", text)


def _says(parts: Frame, subject: Phrase, outcome: Phrase, degree: str, end: str) -> Pair | None:
    """`{subject} (do not) learn more than ...`, `{subject} are (not) more productive than ...`."""
    rest = _ranked(outcome, degree)
    if outcome.shape == "adjective":
        be = _be(subject, parts.language)
        if parts.language == "en":
            return f"{subject.text} {be} not {rest}{end}", f"{subject.text} {be} {rest}{end}"
        return f"{subject.text} não {be} {rest}{end}", f"{subject.text} {be} {rest}{end}"
    if outcome.shape != "verb":
        return None
    if parts.language == "en":
        tag = outcome.tags[0].tag
        if tag in ("V0", "NS") and subject.plural:  # `fall` is both
            return f"{subject.text} do not {rest}{end}", f"{subject.text} {rest}{end}"
        if tag == "V3" and not subject.plural:
            first, _, more = rest.partition(" ")
            return f"{subject.text} does not {english.base(first)} {more}{end}", (
                f"{subject.text} {rest}{end}"
            )
        return None
    if outcome.tags[0].tag not in ("VF.p" if subject.plural else "VF.s",):
        return None
    return f"{subject.text} não {rest}{end}", f"{subject.text} {rest}{end}"


def _levels(parts: Frame, quantity: Phrase, first: str, second: str, end: str) -> Pair:
    """`{quantity} is (no) higher {first} than {second}`, or a difference between them."""
    language, side = parts.language, SIDES.get(parts.claim.direction)
    be = _be(quantity, language)
    if language == "en":
        if side is None:
            return f"{quantity.text} {be} the same {first} and {second}{end}", (
                f"{quantity.text} {be} not the same {first} and {second}{end}"
            )
        level = "higher" if side > 0 else "lower"
        return f"{quantity.text} {be} no {level} {first} than {second}{end}", (
            f"{quantity.text} {be} {level} {first} than {second}{end}"
        )
    subject = definite(quantity)
    if side is None:
        same = portuguese.ARTICLES[quantity.gender or "m", quantity.plural]
        alike = portuguese.agreeing("mesm", quantity.gender or "m", quantity.plural)
        return f"{subject} {be} {same} {alike} {first} e {second}{end}", (
            f"{subject} não {be} {same} {alike} {first} e {second}{end}"
        )
    level = ("maior" if side > 0 else "menor") + ("es" if quantity.plural else "")
    return f"{subject} não {be} {level} {first} do que {second}{end}", (
        f"{subject} {be} {level} {first} do que {second}{end}"
    )


def _of_conditions(parts: Frame, condition: Phrase | None) -> Pair | None:
    """An exposure that is an adverbial: `under a full moon`, `when the price goes up`."""
    if condition is None:
        return None
    language, quantity, other = parts.language, parts.quantity, parts.comparator
    than = "than" if language == "en" else "do que"
    rest = "otherwise" if language == "en" else "nos demais casos"
    if other is not None:
        rest = _under(other, language) if other.nominal else other.text
    degree, unit = _degree(parts), parts.unit
    own = predicate(parts.claim, language, parts.source)
    if own is not None and unit is not None and parts.claim.direction in SIDES:
        end = f"{condition.text} {than} {rest}{parts.when}{parts.by_measure}"
        return f"{unit.text} {own[1]} {end}", f"{unit.text} {own[0]} {end}"
    if quantity is not None:
        place = parts.where
        return _levels(parts, quantity, condition.text, rest, place + parts.when)
    if parts.outcome is None or degree is None or unit is None:
        return None
    end = f" {condition.text} {than} {rest}{parts.when}{parts.measured}"
    return _says(parts, unit, parts.outcome, degree, end)


def _under(other: Phrase, language: Language) -> str:
    """`with a lamp`, `in the period before that`."""
    if is_period(other):
        return f"in {other.text}" if language == "en" else _in(definite(other))
    return f"with {other.text}" if language == "en" else f"com {other.text}"


def _of_two(parts: Frame, exposure: Phrase) -> Pair | None:
    """Two things that have names: `{quantity} is (no) higher with A than with B`."""
    language, quantity, other = parts.language, parts.quantity, parts.comparator
    if quantity is None or other is None:
        return _of_named(parts, exposure)
    first, second = with_article(exposure, language), with_article(other, language)
    end = parts.where + parts.when
    if "action" in (exposure.shape, other.shape):
        return _of_cause(parts, exposure)
    word = "with" if language == "en" else "com"
    return _levels(parts, quantity, f"{word} {first}", f"{word} {second}", end)


def _of_named(parts: Frame, exposure: Phrase) -> Pair | None:
    """`Trams are (not) more reliable than buses`."""
    degree, other = _degree(parts), parts.against
    if parts.outcome is None or degree is None or other is None:
        return None
    than = "than" if parts.language == "en" else "do que"
    end = f" {than} {other}{parts.where}{parts.when}{parts.measured}"
    subject = exposure
    return _says(parts, subject, parts.outcome, degree, end)
