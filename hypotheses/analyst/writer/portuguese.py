"""Portuguese grammar around quoted words: articles, contractions, agreement.

Rules: Cunha & Cintra, Nova gramática do português contemporâneo, ch. 8 (gender and number of nouns)
and ch. 15 (prepositions with articles and demonstratives).
"""

from __future__ import annotations

from typing import Literal

Gender = Literal["m", "f"]

_FUSED = {
    "de": {"o": "do", "a": "da", "os": "dos", "as": "das"},
    "em": {"o": "no", "a": "na", "os": "nos", "as": "nas"},
    "por": {"o": "pelo", "a": "pela", "os": "pelos", "as": "pelas"},
    "a": {"o": "ao", "a": "à", "os": "aos", "as": "às"},
}
_DEMONSTRATIVES = ("este", "esse", "aquele", "esta", "essa", "aquela")
ARTICLES: dict[tuple[str, bool], str] = {
    ("m", False): "o",
    ("f", False): "a",
    ("m", True): "os",
    ("f", True): "as",
}
_FEMININE = (
    "ção",
    "são",
    "cao",
    "dade",
    "gem",
    "tude",
    "ância",
    "ência",
    "ncia",
    "ise",
    "ose",
    "ez",
    "eza",
    "a",
)
_MASCULINE = ("ama", "ema", "oma", "o", "or", "mento", "al", "el", "il", "ol", "ume", "er", "im")


def _demonstrative(preposition: str, word: str) -> str | None:
    stem = word.rstrip("s")
    if stem in _DEMONSTRATIVES or stem in ("isto", "isso", "aquilo", "ele", "ela", "eles"):
        if preposition in ("de", "em"):
            return ("d" if preposition == "de" else "n") + word
        if preposition == "a" and stem.startswith("aqu"):
            return "à" + word[1:]
    return None


def joined(preposition: str, phrase: str) -> str:
    """`em` + `o número` -> `no número`; words that do not fuse stay apart: `em alunos`.

    A preposition of two words fuses with its last: `quanto a` + `a taxa` -> `quanto à taxa`.
    """
    first, space, rest = phrase.partition(" ")
    small = first.lower()
    *lead, last = preposition.split()
    fused = _FUSED.get(last, {}).get(small) if rest else None
    fused = fused or _demonstrative(last, small)
    return " ".join([*lead, f"{fused}{space}{rest}" if fused else f"{last} {phrase}"])


def ending_gender(noun: str) -> Gender | None:
    """The gender that a singular noun's ending tells, longest ending first."""
    known: list[tuple[str, Gender]] = [
        *((ending, "f") for ending in _FEMININE),
        *((ending, "m") for ending in _MASCULINE),
    ]
    for ending, gender in sorted(known, key=lambda pair: -len(pair[0])):
        if noun.lower().endswith(ending):
            return gender
    return None


def agreeing(stem: str, gender: str, plural: bool) -> str:
    """A participle or adjective in -o in the form of its noun: `medid` -> `medidas`."""
    return stem + ("o" if gender == "m" else "a") + ("s" if plural else "")
