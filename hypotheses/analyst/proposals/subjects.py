"""Who or what does what an outcome says: a subject in its own words, or the author himself."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from hypotheses.analyst.proposals.nouns import is_plural
from hypotheses.analyst.proposals.units import PEOPLE, kind_of
from hypotheses.analyst.syntax.tagging.tagger import Token, tagged
from hypotheses.analyst.writer.asides import is_first_person
from hypotheses.domain.claim import Claim
from hypotheses.domain.types import Language

_FINITE: dict[Language, tuple[str, ...]] = {"en": ("V0", "V3", "VD"), "pt": ("VF",)}
_CAUSES = re.compile(r"\b(?:faz\w*|fez|faria\w*|deix\w+|ajud\w+|lev\w+)\b", re.I)
"""What an infinitive with a subject follows: `faz mais | gente entrar`; else it is `lombar`."""
_NOMINAL = ("N", "J", "D", "VN", "VP")
_I: dict[Language, frozenset[str]] = {
    "en": frozenset(("i", "i'm", "i’m", "me", "myself")),
    "pt": frozenset(("eu", "me", "mim")),
}
_MINE: dict[Language, frozenset[str]] = {
    "en": frozenset(("my",)),
    "pt": frozenset(("meu", "minha", "meus", "minhas")),
}
_NEAR = 2  # words before an outcome in which its subject or owner stands: `my left knee`
_DEGREES = frozenset("more less fewer mais menos".split())


@dataclass(frozen=True, slots=True)
class OutcomeClause:
    """An outcome that is a clause: `fewer | bugs reach production`.

    `counted` tells that a word of degree stands before the subject: it is they that are counted.
    """

    subject: str
    predicate: str
    counted: bool


def _placed(claim: Claim, language: Language, source: str) -> tuple[list[Token], list[Token]]:
    """The words of the outcome as they stand in the source, and those before it."""
    text = claim.outcome.text if claim.outcome else ""
    at = source.find(text) if text else -1
    if at < 0:
        return list(tagged(text, language)), []
    words = tagged(source, language)
    own = [word for word in words if at <= word.start < at + len(text)]
    return own, [word for word in words if word.end <= at]


def outcome_clause(claim: Claim, language: Language, source: str = "") -> OutcomeClause | None:
    """The outcome as subject and predicate; None where it is no clause of a noun and a verb."""
    own, before = _placed(claim, language, source)
    counted = _counted_unit(claim, own, before, language)
    if counted is not None:
        return counted
    own = _with_verb(own, source) if language == "en" else own
    finite = _FINITE[language]
    if language == "pt" and _CAUSES.search(claim.relation):
        finite = (*finite, "VI")
    at = next((i for i, word in enumerate(own) if word.tag.startswith(finite)), 0)
    lead = own[:at]
    if not lead or not all(word.tag.startswith(_NOMINAL) for word in lead):
        return None
    noun = lead[-1] if language == "en" else lead[0]
    if not noun.tag.startswith("N"):
        return None
    closest = before[-1].lower if before else ""
    if language == "en" and noun.tag == "NS" and not _determined(lead, before):
        return None  # `customer returns`
    text = claim.outcome.text if claim.outcome else ""
    cut = own[at].start - own[0].start
    return OutcomeClause(text[:cut].strip(), text[cut:].strip(), closest in _DEGREES)


def _counted_unit(
    claim: Claim, own: list[Token], before: list[Token], language: Language
) -> OutcomeClause | None:
    """A unit between a degree and its verb, which are counted: `fewer | people | come`."""
    if claim.unit is None or claim.outcome is None or not own:
        return None
    size = len(tagged(claim.unit.text, language))
    stands = [word.text for word in before[-size:]] == claim.unit.text.split()
    degree = before[-size - 1].lower if len(before) > size else ""
    if not stands or degree not in _DEGREES or not own[0].tag.startswith(_FINITE[language]):
        return None
    return OutcomeClause(claim.unit.text, claim.outcome.text, counted=True)


def _with_verb(own: list[Token], source: str) -> list[Token]:
    """A last word in -s between a noun and a degree is its verb: `my knee | hurts | less`."""
    if len(own) < _NOUN_AND_VERB or own[-1].tag != "NP" or own[-2].tag != "NS":
        return own
    behind = next((word for word in tagged(source, "en") if word.start >= own[-1].end), None)
    if behind is None or behind.lower not in _HOW_MUCH:
        return own
    return [*own[:-1], replace(own[-1], tag="V3")]


_NOUN_AND_VERB = 2  # words
_HOW_MUCH = frozenset("less more worse better faster longer".split())


def _determined(lead: list[Token], before: list[Token]) -> bool:
    near = (*before[-1:], lead[0])
    return any(word.tag.startswith("D") or word.lower in _OWNERS for word in near)


_OWNERS = frozenset("my our your his her its their".split())


_OWN = frozenset("my our meu minha nosso nossa".split())
_SEVERAL = frozenset("team firm crop plant food".split())


def owned_one(claim: Claim, language: Language, source: str) -> str:
    """The unit with the author's own word before it, where it is one alone: `my dog`; or empty."""
    if claim.unit is None or is_plural(claim.unit.text, language):
        return ""
    at = source.find(claim.unit.text)
    before = source[:at].split()[-1:] if at > 0 else []
    lead = (before or [claim.bound.text if claim.bound else ""])[0].lower()
    kind = kind_of(claim.unit.text, language)
    if lead not in _OWN or kind is None or kind.classes & _SEVERAL or not kind.classes & _ALIVE:
        return ""
    return f"{lead} {claim.unit.text}"


