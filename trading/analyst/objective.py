"""What a user's objective asks for, in English or Portuguese."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

from trading.strategies.templates import TEMPLATES

_NEGATION = re.compile(
    r"\b(no|not|never|without|avoid|except|excluding|sem|nao|nunca|evit\w*|exceto|menos)\b[^,.;:]*$"
)
_LONG_ONLY = re.compile(
    r"\b(long[- ]only|only long|buy only|no short\w*|without short\w*|not short|"
    r"so(mente)? compra\w*|apenas compra\w*|so comprad\w*|apenas comprad\w*|"
    r"sem vend\w+( a)? descobert\w*|sem operar vendid\w*|sem short)\b"
)
_LOW_RISK = re.compile(
    r"\b(low|small|limited|little|minimal|controlled|reduced?|baix[oa]s?|pequen[oa]s?|pouc[oa]s?|"
    r"limitad[oa]s?|control\w+|reduz\w+|menor(es)?)\s+(de\s+)?"
    r"(risk|drawdowns?|volatility|losses|risco|volatilidade|perdas?|quedas?)\b|"
    r"\b(drawdowns?|risco|risk|volatilidade|perdas?|quedas?)\s+"
    r"(baix[oa]s?|pequen[oa]s?|limitad[oa]s?|controlad[oa]s?|reduzid[oa]s?|menor(es)?)\b|"
    r"\b(defensiv\w+|conservativ\w+|conservador\w*|capital preservation|"
    r"preserv\w+ (de |o )?capital)\b"
)


@dataclass(frozen=True)
class Wishes:
    """`kinds` are keys of templates that the words name, `unwanted` those they rule out."""

    kinds: frozenset[str]
    unwanted: frozenset[str]
    long_only: bool
    low_risk: bool


def read_objective(text: str) -> Wishes:
    """The wishes in a text; both languages are read, whatever the language of the run."""
    plain = plain_words(text)
    wanted: set[str] = set()
    unwanted: set[str] = set()
    for kind, pattern in _patterns():
        for found in pattern.finditer(plain):
            (unwanted if _NEGATION.search(plain[: found.start()]) else wanted).add(kind)
    return Wishes(
        kinds=frozenset(wanted - unwanted),
        unwanted=frozenset(unwanted),
        long_only=bool(_LONG_ONLY.search(plain)),
        low_risk=bool(_LOW_RISK.search(plain)),
    )


def plain_words(text: str) -> str:
    """The text in small letters, without accents, spaces tidied."""
    parts = unicodedata.normalize("NFD", text.lower())
    return " ".join("".join(c for c in parts if not unicodedata.combining(c)).split())


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """For each template, its words as one pattern, in singular and plural, hyphen or space."""
    return tuple((one.kind, _pattern(one.words)) for one in TEMPLATES)


def _pattern(words: object) -> re.Pattern[str]:
    listed = [w for each in dict(words).values() for w in each]  # type: ignore[call-overload]
    forms = sorted({plain_words(word) for word in listed}, key=lambda form: (-len(form), form))
    loose = "|".join(re.escape(form).replace(r"\ ", r"[\s-]+") for form in forms)
    return re.compile(rf"\b(?:{loose})(?:e?s)?\b")
