"""H0 and H1 of a question that asks of which of two it is more, and of one for how groups act: that
both are alike."""

from __future__ import annotations

from dataclasses import replace

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax.tagging.tagger import tagged
from hypotheses.analyst.writer.assertion import Assertion, assertion
from hypotheses.analyst.writer.frames import Frame
from hypotheses.analyst.writer.places import placed
from hypotheses.analyst.writer.predicates import is_degree
from hypotheses.domain.types import Language

_OR = lazy_regex(r"(?<=\s)(?:or|ou)(?=\s)")
_AND: dict[Language, str] = {"en": "and", "pt": "e"}
_BE = {"is": "are", "are": "are", "was": "were", "were": "were"}


def is_alternative(parts: Frame) -> bool:
    """Whether a question asks of which of two it is more: `do they win more at home or away`."""
    source, spot = parts.source, placed(parts.claim.exposure, parts.source)
    if spot is None or parts.claim.direction != "difference" or not source.endswith("?"):
        return False
    joints = list(_OR.finditer(source))
    other = placed(parts.claim.comparator, source) or spot
    tokens = tagged(source, parts.language)
    if len(joints) != 1:
        return False
    between = [word for word in tokens if joints[0].end() <= word.start < other[0]]
    led = joints[0].end() < other[0] and all(w.tag.startswith(_LEADS) for w in between)
    if not led and not spot[0] <= joints[0].start() < spot[1]:
        return False
    return any(
        is_degree(word) and not any(a <= word.start < b for a, b in (spot, other))
        for word in tokens
    )


_LEADS = ("D", "ADP", "PD.")


def alike(parts: Frame) -> tuple[str, str] | None:
    """That it is as much for the one as for the other, and that it is not; None where the sentence
    has no form for it."""
    found = assertion(parts.claim, parts.language, parts.source)
    if found is None:
        return None
    joint = _AND[parts.language]
    if _OR.search(found.subject):
        verb = _BE.get(found.verb.lower)
        if verb is None and found.verb.tag not in ("V0", "VF.p"):
            return None
        verb = verb or found.verb.text
        found = replace(
            found, subject=_OR.sub(joint, found.subject), verb=replace(found.verb, text=verb)
        )
    rest = _equalled(found, _OR.sub(joint, found.rest))
    if rest is None:
        return None
    even = replace(found, rest=rest)
    return even.statement, even.denial


def _equalled(found: Assertion, rest: str) -> str | None:
    """A predicate with what compares put as equal: `tip | more | at noon`, `tip equally`."""
    tokens = tagged(rest, found.language)
    at = next((at for at, word in enumerate(tokens) if is_degree(word)), None)
    if at is None or rest.lower().split().count(tokens[at].lower) > 1:
        return None
    degree, behind = tokens[at], tokens[at + 1] if at + 1 < len(tokens) else None
    noun = behind is not None and behind.tag.startswith("N") and at == 0
    equal = _EQUAL[found.language].get(degree.lower)
    if equal is None:
        return None
    same, done, being = equal
    if noun and behind is not None:
        many = behind.tag == "NP" or behind.tag.endswith(".p")
        same = _SAME[found.language][not many]
        made = same if degree.lower in _AMOUNTS else ""
    else:
        made = being if found.verb.lower in _COPULAS else done or same
    return f"{rest[: degree.start]}{made}{rest[degree.end :]}" if made else None


_AMOUNTS = frozenset("more less fewer mais menos".split())
_COPULAS = frozenset("am is are was were be é são era eram foi foram".split())
_SAME: dict[Language, tuple[str, str]] = {
    "en": ("equally many", "equally much"),
    "pt": ("o mesmo número de", "a mesma quantidade de"),
}
# What compares, put as equal: before another word, behind a verb, behind a form of `be`.
_EQUAL: dict[Language, dict[str, tuple[str, str, str]]] = {
    "en": {
        "more": ("equally", "equally", "equally"),
        "less": ("equally", "equally", "equally"),
        "fewer": ("equally", "", ""),
        "better": ("equally", "equally well", "equally good"),
        "worse": ("equally", "equally badly", "equally bad"),
    },
    "pt": {
        "mais": ("igualmente", "igualmente", "igualmente"),
        "menos": ("igualmente", "igualmente", "igualmente"),
        "melhor": ("igualmente", "igualmente bem", ""),
        "pior": ("igualmente", "igualmente mal", ""),
    },
}


_DIFFERS = lazy_regex(r"(?:differ|vary|change|compare|relate|diferem|variam|mudam|comparam)\b")


def in_how(parts: Frame) -> tuple[str, str] | None:
    """For a question for how groups act, that they do not differ in how they do: `how do pupils
    and parents see the rules`. None where the groups are not its subject, or where it asks for
    their difference itself."""
    exposure = parts.claim.exposure
    if exposure is None or parts.claim.design != "comparative":
        return None
    found = assertion(parts.claim, parts.language, parts.source)
    if found is None or exposure.text.lower() not in found.subject.lower():
        return None
    acts = found.verb.tag in ("V0", "VF.p") and not _DIFFERS.match(found.verb.lower)
    if not acts or found.lead or found.adverb:
        return None
    act = f"{found.verb.text} {found.rest}"
    if parts.language == "en":
        return (
            f"{found.subject} do not differ in how they {act}",
            f"{found.subject} differ in how they {act}",
        )
    return f"{found.subject} não diferem em como {act}", f"{found.subject} diferem em como {act}"
