"""Portuguese questions made from a frame: a pattern for each design."""

from __future__ import annotations

import re
from dataclasses import replace

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.writer import clauses, portuguese
from hypotheses.analyst.writer.fragments import (
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
)
from hypotheses.analyst.writer.portuguese import ARTICLES
from hypotheses.analyst.writer.predicates import is_degree
from hypotheses.domain.claim import Claim, Direction, SlotName

_PORTUGUESE_VERBS: dict[Direction, tuple[str, str]] = {
    "increase": ("aumenta", "aumentam"),
    "decrease": ("reduz", "reduzem"),
    "difference": ("influencia", "influenciam"),
    "unspecified": ("influencia", "influenciam"),
    "none": ("não influencia", "não influenciam"),
}
_PORTUGUESE_LEVELS: dict[Direction, str] = {"increase": "maior", "decrease": "menor"}


def _pt_causal(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    if not are_nominal(phrases, "exposure"):
        return _pt_comparative(claim, phrases)
    exposure, outcome = phrases["exposure"], phrases.get("outcome")
    if outcome is None:
        return None
    if outcome.nominal:
        own = relation(claim, "pt", exposure.plural)
        verb = own or _PORTUGUESE_VERBS[claim.direction][exposure.plural]
        return f"{clauses.definite(exposure)} {verb} {clauses.definite(outcome)}", {
            "exposure",
            "outcome",
        }
    degree = degree_of(outcome, claim, "pt")
    unit = phrases.get("unit")
    if claim.design != "causal" or unit is None or not unit.nominal:
        return None
    if outcome.shape == "adjective" and degree is not None:
        bounds = clauses.bound(phrases["bound"]) if "bound" in phrases else ""
        verb = "deixam" if exposure.plural else "deixa"
        whole = f"{clauses.definite(unit)}{bounds}"
        text = f"{clauses.definite(exposure)} {verb} {whole} {degree}{outcome.text}"
        return text, {"exposure", "outcome", "unit", "bound"}
    return None


def _pt_comparative(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    whole, outcome = group(phrases), phrases.get("outcome")
    if outcome is None:
        return None
    used: set[SlotName] = {"exposure", "outcome"}
    if whole is None:
        return _pt_options(claim, phrases, outcome)
    used |= {"unit", "bound", "comparator"}
    rest = _pt_other(phrases)
    if rest is None:
        return None
    unit = phrases["unit"]
    be = "são" if unit.plural else "é"
    sign = _PORTUGUESE_LEVELS.get(claim.direction)
    degree = degree_of(outcome, claim, "pt")
    if outcome.nominal:
        if sign is None:
            lead = f"há diferença {clauses.after_definite('em', outcome)}"
            return f"{lead} entre {whole} e {rest}", used
        verb, sign = ("são", sign + "es") if outcome.plural else ("é", sign)
        text = f"{clauses.definite(outcome)} {verb} {sign} em {whole} do que"
        return f"{text} {portuguese.joined('em', rest)}", used
    if outcome.shape == "adjective" and degree is not None:
        return f"{whole} {be} {degree}{outcome.text} do que {rest}", used
    if outcome.shape == "verb" and degree is not None:
        done = f"{outcome.text} {level_of(claim, 'pt', outcome)}".rstrip()
        return f"{whole} {done} do que {rest}", used
    return None


def _pt_options(
    claim: Claim, phrases: Phrases, outcome: Phrase
) -> tuple[str, set[SlotName]] | None:
    """Two options compared: `a nota é maior com música do que com silêncio`."""
    other = phrases.get("comparator")
    used: set[SlotName] = {"exposure", "outcome", "comparator"}
    if not are_nominal(phrases, "exposure") or other is None:
        return None
    other = _pt_elliptic(other, phrases["exposure"])
    if not other.nominal:
        return None
    if not outcome.nominal:
        return _pt_which(claim, phrases["exposure"], outcome, other)
    first, sign = clauses.definite(phrases["exposure"]), _PORTUGUESE_LEVELS.get(claim.direction)
    if sign is not None:
        verb, level = ("são", sign + "es") if outcome.plural else ("é", sign)
        text = f"{clauses.definite(outcome)} {verb} {level} com {first}"
        return f"{text} do que com {clauses.definite(other)}", used
    text = f"há diferença {clauses.after_definite('em', outcome)} entre {first}"
    return f"{text} e {clauses.definite(other)}", used


_DESCRIBES = frozenset("que de do da dos das com sem".split())


def _pt_elliptic(other: Phrase, first: Phrase) -> Phrase:
    """A second side without its noun, by the article of the first one: `as | não lavadas`."""
    word, *more = other.text.split()
    plain = other.shape == "adjective" and (not more or word == "não")
    attached = other.shape in ATTACHED and word in _DESCRIBES
    if other.subordinate or not (plain or attached):
        return other
    article = ARTICLES[first.gender or "m", first.plural]
    return replace(other, text=f"{article} {other.text}", shape="nominal", determined=True)


def _pt_which(
    claim: Claim, first: Phrase, outcome: Phrase, other: Phrase
) -> tuple[str, set[SlotName]] | None:
    """`as mulheres são mais interrompidas do que os homens`."""
    degree, than = degree_of(outcome, claim, "pt"), f"do que {clauses.definite(other)}"
    used: set[SlotName] = {"exposure", "outcome", "comparator"}
    if degree is None:
        return None
    if outcome.shape == "adjective":
        be = "são" if first.plural else "é"
        return f"{clauses.definite(first)} {be} {degree}{outcome.text} {than}", used
    if outcome.shape == "verb":
        done = f"{outcome.text} {level_of(claim, 'pt', outcome)}".rstrip()
        return f"{clauses.definite(first)} {done} {than}", used
    return None


_OF_THOSE = lazy_regex(r"d[oa]s? que\b", re.I)


def _pt_other(phrases: Phrases) -> str | None:
    other, unit = phrases.get("comparator"), phrases["unit"]
    gender = unit.gender or "m"
    if other is None:
        return (
            None
            if unit.determined
            else f"outr{'a' if gender == 'f' else 'o'}s {unit.text}"
            if unit.plural
            else None
        )
    if clauses.is_period(other):
        return None
    if _OF_THOSE.match(other.text):
        return other.text[1:]  # `(o tempo) d|os que usam meia`
    if other.nominal:
        return other.text
    return f"{ARTICLES[gender, unit.plural]} {other.text}" if other.shape in ATTACHED else None


def _pt_correlational(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    if not are_nominal(phrases, "exposure", "outcome"):
        return None
    sign = {"increase": " positiva", "decrease": " negativa"}.get(claim.direction, "")
    text = (
        f"há associação{sign} entre {clauses.definite(phrases['exposure'])}"
        f" e {clauses.definite(phrases['outcome'])}"
    )
    return text, {"exposure", "outcome"}


def _pt_related(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    """The minimal question of a topic: `há relação entre os animais e a solidão`, `o que os animais
    mudam`."""
    first, second = topics(phrases)
    if group(phrases) is not None and second is not None:
        return _pt_comparative(claim, {**phrases, "outcome": second})
    if (first and not first.nominal) or (second and not second.nominal):
        return None
    if "comparator" in phrases:
        return None  # what goes together is compared with nothing
    if first and second:
        text = f"há relação entre {clauses.definite(first)} e {clauses.definite(second)}"
        return text, {"exposure", "outcome"}
    if first:
        changes = "mudam" if first.plural else "muda"
        return f"o que {clauses.definite(first)} {changes}", {"exposure"}
    if second is None:
        return None
    own = clauses.bound(phrases["bound"]) if "bound" in phrases and "unit" not in phrases else ""
    to = f"para {second.text}" if second.shape == "action" else clauses.after_definite("em", second)
    return f"o que faz diferença {to}{own}", {"outcome", "bound"}


def _pt_predictive(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    if not are_nominal(phrases, "exposure", "outcome"):
        return None
    exposure = phrases["exposure"]
    verb = "preveem" if exposure.plural else "prevê"
    text = f"{clauses.definite(exposure)} {verb} {clauses.definite(phrases['outcome'])}"
    return text, {"exposure", "outcome"}


def _pt_descriptive(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    outcome, unit = phrases.get("outcome"), phrases.get("unit")
    if outcome is None or "exposure" in phrases:
        return None
    if (asked := embedded(phrases, "pt")) is not None:
        return asked
    if outcome.nominal:
        lead = "quais são" if outcome.plural else "qual é"
        return f"{lead} {clauses.definite(outcome)}", {"outcome"}
    if unit is None or not unit.nominal:
        return None
    bounds = clauses.bound(phrases["bound"]) if "bound" in phrases else ""
    be = "" if outcome.shape in ("verb", "clause") else "estão "
    many = portuguese.agreeing("quant", unit.gender or "m", plural=True)
    return f"{many} {unit.text}{bounds} {be}{outcome.text}", {"outcome", "unit", "bound"}


def _pt_equivalence(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    if not are_nominal(phrases, "exposure", "outcome", "comparator"):
        return None
    exposure, other = phrases["exposure"], phrases["comparator"]
    used: set[SlotName] = {"exposure", "outcome", "comparator"}
    what = clauses.after_definite("em", phrases["outcome"])
    first, second = clauses.definite(exposure), clauses.definite(other)
    if claim.design == "equivalence":
        return f"há equivalência entre {first} e {second} {what}", used
    be = "são" if exposure.plural else "é"
    many = "es" if exposure.plural else ""
    return f"{first} não {be} inferior{many} {_to(other)} {what}", used


def _to(other: Phrase) -> str:
    return clauses.after_definite("a", other)


def _pt_qualitative(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    if (asked := embedded(phrases, "pt")) is not None:
        return asked
    if not are_nominal(phrases, "unit", "outcome"):
        return None
    unit = phrases["unit"]
    bounds = clauses.bound(phrases["bound"]) if "bound" in phrases else ""
    verb = "vivenciam" if unit.plural else "vivencia"
    text = f"como {unit.text}{bounds} {verb} {clauses.definite(phrases['outcome'])}"
    return text, {"unit", "bound", "outcome"}


def _pt_circumstance(claim: Claim, phrases: Phrases) -> tuple[str, set[SlotName]] | None:
    """`há menos brigas quando chove`, `as galinhas põem mais com a lâmpada`."""
    when, outcome, unit = (
        circumstance_of(phrases, "pt"),
        phrases.get("outcome"),
        phrases.get("unit"),
    )
    if when is None or outcome is None or claim.direction == "none":
        return None
    than, used = than_phrase(phrases, "pt")
    used |= {"exposure", "outcome"}
    level = level_of(claim, "pt", outcome)
    compares = bool(level) or any(map(is_degree, outcome.tags))
    if outcome.shape == "nominal":
        what = clauses.definite(outcome)
        if not compares:
            return f"{what} {'mudam' if outcome.plural else 'muda'} {when}{than}", used
        sign = _PORTUGUESE_LEVELS.get(claim.direction)
        if sign is not None and level and claim.counted and not outcome.plural:
            return f"{what} é {sign} {when}{than}", used
        return f"há {level} {outcome.text} {when}{than}", used
    if outcome.shape == "clause" and compares and not outcome.subordinate:
        return f"{outcome.text} {level}".rstrip() + f" {when}{than}", used
    if unit is None or not unit.nominal or not compares:
        return None
    bounds = clauses.bound(phrases["bound"]) if "bound" in phrases else ""
    used |= {"unit", "bound"}
    subject = f"{unit.text if unit.plural else clauses.definite(unit)}{bounds}"
    if outcome.shape == "adjective":
        return (
            f"{subject} {'são' if unit.plural else 'é'} {level} {outcome.text} {when}{than}",
            used,
        )
    if outcome.shape == "verb":
        return f"{subject} {outcome.text} {level} {when}{than}", used
    return None


IN_PORTUGUESE: tuple[Pattern, ...] = (_pt_causal, _pt_circumstance)


PORTUGUESE: dict[str, Pattern] = {
    "causal": _pt_causal,
    "comparative": _pt_comparative,
    "correlational": _pt_correlational,
    "descriptive": _pt_descriptive,
    "predictive": _pt_predictive,
    "equivalence": _pt_equivalence,
    "non_inferiority": _pt_equivalence,
    "qualitative": _pt_qualitative,
    "unknown": _pt_related,
}