_ALIVE = PEOPLE | {"pet", "livestock"}


def is_of_author(claim: Claim, language: Language, source: str) -> bool:
    """Whether a claim is about its author: `I sleep worse`, `my knee hurts`, `durmo melhor`."""
    if claim.unit is not None or claim.outcome is None or not source:
        return False
    own, before = _placed(claim, language, source)
    if not own:
        return False
    near = [word for word in before if word.lower not in _DEGREES][-_NEAR:]
    if _is_mine(own, near, language):
        return not _names_other(claim, language)
    if language == "pt" and _says_i([*near, *own[:2]], source):
        return True
    acts = own[0].tag.startswith(("V", "J", "ADV", "AUX"))
    linked = [word for word in before if word.end > before[-1].end - _LINKED] if before else []
    subjects = [word for word in linked if word.lower in _I[language]]
    return own[0].lower in _I[language] or (acts and bool(subjects))


def _says_i(words: list[Token], source: str) -> bool:
    """Whether a Portuguese verb is the author's own: `durmo`, `Fico com menos | dor`."""
    line = tagged(source, "pt")
    for word in words:
        tag = word.tag
        if not source[: word.start].rstrip(" .!?") or source[: word.start].rstrip()[-1] in ".!?":
            behind = next((each.lower for each in line if each.start >= word.end), "")
            tag = "VF.s" if behind in _MANNERS and not tag.startswith("D") else ""
        if is_first_person(word.lower, tag):
            return True
    return False


# What follows a verb that opens a sentence without its pronoun, and no noun there.
_MANNERS = frozenset("mais menos melhor pior bem mal muito tão com".split())
_LINKED = 24  # characters before an outcome in which its subject or object stands


def _is_mine(own: list[Token], near: list[Token], language: Language) -> bool:
    words = [word.lower for word in (*near, *own[:1])]
    return any(word in _MINE[language] for word in words)


def _names_other(claim: Claim, language: Language) -> bool:
    """Whether what is the author's own is somebody else: `my students' marks`."""
    text = claim.outcome.text if claim.outcome else ""
    parts = re.split(r"\s", text)
    return any(
        (kind := kind_of(re.sub(r"['’]s?$", "", part), language)) is not None
        and bool(kind.classes & (PEOPLE | {"pet", "livestock", "shop", "firm", "team"}))
        for part in parts
    )
